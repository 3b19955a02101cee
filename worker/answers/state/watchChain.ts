import type { Address } from '../../../src/address/address.ts';
import { CURRENT_PROTOCOL } from '../../../src/protocol/protocolOf.ts';
import type { Entry } from '../../../src/protocol/terms/entries.ts';
import type { ChainView } from '../../cache/publicState.ts';
import { readBalance } from '../../chain/accounts/readChain.ts';
import type { MintState } from '../../chain/accounts/readMint.ts';
import type { Rpc } from '../../chain/node/rpc.ts';
import type { EntriesRead, ReadEntries } from '../../rounds/lists/readEntries.ts';
import type { Play } from '../../terms/playUnder.ts';
import { type FindStanding, indexHolders, type Standing } from './indexHolders.ts';
import { MAX_PARTICIPANTS, TOP_HOLDERS } from './lockedList.ts';

/** The pool balance is read again at most this often. */
const POOL_MS = 15_000;
/** If a payment came after the last reading, the pool is read again after this long. */
const POOL_BEHIND_MS = 1_000;

/** For how long after a `noteLook` it counts as true that somebody looks. */
const LOOKED_MS = 120_000;
/** The holders are read this often while somebody looks, or after `MS_PER_ACCOUNT` × accounts if that is longer. */
const HOLDERS_MS = 60_000;
const MS_PER_ACCOUNT = 28;
/** The holders are read this often even when nobody looks: a page shows no list that is older than ten minutes. */
export const MOST_HOLDERS_MS = 300_000;
/** The crons come about every minute; one may come this much early. */
const EARLY_MS = 5_000;

export interface WatchChainInput {
  readonly rpc: Rpc;
  /** The pool wallet of the terms in force. */
  readonly pool: () => Address;
  /** Reads the stored terms, once for an instance. */
  readonly load: () => Promise<void>;
  /** What the running round is played by; undefined while that is not known. */
  readonly play: () => Play | undefined;
  /** As `play`, for the round that is locked next: its rules say how much GOD is enough. */
  readonly coming: () => Play | undefined;
  readonly readEntries: ReadEntries;
  readonly now: () => number;
  /** What an earlier instance knew, so that the page is not empty after a restart. */
  readonly known: ChainView | null;
}

