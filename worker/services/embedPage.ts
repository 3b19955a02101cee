import { sha256 } from '@noble/hashes/sha2.js';
import { utf8ToBytes } from '@noble/hashes/utils.js';
import { base64 } from '@scure/base';
import type { Stats } from '../../src/contract/stats.ts';
import { describeReason } from '../../src/round/reasonText.ts';
import { shortSol } from './shortSol.ts';
import { xmlText } from './xmlText.ts';

const STYLE = `*{box-sizing:border-box}body{margin:0;background:#070d0b;color:#f4efe2;font:16px/1.4 system-ui,sans-serif}
main{padding:14px 16px;border:1px solid #31423a;border-top:4px solid #d8b76c;min-height:100vh}
h1{margin:0;font-size:14px;font-weight:600;color:#c3c0b1}p{margin:6px 0 0}a{color:#d8b76c}
.sol{font-size:30px;font-weight:700;color:#f3dfa6;margin:4px 0 0}.clock{font-variant-numeric:tabular-nums;font-weight:700}
ol{margin:6px 0 0;padding:0;list-style:none;font-size:14px}.dim{color:#c3c0b1;font-size:14px}`;

/**
 * Counts down by the seconds that the server said were left, so a visitor's clock may be off by an hour. Takes the
 * page anew each minute, and 15 seconds after a draw, at a moment of its own: frames that were opened together do not
 * ask together.
 */
const SCRIPT = `let t=performance.now(),n=0;const m=()=>document.querySelector('main'),late=Math.random()*15e3;
const left=()=>Math.max(0,m().dataset.left-Math.floor((performance.now()-t)/1e3));
function show(){const s=left(),h=Math.floor(s/3600),c=m().querySelector('.clock'),p=(x)=>String(x).padStart(2,'0');
if(c)c.textContent=s?(h?h+':':'')+p(Math.floor(s/60)%60)+':'+p(s%60):'now';
if(performance.now()-t>(s?6e4:15e3)+late&&performance.now()-n>3e4&&!document.hidden)take()}
async function take(){n=performance.now();try{const r=await fetch('/embed');if(!r.ok)return;
const d=new DOMParser().parseFromString(await r.text(),'text/html').querySelector('main');
if(d){m().replaceWith(d);t=performance.now();show()}}catch{}}
show();setInterval(show,1e3);`;

const hashOf = (text: string) => `'sha256-${base64.encode(sha256(utf8ToBytes(text)))}'`;

/** By which its policy knows its own style and its own script. */
export const EMBED_HASHES = { style: hashOf(STYLE), script: hashOf(SCRIPT) };

/**
 * The page that other sites show in a frame: jackpot, clock and last result, whole in one answer. Links open in a tab
 * of their own, where the visitor sees whose page it is.
 */
export function embedPage(stats: Stats | null): string {
  return [
    '<!doctype html><html lang="en"><head><meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width,initial-scale=1"><meta name="robots" content="noindex">',
    '<meta name="color-scheme" content="dark"><title>Game of Draws</title><base target="_blank">',
    `<style>${STYLE}</style></head><body>`,
    stats === null ? STARTING : shown(stats),
    `<script>${SCRIPT}</script></body></html>\n`,
  ].join('');
}

const HEADING = '<h1><a href="/" rel="noopener">Game of Draws</a> · hourly draw on Solana</h1>';
const STARTING = `<main data-left="0">${HEADING}<p>The lottery is starting. The first figures are here in a moment.</p></main>`;

function shown({ currentRound, lastRound, prizePool }: Stats): string {
  const { roundNumber, timeToNext, endsAt, phase } = currentRound;
  const when = `${endsAt.slice(11, 16)} UTC`;
  const clock =
    phase === 'paused'
      ? '<p>The draws are paused. The prizes stay in the pool.</p>'
      : `<p>Draw of round ${roundNumber}: <span class="clock" role="timer">${when}</span> <span class="dim">(at ${when})</span></p>`;
  return [
    `<main data-left="${timeToNext}">${HEADING}`,
    `<p class="sol">${xmlText(shortSol(BigInt(prizePool.lamports)))}</p><p class="dim">in the next draw, for three winners</p>`,
    clock,
    lastRound === null ? '' : result(lastRound),
    '</main>',
  ].join('');
}

function result({ roundNumber, phase, reason, winners }: NonNullable<Stats['lastRound']>): string {
  const link = `<a href="/rounds/${roundNumber}" rel="noopener">Round ${roundNumber}</a>`;
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
