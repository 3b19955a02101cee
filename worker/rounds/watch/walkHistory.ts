import type { Address } from '../../../src/address/address.ts';
import { type HistoryRow, readHistoryPage } from '../../chain/ledger/readHistory.ts';
import { readSigned, type SignedReading } from '../../chain/ledger/readSigned.ts';
import { INVALID_PARAMS, RpcError, UnknownCursor } from '../../chain/node/rpcError.ts';
import type { RpcNode } from '../../chain/node/rpcNode.ts';
import { unjournaled } from '../../store/rounds/checkpoints.ts';
import type { Place } from '../../store/rounds/searched.ts';

/**
 * How many transactions one walk through a node's history looks up at most. Whoever floods the wallet delays the alarm,
 * not the rounds.
 */
const LOOK_UPS = 300;
const PAGES = 20;
/**
 * After so many walks in a row without a page from its place, a node's next walk begins with the newest page. What is
 * newer than that place would otherwise wait for ever.
 */
const MOST_FAILURES = 10;
/**
 * After so many look-ups in a row without an answer, a walk ends. A node that limits calls would otherwise refuse most
 * of a flood and be asked once more for all of it: what it refuses twice is passed by.
 */
const MOST_UNANSWERED = 5;
/** The signature under which a history lists transactions that were refused before they ran. They moved nothing. */
const NO_SIGNATURE = '1'.repeat(64);

/** What was learnt since the slot of a checkpoint. It only saves look-ups: a new instance begins without it. */
export interface Learnt {
  readonly since: number;
  /** Whether the wallet signed a transaction, by its signature. */
  readonly isOurs: Map<string, boolean>;
}

/** A walk through the history of one node. */
export interface Walk {
  readonly node: RpcNode;
  /** Where it goes on. It moves with each transaction that was looked at. */
  readonly place: Place;
  readonly learnt: Learnt;
  /** False from the moment on at which nothing more is to be asked. */
  readonly goesOn: () => boolean;
}

export interface WalkInput {
  readonly db: D1Database;
  readonly wallet: Address;
  /** The authority whose announcements are no outflows; null for none. */
  readonly announcing: Address | null;
}

/** Makes the function that looks up, from a place on, what a node lists for the wallet and nothing explains. */
export function createWalkHistory({ db, wallet, announcing }: WalkInput): (walk: Walk) => Promise<void> {
  return async ({ node, place, learnt, goesOn }) => {
    let lookUps = 0;
    let unanswered = 0;
    const mayLookUp = () => goesOn() && unanswered < MOST_UNANSWERED && lookUps++ < LOOK_UPS;
    const isAnswered = async (signature: string) => {
      const isFailed = (await lookUp(node, learnt, signature)) === 'failed';
      unanswered = isFailed ? unanswered + 1 : 0;
      return !isFailed;
    };
    for (const signature of [...place.refused]) {
      if (!mayLookUp()) return;
      await isAnswered(signature);
      place.refused.shift();
    }
    let { before } = place;
    for (let page = 0; page < PAGES && goesOn(); page++) {
      const { rows, next } = await pageAfter(node, before, place);
      const inSpan = rows.filter(({ slot }) => slot >= learnt.since);
      const listed = inSpan.map(({ signature }) => signature);
      const unknown = new Set(await unjournaled(db, listed, announcing));
      for (const { signature, confirmationStatus } of finalFirst(inSpan)) {
        if (unknown.has(signature) && !learnt.isOurs.has(signature) && signature !== NO_SIGNATURE) {
          if (!mayLookUp()) return;
          if (!(await isAnswered(signature))) place.refused.push(signature);
        }
        if (isFinal({ confirmationStatus }) && signature !== NO_SIGNATURE) place.before = signature;
      }
      if (next === null || inSpan.length < rows.length) {
        place.before = null;
        return;
      }
      before = next;
    }
  };

  /**
   * One page of a node's history. If the node says that it cannot go on from there, its next walk begins with the
   * newest page: the node does not know that transaction any more, or there never was one. While it gives no answer,
   * the place is kept.
   */
  async function pageAfter(node: RpcNode, before: string | null, place: Place) {
    try {
      const page = await readHistoryPage(node, { wallet, before, until: null });
      place.failures = 0;
      return page;
    } catch (error) {
      place.failures += 1;
      const isLost = error instanceof UnknownCursor || (error instanceof RpcError && error.code === INVALID_PARAMS);
      if (isLost || place.failures === MOST_FAILURES) Object.assign(place, { before: null, failures: 0 });
      throw error;
    }
  }

  async function lookUp(node: RpcNode, { isOurs }: Learnt, signature: string): Promise<SignedReading['kind']> {
    const reading = await readSigned(node, { signature, wallet });
    if (reading.kind === 'proven') isOurs.set(signature, reading.proof.isSigned);
    // The forms of our own transactions can be read, so one that stays unreadable is a stranger's.
    else console.warn(`RPC ${node.label}: ${signature} is listed for the pool, but not proven: ${reading.kind}`);
    return reading.kind;
  }
}

/** A transaction that is not final may vanish with its fork: no list could then go on from it. */
const isFinal = ({ confirmationStatus }: Pick<HistoryRow, 'confirmationStatus'>) => confirmationStatus === 'finalized';

/** Rows that are not final come last: during a flood, a slow node would look at nothing else, and its place would stay. */
const finalFirst = (rows: readonly HistoryRow[]) => [...rows.filter(isFinal), ...rows.filter((row) => !isFinal(row))];