/** Keeps holders and pool up to date between locks, from `confirmed` reads. No lock uses them. */
export function createWatchChain({ rpc, pool, load, play, coming, readEntries, now, known }: WatchChainInput) {
  let view: ChainView = known ?? { holders: null, holdersFailingSince: null, terms: null, pool: null, mint: null };
  let poolAskedAt = known?.pool?.readAt ?? Number.NEGATIVE_INFINITY;
  let holdersAskedAt = Number.NEGATIVE_INFINITY;
  let holdersReadAt = known?.holders?.readAt ?? Number.NEGATIVE_INFINITY;
  let accounts = 0;
  /** Hash of the terms by which the holders were last asked for. */
  let askedUnder = known?.holders?.under;
  let lookedAt = Number.NEGATIVE_INFINITY;
  let holdersReading: Promise<boolean> | null = null;
  /** Every holder of the last complete read. Unlike the view it is lost with the instance. */
  let findStanding: FindStanding | null = null;

  async function readHolders(): Promise<boolean> {
    holdersAskedAt = now();
    const read = await load()
      .then(() => {
        const under = coming();
        askedUnder = under?.hash;
        return rpc.read((node) => readEntries(node, 'confirmed', { rules: under?.entries }));
      })
      .catch((error: unknown) => {
        noteFailure();
        throw error;
      });
    if (!read.snapshot.isComplete) {
      noteFailure();
      return false;
    }
    const holders = { ...holdersView(read, now()), ...(askedUnder !== undefined && { under: askedUnder }) };
    holdersReadAt = now();
    ({ accounts } = read.snapshot);
    view = { ...view, holders, mint: mintView(read.snapshot.mint), holdersFailingSince: null };
    findStanding = indexHolders(read, now());
    return true;
  }

  function noteFailure(): void {
    view = { ...view, holdersFailingSince: view.holdersFailingSince ?? now() };
  }

  return {
    /** Until the terms are loaded, those of the last instance are shown. */
    view: (): ChainView => ({ ...view, terms: termsView(play()) ?? view.terms }),
    /** Whether the pool should be read again; `newestPayment` is the slot of the newest known payment. */
    isPoolStale: (newestPayment = 0) => {
      const isBehind = view.pool !== null && view.pool.slot < newestPayment;
      return now() - poolAskedAt >= (isBehind ? POOL_BEHIND_MS : POOL_MS);
    },
    /** True while the holders are unknown, unless they were asked for a moment ago. */
    needsHolders: () => view.holders === null && now() - holdersAskedAt >= POOL_MS,
    noteLook: () => {
      lookedAt = now();
    },
    /**
     * Whether the holders should be read again: at once under other terms, and else when they are old. While somebody
     * looks, a list is also old if the running round's lock has read its own list since. `lockedAt`: when that was,
     * unix milliseconds; null while the running round is not locked. A time in the future, from a clock that was ahead,
     * does not count: every reading until then would be older.
     */
    areHoldersDue: (lockedAt: number | null) => {
      const isLookedAt = now() - lookedAt < LOOKED_MS;
      if (isLookedAt && lockedAt !== null && holdersReadAt < lockedAt && lockedAt <= now())
        return holdersAskedAt < lockedAt || now() - holdersAskedAt >= POOL_MS;
      const least = isLookedAt ? Math.max(HOLDERS_MS, accounts * MS_PER_ACCOUNT) : MOST_HOLDERS_MS;
      const isOld = now() - holdersReadAt >= Math.min(MOST_HOLDERS_MS, least) - EARLY_MS;
      const under = coming()?.hash;
      // Terms that are not loaded yet are no other terms.
      return (
        (under !== undefined && under !== askedUnder) || (isOld && now() - holdersAskedAt >= HOLDERS_MS - EARLY_MS)
      );
    },
    /** Where a wallet stands; null while this instance has not read the holders. */
    standing: (owner: Address): Standing | null => findStanding?.(owner) ?? null,
    /** True while standings are unknown and worth waiting for: a read is under way, or the last try is not recent. */
    needsStandings: () => findStanding === null && (holdersReading !== null || now() - holdersAskedAt >= POOL_MS),
    /** Waits for a read of the holders that is under way. Throws as that read does. */
    async joinReading(): Promise<void> {
      await holdersReading;
    },
    /** Reads the holders; a call during a read shares it. True when the list is complete. */
    readHolders(): Promise<boolean> {
      holdersReading ??= readHolders().finally(() => {
        holdersReading = null;
      });
      return holdersReading;
    },
    /** Reads the pool. False for a reading that began or ended while `isInDoubt`: such a reading is not taken. */
    async readPool(isInDoubt = () => false): Promise<boolean> {
      if (isInDoubt()) return false;
      poolAskedAt = now();
      // Without the terms, the pool would be the one of the settings, which may be meant for later rounds.
      await load();
      const wallet = pool();
      const { lamports, slot } = await rpc.read((node) => readBalance(node, wallet, 'confirmed'));
      if (isInDoubt()) return false;
      view = { ...view, pool: { wallet, lamports: lamports.toString(), slot, readAt: now() } };
      return true;
    },
  };
}

function termsView(play: Play | undefined): ChainView['terms'] {
  if (play === undefined) return null;
  const { lock, threshold, top, share, places, excluded, watchers } = play.terms;
  return {
    ...{ lock, threshold, top, share, places: [...places] },
    excluded: excluded.map(([address, reason]) => ({ address, reason })),
    watchers: watchers.map(([address, name]) => ({ name, address })),
  };
}

function holdersView(read: EntriesRead, readAt: number): NonNullable<ChainView['holders']> {
  const { entries, snapshot } = read;
  const eligible = new Set<Address>(entries.map((entry) => entry.owner));
  return {
    participants: CURRENT_PROTOCOL.largest(entries, MAX_PARTICIPANTS).map((entry) => entry.owner),
    total: entries.length,
    topHolders: CURRENT_PROTOCOL.largest(listed(read), TOP_HOLDERS).map(({ owner, amount }) => ({
      address: owner,
      amount: amount.toString(),
      isEligible: eligible.has(owner),
    })),
    slot: snapshot.slot,
    readAt,
  };
}

/** Some holders, the ten largest among them. Not all holders: making addresses for 200,000 takes seconds. */
function listed({ snapshot: { holdings }, excluded, keptOut, reasonAgainst, threshold }: EntriesRead): Entry[] {
  const from = (least: bigint) =>
    [...holdings.where((amount) => amount >= least)].filter(({ owner }) => reasonAgainst(owner) === null);
  const large = from(threshold);
  if (large.length >= TOP_HOLDERS) return large;
  const ascending = holdings.amounts().sort();
  const least = ascending[Math.max(0, ascending.length - TOP_HOLDERS - excluded.length - keptOut.length)] ?? 0n;
  return from(least > 0n ? least : 1n);
}

function mintView({ supply, transferFee, authorities }: MintState): ChainView['mint'] {
  return {
    supply: supply.toString(),
    transferFee:
      transferFee === null
        ? null
        : { basisPoints: transferFee.basisPoints, maximumFee: transferFee.maximumFee.toString() },
    authorities: [...authorities],
  };
}
