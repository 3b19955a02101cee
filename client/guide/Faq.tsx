import type { PublicConfig } from '../../src/contract/config.ts';
import { USUAL_ENTRY_LOCK_SECONDS } from '../../src/round/clock.ts';
import { WINNERS_TEXT, WINNERS_WORD } from '../../src/round/placeWords.ts';
import { useConfig } from '../data/useConfig.ts';
import { conditionText, feeText, RULES_TEXT } from '../format/rulesSentences.ts';

/** The questions and answers. Only one is open at a time, because all have the same `name`. */
export function Faq() {
  const config = useConfig();
  return (
    <section className="wrap faq" id="faq" aria-labelledby="faq-title">
      <h2 id="faq-title">FAQ</h2>
      <div>
        {answers(config).map(({ question, answer }) => (
          <details key={question} name="faq">
            <summary>{question}</summary>
            {answer.map((paragraph) => (
              <p key={paragraph} className="muted">
                {paragraph}
              </p>
            ))}
          </details>
        ))}
      </div>
    </section>
  );
}

interface Answer {
  readonly question: string;
  readonly answer: readonly string[];
}

/** The questions and answers, with the figures of the configuration. While it is null, they have the usual figures. */
export function answers(config: PublicConfig | null): readonly Answer[] {
  const lock = config?.entryLockSeconds ?? USUAL_ENTRY_LOCK_SECONDS;
  const fee = feeText(config?.transferFee?.basisPoints);
  const top = config?.drawTopHolders;
  const { pool, places } = RULES_TEXT;
  const shares = places.map(({ name, share }, i) => `${share} to ${name}${i === 0 ? ' place' : ''}`).join(', ');
  return [
    {
      question: 'How do I qualify?',
      answer: [
        `${conditionText(top)} when the entries lock, ${lock} seconds before the draw. The balance is read from the chain, over all token accounts of your wallet. No wallet connection needed.`,
        'Every wallet in the draw has the same odds, however much it holds. We cannot stop anyone from splitting GOD over many wallets. The lottery’s own wallets, addresses without a key such as liquidity pools, and frozen accounts cannot enter. The reason for each is published.',
      ],
    },
    {
      question: 'How are winners selected?',
      answer: [
        'Before the draw, a fingerprint of the full entry list is written to Solana. The same note names the random number to be used: the public drand beacon of the exact second at which the round ends. drand publishes it only then.',
        `When the number appears, its signature is checked. The list and the number together give the ${WINNERS_TEXT.toLowerCase()} by a fixed calculation. The chain takes one list for each hour of this lottery. A second draw of the same hour could only be another lottery’s: “Check this draw” names the lottery.`,
      ],
    },
    {
      question: 'How is the prize split?',
      answer: [
        `A round pays ${pool} of the SOL in the lottery pool when the entries lock: ${shares}. A wallet can win once per round.`,
        `With fewer than ${WINNERS_WORD} wallets in the draw, the prizes of the empty places stay in the pool. If a round cannot be drawn by the rules, it rolls over and the page says why.`,
      ],
    },
    {
      question: 'Where can I buy GOD?',
      answer: [
        'On decentralised exchanges on Solana, such as Raydium or Jupiter. Use the links on this page, or search for the contract address at the top and compare every character: anyone can copy a name, but not the address.',
        `The token keeps ${fee} of every transfer, also when you buy. Buy a little more than you need.`,
      ],
    },
    {
      question: 'How fast are payouts?',
      answer: [
        'Right after the draw, usually within a minute. One transaction pays all winners. There is nothing to claim.',
        'If the chain or the beacon cannot be reached, a committed round is still owed: it is paid later, before any newer round. Recent Winners shows the state of each payment.',
      ],
    },
    {
      question: 'Is it provably fair?',
      answer: [
        'Yes: anyone can verify every draw from public data. That is the entry list, the note on chain from before the draw, the signed random number and the payment. If one of them does not fit, the check says so. “Check this draw” does all of it in your browser. “Verify” shows one payment in an explorer.',
        `One thing a proof cannot show is whether the list has every holder. Independent watchers confirm that, and the check says how many of them did. ${holdersAnswer(config?.rpcNodes ?? null)} That the note was there before the draw is known from Solana’s block times.`,
      ],
    },
  ];
}

/** Who says that the list of holders is whole. `nodes`: how many Solana nodes the lottery asks. */
function holdersAnswer(nodes: number | null): string {
  if (nodes === null) return 'Anyone can rebuild the list from the chain while the round is locked.';
  return nodes === 1
    ? 'The lottery asks one Solana node for the holders and believes its answer. Anyone can rebuild the list from the chain while the round is locked.'
    : `The list is compared between ${nodes} Solana nodes. Anyone can rebuild it from the chain while the round is locked.`;
}
