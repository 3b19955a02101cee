import type { MemoOfWatcher } from '../../src/witness/chooseTestimony.ts';
import type { ChainView } from './chainView.ts';
import type { WitnessTexts } from './checkWitnesses.ts';
import { memosOf } from './memos.ts';
import { blockTimeOf } from './readMark.ts';

export interface WitnessSearch {
  /** The watcher's. */
  readonly wallet: string;
  readonly round: number;
  /** Unix seconds. */
  readonly endsAt: number;
  /** The history is read back at least to here, unix seconds. */
  readonly since: number;
}

/** Look-ups for each watcher: strangers' look-alikes cost one each, and public servers count. */
const LOOK_UPS = 200;

/** Every testimony about a round that a watcher signed; strangers who mention its wallet say nothing. */
export async function findWitnessTexts(view: ChainView, search: WitnessSearch): Promise<WitnessTexts> {
  const { wallet, round, endsAt, since } = search;
  const { rows, gap } = await view.historyOf(wallet).read(since, endsAt);
  const begin = `GOD1 witness round=${round} ends=${endsAt} `;
  const candidates = rows.filter(({ failed, memo }) => !failed && memo.includes(begin));
  const memos: MemoOfWatcher[] = [];
  const doubts = gap === null ? [] : [gap];
  if (candidates.length > LOOK_UPS) doubts.push(`more than ${LOOK_UPS} transactions look like its testimony`);
  // One after the other: public servers count.
  for (const { signature, slot, blockTime } of candidates.slice(0, LOOK_UPS)) {
    const look = await view.look(signature);
    if (look.kind !== 'read') {
      doubts.push(look.kind === 'absent' ? `${signature} is listed and not known` : look.why);
      continue;
    }
    const { failed, signers, instructions } = look.transaction;
    if (failed || !signers.includes(wallet)) continue;
    const texts = memosOf(instructions).filter((text) => text.startsWith(begin));
    const time = blockTime ?? (await blockTimeOf(view.ask, slot).catch(() => null));
    if (time === null) doubts.push(`${signature}: its block time is not known`);
    else memos.push(...texts.map((text) => ({ signature, slot, blockTime: time, text })));
  }
  return { memos, doubts };
}
