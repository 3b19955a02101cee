import type { Stats } from '../../../src/contract/stats.ts';
import { describeReason } from '../../../src/round/reasonText.ts';
import { shortSol } from './shortSol.ts';
import { xmlText } from './xmlText.ts';

/** What became of the last round, as HTML. */
export function lastResult({ roundNumber, phase, reason, winners }: NonNullable<Stats['lastRound']>): string {
  const link = `<a href="/rounds/${roundNumber}" rel="noopener">Round ${roundNumber.toLocaleString('en-US')}</a>`;
  switch (phase) {
    case 'drawing':
      return `<p>${link} is being drawn.</p>`;
    case 'rolled-over':
    case 'held':
      return `<p>${link}: ${xmlText(describeReason(reason))}</p>`;
    case 'complete':
      return `<p>${link} was won by</p><ol>${winners.map(winner).join('')}</ol>`;
  }
}

function winner({ address, prizeLamports }: Stats['recentWinners'][number]): string {
  const short = `${address.slice(0, 4)}…${address.slice(-4)}`;
  return `<li><a href="/wallet/${address}" rel="noopener">${short}</a> ${xmlText(shortSol(BigInt(prizeLamports)))}</li>`;
}
