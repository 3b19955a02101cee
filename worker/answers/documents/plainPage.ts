import { sha256 } from '@noble/hashes/sha2.js';
import { utf8ToBytes } from '@noble/hashes/utils.js';
import { base64 } from '@scure/base';
import type { Stats } from '../../../src/contract/stats.ts';
import { describeReason } from '../../../src/round/reasonText.ts';
import { shortSol } from './shortSol.ts';
import { xmlText } from './xmlText.ts';

/** The style of pages that are whole in one answer: the frame for other sites, and the offline view. */
export const PLAIN_STYLE = `*{box-sizing:border-box}body{margin:0;background:#070d0b;color:#f4efe2;font:16px/1.4 system-ui,sans-serif}
main{padding:14px 16px;border:1px solid #31423a;border-top:4px solid #d8b76c;min-height:100vh}
h1{margin:0;font-size:14px;font-weight:600;color:#c3c0b1}p{margin:6px 0 0}a{color:#d8b76c}
.sol{font-size:30px;font-weight:700;color:#f3dfa6;margin:4px 0 0}.clock{font-variant-numeric:tabular-nums;font-weight:700}
ol{margin:6px 0 0;padding:0;list-style:none;font-size:14px}.dim{color:#c3c0b1;font-size:14px}`;

const hashOf = (text: string) => `'sha256-${base64.encode(sha256(utf8ToBytes(text)))}'`;

/** The hashes by which a page's policy allows its own style and its own script. */
export function hashesOf(style: string, script: string) {
  return { style: hashOf(style), script: hashOf(script) };
}

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
