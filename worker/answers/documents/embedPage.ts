import type { Stats } from '../../../src/contract/stats.ts';
import { WINNERS_TEXT } from '../../../src/round/placeWords.ts';
import { hashesOf, lastResult, PLAIN_STYLE } from './plainPage.ts';
import { shortSol } from './shortSol.ts';
import { xmlText } from './xmlText.ts';

/**
 * Counts down from the seconds that the server counted. A visible frame loads the page again when the page is a minute
 * old, or 15 seconds while the countdown is at zero, plus a random delay of up to 15 seconds. Two requests are at least
 * 30 seconds apart.
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

/** The hashes by which the page's policy allows its own style and script. */
export const EMBED_HASHES = hashesOf(PLAIN_STYLE, SCRIPT);

/** The page that other sites show in a frame. Links open in a tab, where the visitor sees which site it is. */
export function embedPage(stats: Stats | null): string {
  return [
    '<!doctype html><html lang="en"><head><meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width,initial-scale=1"><meta name="robots" content="noindex">',
    '<meta name="color-scheme" content="dark"><title>Game of Draws</title><base target="_blank">',
    `<style>${PLAIN_STYLE}</style></head><body>`,
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
      : `<p>Draw of round ${roundNumber.toLocaleString('en-US')}: <span class="clock" role="timer">${when}</span> <span class="dim">(at ${when})</span></p>`;
  return [
    `<main data-left="${timeToNext}">${HEADING}`,
    `<p class="sol">${xmlText(shortSol(BigInt(prizePool.lamports)))}</p><p class="dim">in the next draw, for ${WINNERS_TEXT.toLowerCase()}</p>`,
    clock,
    lastRound === null ? '' : lastResult(lastRound),
    '</main>',
  ].join('');
}
