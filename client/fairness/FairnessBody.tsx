import type { Fairness } from '../../src/contract/fairness.ts';
import { Outcomes } from './Outcomes.tsx';
import { PaymentTimes } from './PaymentTimes.tsx';
import { WinsPanel } from './WinsPanel.tsx';

const TENTHS = ['largest', '2nd', '3rd', '4th', '5th', '6th', '7th', '8th', '9th', 'smallest'] as const;

/** All figures over all rounds, each with what it means. */
export function FairnessBody({ fairness }: { readonly fairness: Fairness }) {
  const { winsByRank, winsByBalance, payment } = fairness;
  return (
    <>
      <Outcomes fairness={fairness} />
      <WinsPanel
        id="rank-title"
        title="Where in the list the first winner stood"
        text="Each draw takes its winners by their index in the sorted entry list. Cut into ten equal parts, no part of the list should win more often than another."
        counted="first places"
        of="Part of the list"
        buckets={winsByRank.map(({ from, to, ...bucket }) => ({ name: `${from} to ${to}%`, ...bucket }))}
      />
      <WinsPanel
        id="balance-title"
        title="How much the winners held"
        text="The same with the list ordered by amount. Every wallet has the same odds, so the tenth with the most GOD should win as often as the one with the least. The winners of a round are different wallets, which makes these counts a little more even than chance."
        counted="prizes"
        of="Tenth by amount"
        buckets={winsByBalance.map(({ bucket, ...counts }) => ({
          name: TENTHS[bucket] ?? `${bucket + 1}th`,
          ...counts,
        }))}
      />
      <PaymentTimes payment={payment} />
    </>
  );
}
