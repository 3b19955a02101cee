import type { RoundSummary } from '../../src/contract/round.ts';
import { RANKS } from '../../src/round/placeWords.ts';
import { describeReason } from '../../src/round/reasonText.ts';
import { shortSol } from '../answers/documents/shortSol.ts';

/** A round's result as a channel shows it. */
export interface RoundMessage {
  readonly title: string;
  /** A line for each winner, or a sentence that says why there is none. */
  readonly text: string;
  /** Address of the round's page. */
  readonly url: string;
  /** Address of its picture. */
  readonly picture: string;
}

/** A result in a few short lines: a channel is read on a phone, and the link leads to the exact figures. */
export function roundMessage(siteUrl: string, round: RoundSummary): RoundMessage {
  const { roundNumber, state, reason, winners, entries } = round;
  const name = `Round ${roundNumber.toLocaleString('en-US')}`;
  const links = { url: `${siteUrl}/rounds/${roundNumber}`, picture: `${siteUrl}/og/rounds/${roundNumber}.png` };
  if (state !== 'paid') return { title: `${name}: no draw this hour`, text: describeReason(reason), ...links };
  const total = winners.reduce((sum, { prizeLamports }) => sum + BigInt(prizeLamports), 0n);
  const lines = [
    ...winners.map(({ place, prizeLamports, address }) => {
      return `${RANKS[place]} · ${shortSol(BigInt(prizeLamports))} · ${address.slice(0, 4)}…${address.slice(-4)}`;
    }),
    ...(entries === null ? [] : [`Drawn from ${countOf(entries)}.`]),
  ];
  return { title: `${name}: ${shortSol(total)} paid to ${countOf(winners.length)}`, text: lines.join('\n'), ...links };
}

function countOf(wallets: number): string {
  return `${wallets.toLocaleString('en-US')} ${wallets === 1 ? 'wallet' : 'wallets'}`;
}
