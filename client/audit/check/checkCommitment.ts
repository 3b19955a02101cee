import { markOf } from '../../../src/marks/readForm.ts';
import { type AskChain, describeFailure } from '../chain/askChain.ts';
import { timeFrom } from '../chain/readMark.ts';
import { MOST_ROWS, readPage } from '../chain/readRows.ts';
import type { Look } from '../chain/readTransaction.ts';
import { missing } from './RoundFacts.ts';
import { promiseOf, type RoundOnChain } from './roundOnChain.ts';
import { couldNotCheck, differs, type Finding, failed, firstOf, notReached, ok, unlike } from './Step.ts';

/**
 * Whether the proof's commitment made the mark of this hour: in the one form that counts, in time, and with the memo
 * that the proof shows.
 */
export async function checkCommitment(round: RoundOnChain): Promise<Finding> {
  const { facts, wallet } = round;
  const { commitment } = facts.bundle;
  if (commitment === null) return missing(facts, 'commitment', 'locked');
  const mark = markOf({ base: wallet, seed: facts.protocol.commitSeed(facts.terms.endsAt) });
  const published = unlike('commitment.mark', mark, commitment.mark);
  if (published) return published;
  const { signature } = commitment;
  if (signature === null) return missing(facts, 'commitment.signature', 'committed');
  const made = await round.commitment();
  if (made.kind === 'early') return notReached('the commitment is not final on chain yet');
  if (made.kind === 'none') return differs('commitment.signature', `none, as there is no mark ${mark},`, signature);
  if (made.kind === 'spent') return failed(made.why);
  const { transaction, time, marked } = made;
  return (
    firstOf(
      unlike('commitment.signature', transaction.signature, signature),
      unlike('memo on chain', commitment.memo, marked.memo),
      unlike('commitment.slot', transaction.slot, commitment.slot),
      commitment.blockTime === null
        ? missing(facts, 'commitment.blockTime', 'committed')
        : unlike('commitment.blockTime', time, commitment.blockTime),
    ) ?? ok(`${signature}, ${facts.terms.endsAt - time} s before the draw`)
  );
}

/**
 * Whether the list's slot is not after the commitment's slot, and its time is one that a commitment may have. A slot
 * without a block has no time. It is too early if, on each server, even the first block after it is too early.
 */
export async function checkSnapshot(round: RoundOnChain): Promise<Finding> {
  const { facts, view } = round;
  const { snapshot } = facts.bundle;
  if (snapshot === null) return missing(facts, 'snapshot', 'locked');
  const promise = await promiseOf(round);
  if (!('transaction' in promise)) return promise;
  const { slot } = promise.transaction;
  // List and commitment may have the same slot, on a chain that finalizes at once.
  if (snapshot.slot > slot) return differs('snapshot.slot', `${slot} at most`, snapshot.slot);
  const { earliest, latest } = facts.times;
  let time: number;
  try {
    time = await view.blockTime(snapshot.slot);
  } catch (error) {
    let most = 0;
    for (const ask of view.servers) most = Math.max(most, await timeFrom(ask, snapshot.slot));
    if (most < earliest) return differs(`time of slot ${snapshot.slot}`, `${earliest} at least`, `${most} at most`);
    return couldNotCheck(`${describeFailure(error)}; the slot’s time is ${most} at most, perhaps not too early`);
  }
  if (time < earliest || time > latest)
    return differs(`time of slot ${snapshot.slot}`, `within ${earliest} and ${latest}`, time);
  return ok(`slot ${snapshot.slot}, ${facts.terms.endsAt - time} s before the draw`);
}

/** Whether the pool wallet held the amount that is split, at some time between the snapshot and the commitment. */
export async function checkPool(round: RoundOnChain): Promise<Finding> {
  const { facts, wallet } = round;
  const { snapshot, prize } = facts.bundle;
  if (prize === null) return missing(facts, 'prize', 'locked');
  if (snapshot === null) return missing(facts, 'snapshot', 'locked');
  const promise = await promiseOf(round);
  if (!('transaction' in promise)) return promise;
  const { before, signature } = promise.transaction;
  const held = before?.get(wallet) ?? null;
  if (held === null) return couldNotCheck(`${signature}: this RPC server does not tell the balances`);
  if (isShareOf(prize.pool, held, held)) return ok(`${prize.pool} lamports`);
  return walkPool(round, { claim: prize.pool, slot: snapshot.slot, held, commitment: signature });
}

