import type { PublicConfig } from '../../src/contract/config.ts';
import { USUAL_ENTRY_LOCK_SECONDS } from '../../src/round/clock.ts';
import { feeText, RULES_TEXT } from '../format/rulesText.ts';

export interface Answer {
  readonly question: string;
  readonly answer: readonly string[];
}

/** The six questions. What the configuration knows better than a text, it says. */
export function answers(config: PublicConfig | null): readonly Answer[] {
  const lock = config?.entryLockSeconds ?? USUAL_ENTRY_LOCK_SECONDS;
  const fee = feeText(config?.transferFee?.basisPoints);
  const { threshold, pool, places } = RULES_TEXT;
  return [
    {
      question: 'How do I qualify?',
      answer: [
        `Hold at least ${threshold} GOD in one wallet when the entries lock, ${lock} seconds before the hour. The amount is read from the chain and summed over the wallet’s token accounts; you connect and sign nothing.`,
        'Every eligible wallet has one equal chance, whatever it holds beyond the threshold. Splitting one holding over many wallets cannot be prevented. The lottery’s own wallets, program accounts such as liquidity pools, and frozen accounts are left out, each with its reason published.',
      ],
    },
    {
      question: 'How are winners selected?',
      answer: [
        'Before the hour, a fingerprint of the full entry list is written to Solana in a memo that also names the random number to be used: the public drand beacon of the exact end of the round. Nobody knows that number yet.',
        'When the beacon appears, its signature is checked, and list and number together give the three winners by a fixed calculation. There is no second draw and no other source of chance.',
      ],
    },
    {
      question: 'How is the prize split?',
      answer: [
        `A round pays ${pool} of the lottery pool’s SOL, as it stands when the entries lock: ${places[0]} to first place, ${places[1]} to second, ${places[2]} to third. The places differ in wallets: one wallet wins at most once a round.`,
        'With fewer than three eligible wallets, the shares of the empty places stay in the pool. If a round cannot be drawn by the rules, it rolls over and the page says why.',
      ],
    },
    {
      question: 'Where can I buy GOD?',
      answer: [
        'On decentralised exchanges on Solana, such as Raydium or through Jupiter. Search by the contract address at the top of this page and compare every character: names and symbols are easily copied, the address is not.',
        `Every transfer of GOD carries a fee of ${fee}, which the token itself takes. Leave room for it when you buy close to the threshold.`,
      ],
    },
    {
      question: 'How fast are payouts?',
      answer: [
        'The payment follows the draw, in one transaction for all winners, usually within a minute of the hour. It arrives by itself: there is nothing to claim.',
        'If the chain or the beacon is out of reach, a committed round is owed and paid later, in order, before any other. Each row under Recent Winners shows how far its payment has come.',
      ],
    },
    {
      question: 'Is it provably fair?',
      answer: [
        'For every committed round anyone can recompute the winners from public data: the entry list, the memo on chain from before the hour, the drand signature and the payment. If one of them did not fit, it would show.',
        `What such a proof cannot cover: whether the list names every holder. ${holdersAnswer(config?.rpcNodes ?? null)} And “before” rests on Solana’s own block times.`,
      ],
    },
  ];
}

/**
 * What stands behind the list of holders. `nodes` is how many Solana nodes the lottery asks; null while that is
 * unknown.
 */
function holdersAnswer(nodes: number | null): string {
  if (nodes === null) return 'Anyone can rebuild the list from the chain while the round is locked.';
  return nodes === 1
    ? 'The lottery asks one Solana node for the holders and believes what it says. Anyone can rebuild the list from the chain while the round is locked.'
    : `The list is compared between ${nodes} Solana nodes. Anyone can rebuild it from the chain while the round is locked.`;
}
