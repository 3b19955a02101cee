import { markOf } from '../../../src/marks/readForm.ts';
import { type AskChain, describeFailure } from '../chain/askChain.ts';
import { timeFrom } from '../chain/readMark.ts';
import { MOST_ROWS, readPage } from '../chain/readRows.ts';
import type { Look } from '../chain/readTransaction.ts';
import { missing } from './RoundFacts.ts';
import { promiseOf, type RoundOnChain } from './roundOnChain.ts';
import { couldNotCheck, differs, type Finding, failed, firstOf, notReached, ok, unlike } from './Step.ts';

/**
 * The commitment in the proof has to be what made the mark of this hour: a finalized transaction of the pool wallet
 * alone, in the one form, in time, with the expected text.
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
 * The list's slot must lie within the lock and not after the commitment's slot. No honest lottery names a slot without
 * a block. Such a slot has no time of its own, but it is too early when each server has a later block that is also too
 * early.
 */
export async function checkSnapshot(round: RoundOnChain): Promise<Finding> {
  const { facts, view } = round;
  const { snapshot } = facts.bundle;
  if (snapshot === null) return missing(facts, 'snapshot', 'locked');
  const promise = await promiseOf(round);
  if (!('transaction' in promise)) return promise;
  const { slot } = promise.transaction;
  // On a chain that finalizes at once, list and commitment may have the same slot.
  if (snapshot.slot > slot) return differs('snapshot.slot', `${slot} at most`, snapshot.slot);
  const { earliest, latest } = facts.times;
  let time: number;
  try {
    time = await view.blockTime(snapshot.slot);
  } catch (error) {
    let most = 0;
    for (const ask of view.servers) most = Math.max(most, await timeFrom(ask, snapshot.slot));
    if (most < earliest) return differs(`time of slot ${snapshot.slot}`, `${earliest} at least`, `${most} at most`);
    return couldNotCheck(`${describeFailure(error)}; the first known block from it on, of ${most}, is not too early`);
  }
  if (time < earliest || time > latest)
    return differs(`time of slot ${snapshot.slot}`, `within ${earliest} and ${latest}`, time);
  return ok(`slot ${snapshot.slot}, ${facts.terms.endsAt - time} s before the draw`);
}

/** The pool wallet must have held the amount that is split: at the commitment, or at some time since the snapshot. */
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

/** Whether a claim is at most the highest of some balances, and at least 999 thousandths of the lowest one. */
function isShareOf(claim: bigint, lowest: number, highest: number): boolean {
  return 999n * BigInt(lowest) <= 1000n * claim && claim <= BigInt(highest);
}

/** How many transactions between snapshot and commitment are read. Public servers limit how often they are asked. */
const MOST_WALKED = 100;

interface Walk {
  /** Lamports that the pool wallet is said to have held. */
  readonly claim: bigint;
  /** The snapshot's slot. */
  readonly slot: number;
  /** What the pool wallet held before the commitment, lamports. */
  readonly held: number;
  /** The signature of the commitment's transaction. */
  readonly commitment: string;
}

/**
 * Follows the pool wallet's balance from the snapshot to the commitment, through each of its transactions, until the
 * claim lies between the lowest and the highest balance. Failed transactions count too, because they took a fee. Each
 * transaction must begin with the balance that the one before it left. Otherwise the servers leave out a transaction,
 * and this throws; it also throws when a balance is not told.
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
  /** A signature: only transactions older than this one are looked for. */
  readonly before: string;
}

/**
 * The signatures of a wallet's last transaction before a slot and of all later ones that are older than `before`,
 * oldest first, by one server's history. Throws when that history ends before the slot, or is too long.
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
