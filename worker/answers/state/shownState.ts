import type { ChainView, PublicState } from '../../cache/publicState.ts';
import { type LockedList, TOP_HOLDERS } from './lockedList.ts';
import type { StoredState } from './publicState.ts';

type Holders = NonNullable<ChainView['holders']>;

/**
 * The public state from its stored part and what is known of the chain. There are two lists: that of the locked round,
 * and that of the holders as last read. The state contains the one that is shown. `now` is unix milliseconds.
 */
export function shownState({ lockedList, ...stored }: StoredState, chain: ChainView, now: number): PublicState {
  const list = lockedList !== null && isShown(lockedList, now) ? lockedView(lockedList, chain.holders) : null;
  return { ...stored, chain: list === null ? chain : { ...chain, holders: list } };
}

function isShown({ until }: LockedList, now: number): boolean {
  return until === null || now < until;
}

function lockedView({ round, participants, total, largest, slot, takenAt }: LockedList, read: Holders | null): Holders {
  const top = largest.map(({ owner, amount }) => ({ address: owner, amount: `${amount}`, isEligible: true }));
  // A list of fewer than ten wallets cannot name the ten largest holders: then they are those of the last reading.
  const isWhole = top.length >= TOP_HOLDERS || read === null;
  const inDraw = new Set<string>(participants);
  return {
    participants: [...participants],
    total,
    topHolders: isWhole
      ? top
      : read.topHolders.map((holder) => ({ ...holder, isEligible: inDraw.has(holder.address) })),
    slot,
    readAt: takenAt,
    lockedRound: round,
  };
}
