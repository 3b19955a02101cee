import { AuditRun } from '../audit/panel/AuditRun.tsx';
import { feeText } from '../format/rulesSentences.ts';
import { TextFrame } from './TextFrame.tsx';

/** The audit of many rounds in the visitor’s own browser. */
export function AuditPage() {
  return (
    <TextFrame eyebrow="Audit Report" title="Don’t trust us. Check us.">
      <p>
        This page repeats the latest draws in your browser, from public data. It also looks for their commitments and
        payments on the chain.
      </p>
      <AuditRun />
      <h2>What a round leaves behind</h2>
      <p>
        Each round publishes a proof: the entry list, the memo that fixed it on chain, the drand beacon, the prizes, the
        winners and the payment. It is a JSON document at <code>/api/lottery/rounds/&lt;number&gt;/proof</code>, and it
        is complete once the round is paid.
      </p>
      <h2>How to check it</h2>
      <ol className="steps">
        <li>
          Begin with the mint’s address, from elsewhere than this site. The mint’s authority announced on chain, before
          the rounds, by which terms they are played: hours, pool wallet, exclusions and watchers.
        </li>
        <li>Hash the entry list into its Merkle root, and the rules into their hash.</li>
        <li>
          Find the round’s memo on chain, in a transaction that the pool wallet signed. The memo has the same root and
          rules. The transaction has a block time at least 20 seconds before the draw, and made the mark of this hour:
          an account that can be made only once. Strangers can mention the wallet too: only its signature counts.
        </li>
        <li>
          Verify the BLS signature of the drand beacon that the memo names. The SHA-256 hash of that signature is the
          random number of the round.
        </li>
        <li>Hash label, round number, root and random number into the seed, and draw the winners from it.</li>
        <li>Compare winners and prizes with the transfers of the payment transaction, which does nothing else.</li>
      </ol>
      <p>
        A step for which the public server of the chain does not answer, or no longer has data, could not be checked,
        and the round is not called verified. The Python verifier in the source code does the same with any server you
        choose, and so does the command <code>npm run verify</code>. <a href="/verify.html">One file</a> does it without
        this site: <a href="/verify.html?save">save it</a> and open it from disk.
      </p>
      <h2>What a check proves, and what not</h2>
      <p>
        It proves that the winners follow from facts that were fixed before the random number existed, and that they
        were paid. It does not prove that the list has every holder. The watchers that the terms name testify to that,
        and anyone can rebuild the list from the chain in the minute between lock and draw. “Before” is known from the
        block times of Solana. About them, and about transactions, this page believes one server. The file and the
        command compare two.
      </p>
      <p>
        Where the SOL in the pool comes from has its own page: <a href="/tax">{`where the ${feeText()} goes`}</a>.
      </p>
    </TextFrame>
  );
}
