import { AuditRun } from '../audit/AuditRun.tsx';
import { feeText } from '../format/rulesText.ts';
import { TextPage } from './TextPage.tsx';

export function AuditPage() {
  return (
    <TextPage eyebrow="Audit Report" title="Don’t trust. Recompute.">
      <p>
        This page repeats the draws of the last rounds in your browser, from published data, and looks for their
        commitments and payments on chain.
      </p>
      <AuditRun />
      <h2>What a round leaves behind</h2>
      <p>
        Each round publishes a proof: the entry list, the memo that fixed it on chain, the drand beacon, the prizes, the
        winners and the payment. It is a JSON document at <code>/api/lottery/rounds/&lt;number&gt;/proof</code>,
        complete once the round is paid.
      </p>
      <h2>How to check it</h2>
      <ol className="steps">
        <li>Hash the entry list into its Merkle root, and the rules into their hash.</li>
        <li>
          Find the memo for the round on chain, in a transaction that the pool wallet signed: it carries the same root
          and rules, its block time is at least five seconds before the draw, and the wallet signed no second text for
          the round. Strangers can name the wallet too: only its signature counts.
        </li>
        <li>
          Verify the BLS signature of the drand beacon that the memo names. Its SHA-256 hash is the random number of the
          round.
        </li>
        <li>Hash label, round number, root and random number into the seed, and draw the three winners from it.</li>
        <li>Compare winners and prizes with the transfers of the payment transaction, which does nothing else.</li>
      </ol>
      <p>
        What the chain’s public server does not answer, or no longer knows, is not proven here: then the round is not
        called verified. The Python verifier in the source code says the same against any server of your choice.
      </p>
      <h2>What it proves, and what it does not</h2>
      <p>
        It proves that the winners were forced by facts fixed before the random number existed, and that they were paid.
        It does not prove that the list names every holder: that is confirmed by anyone who rebuilds it from the chain
        in the minute between lock and draw. “Before” rests on Solana’s block times.
      </p>
      <p>
        Where the pool’s SOL comes from has a page of its own: <a href="/tax">{`where the ${feeText()} goes`}</a>.
      </p>
    </TextPage>
  );
}
