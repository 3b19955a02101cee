import type { Stats } from '../../../src/contract/stats.ts';
import type { RoundClock } from '../../../src/round/clock.ts';
import { hashesOf, lastResult, PLAIN_STYLE } from './plainPage.ts';
import { shortSol } from './shortSol.ts';
import { xmlText } from './xmlText.ts';

/**
 * Counts down by the timetable. The service worker puts into `data-device` what the visitor's clock showed when the
 * page was stored, so a wrong clock does not matter.
 */
const SCRIPT = `const m=document.querySelector('main'),d=m.dataset,base=+d.device||Date.now();
const p=(x)=>String(x).padStart(2,'0'),q=(c)=>m.querySelector(c);
function show(){const now=+d.server+Date.now()-base,len=+d.length,passed=Math.max(0,Math.floor((now-d.ends)/len)+1);
const n=+d.round+passed,left=Math.max(0,Math.ceil((+d.ends+passed*len-now)/1e3)),h=Math.floor(left/3600);
q('.round').textContent=n;q('.clock').textContent=(h?h+':':'')+p(Math.floor(left/60)%60)+':'+p(left%60);
q('.state').textContent=left*1e3<=+d.lock?'Its list is locked. The draw goes on without your network.':'';
q('.since').textContent=passed?(passed===1?'Round '+(n-1)+' has':passed+' rounds have')+' ended since this page was saved. The result is here once you are online.':''}
if(d.round){show();setInterval(show,1e3)}
addEventListener('online',()=>location.reload());`;

/** The hashes by which the page's policy allows its own style and script. */
export const OFFLINE_HASHES = hashesOf(PLAIN_STYLE, SCRIPT);

/** What the service worker shows without a network: "You are offline", the countdown, and the last known result. */
export function offlinePage(stats: Stats | null, clock: RoundClock): string {
  return [
    '<!doctype html><html lang="en"><head><meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width,initial-scale=1"><meta name="robots" content="noindex">',
    '<meta name="color-scheme" content="dark"><title>Offline · Game of Draws</title>',
    `<style>${PLAIN_STYLE}</style></head><body>`,
    stats === null ? `<main>${HEADING}${AGAIN}</main>` : shown(stats, clock),
    `<script>${SCRIPT}</script></body></html>\n`,
  ].join('');
}

const HEADING = '<h1>Game of Draws · hourly draw on Solana</h1><p class="sol">You are offline</p>';
const AGAIN = '<p><a href="">Try again</a></p>';

function shown({ currentRound, lastRound, prizePool, serverTime }: Stats, clock: RoundClock): string {
  const { roundNumber, endsAt, phase } = currentRound;
  const at = `${serverTime.slice(0, 10)} ${serverTime.slice(11, 16)} UTC`;
  const timetable =
    phase === 'paused'
      ? ''
      : ` data-round="${roundNumber}" data-ends="${Date.parse(endsAt)}" data-length="${clock.roundSeconds * 1_000}" data-lock="${clock.entryLockSeconds * 1_000}"`;
  return [
    `<main data-server="${Date.parse(serverTime)}" data-device="0"${timetable}>${HEADING}`,
    phase === 'paused'
      ? '<p>The draws were paused.</p>'
      : `<p>Draw of round <span class="round">${roundNumber}</span>: <span class="clock" role="timer">${endsAt.slice(11, 16)} UTC</span></p><p class="state"></p><p class="since"></p>`,
    AGAIN,
    `<p class="dim">Known at ${at}:</p><p>${xmlText(shortSol(BigInt(prizePool.lamports)))} in the next draw.</p>`,
    lastRound === null ? '' : lastResult(lastRound),
    '</main>',
  ].join('');
}