/** Whether a claim is at most the highest of some balances, and at least 999 thousandths of the lowest. */
function isShareOf(claim: bigint, lowest: number, highest: number): boolean {
  return 999n * BigInt(lowest) <= 1000n * claim && claim <= BigInt(highest);
}

/** The most transactions between snapshot and commitment that are read. */
const MOST_WALKED = 100;

interface Walk {
  /** The lamports that the proof claims the pool wallet held. */
  readonly claim: bigint;
  readonly slot: number;
  /** The lamports that the pool wallet held before the commitment. */
  readonly held: number;
  readonly commitment: string;
}

/**
 * Follows the pool wallet's balance from the snapshot to the commitment, through each of its transactions, until the
 * claim fits the balances found (`isShareOf`). Failed transactions count too, because they took a fee. Throws
 * when a balance is not told. Throws when a transaction does not begin with the balance that the one before it left,
 * because then the servers leave out a transaction.
 */
async function walkPool({ view, wallet }: RoundOnChain, { claim, slot, held, commitment }: Walk): Promise<Finding> {
  const told: (readonly string[])[] = [];
  for (const ask of view.servers) told.push(await signaturesFrom(ask, { wallet, slot, before: commitment }));
  const [history = [], ...others] = told;
  if (others.some((other) => JSON.stringify(other) !== JSON.stringify(history)))
    throw new Error(`the two RPC servers disagree about the history of ${wallet}`);
  const [last = '', ...later] = history;
  let [left, lowest, highest] = [heldIn(await view.look(last), 'after', wallet), held, held];
  for (const [index, signature] of [...later, commitment].entries()) {
    if (index === MOST_WALKED && later.length > MOST_WALKED)
      return couldNotCheck(
        `${wallet} has ${later.length} transactions between the snapshot and the commitment, and ${MOST_WALKED} at most are read`,
      );
    const look = await view.look(signature);
    if (heldIn(look, 'before', wallet) !== left)
      throw new Error(`something is missing in the history of ${wallet} before ${signature}`);
    [lowest, highest] = [Math.min(lowest, left), Math.max(highest, left)];
    if (isShareOf(claim, lowest, highest)) return ok(`${claim} lamports`);
    // The balance after the commitment does not count.
    if (index < later.length) left = heldIn(look, 'after', wallet);
  }
  return differs('prize.poolLamports', `${lowest} to ${highest}, as held from slot ${slot} to the commitment`, claim);
}

/** What a wallet held before or after a transaction, in lamports. Throws when that is not told. */
function heldIn(look: Look, when: 'before' | 'after', wallet: string): number {
  if (look.kind === 'unreadable') throw new Error(look.why);
  const held = look.kind === 'read' ? (look.transaction[when]?.get(wallet) ?? null) : null;
  if (held === null) throw new Error(`what ${wallet} held ${when} one of its transactions is not told`);
  return held;
}

interface SignaturesAsked {
  readonly wallet: string;
  readonly slot: number;
  /** The signature of a transaction. Only older transactions are looked for. */
  readonly before: string;
}

/**
 * The signatures of a wallet's transactions, oldest first: the last one before a slot, and all later ones up to
 * `before`. Throws when the server's history does not reach back to the slot, or is too long.
 */
async function signaturesFrom(ask: AskChain, { wallet, slot, before }: SignaturesAsked): Promise<readonly string[]> {
  const found: string[] = [];
  while (found.length < MOST_ROWS) {
    const page = await readPage(ask, wallet, found.at(-1) ?? before);
    if (page.length === 0) throw new Error(`no transaction of the pool wallet before slot ${slot} is known`);
    for (const row of page) {
      found.push(row.signature);
      if (row.slot < slot) return found.toReversed();
    }
  }
  throw new Error(`${wallet} has more than ${MOST_ROWS - 1} transactions between the snapshot and the commitment`);
}
