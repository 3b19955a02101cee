import { markOf } from '../../../src/marks/readForm.ts';
import type { AskChain } from '../chain/askChain.ts';
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

/** The list's slot must lie within the lock and not after the commitment's slot. */
export async function checkSnapshot(round: RoundOnChain): Promise<Finding> {
  const { facts, view } = round;
  const { snapshot } = facts.bundle;
  if (snapshot === null) return missing(facts, 'snapshot', 'locked');
  const promise = await promiseOf(round);
  if (!('transaction' in promise)) return promise;
  const { slot } = promise.transaction;
  // A chain that finalizes at once may have both in the same slot.
  if (snapshot.slot > slot) return differs('snapshot.slot', `${slot} at most`, snapshot.slot);
  const time = await view.blockTime(snapshot.slot);
  const { earliest, latest } = facts.times;
  if (time < earliest || time > latest)
    return differs(`time of slot ${snapshot.slot}`, `within ${earliest} and ${latest}`, time);
  return ok(`slot ${snapshot.slot}, ${facts.terms.endsAt - time} s before the draw`);
}

/** The pool wallet must have held the amount that is split: at the commitment, or else between the snapshot and it. */
export async function checkPool(round: RoundOnChain): Promise<Finding> {
  const { facts, wallet } = round;
  const { snapshot, prize } = facts.bundle;
  if (prize === null) return missing(facts, 'prize', 'locked');
  if (snapshot === null) return missing(facts, 'snapshot', 'locked');
  const promise = await promiseOf(round);
  if (!('transaction' in promise)) return promise;
  const { before, signature } = promise.transaction;
  if (before === null) return couldNotCheck(`${signature}: this RPC server does not tell the balances`);
  const held = before.get(wallet) ?? 0;
  if (!isShareOf(prize.pool, held, held)) {
    const earlier = await balanceAt(round, snapshot.slot, signature);
    if (!isShareOf(prize.pool, held, earlier)) {
      const due = `${earlier} at slot ${snapshot.slot} or ${held} at the commitment`;
      return differs('prize.poolLamports', due, prize.pool);
    }
  }
  return ok(`${prize.pool} lamports`);
}

/** Whether it is at most the larger of two balances, and at least 999 thousandths of the smaller one. */
function isShareOf(claim: bigint, one: number, other: number): boolean {
  const [less, more] = [BigInt(Math.min(one, other)), BigInt(Math.max(one, other))];
  return 999n * less <= 1000n * claim && claim <= more;
}

/**
 * What the pool wallet held after its last transaction up to a slot, in lamports. The next transaction has to begin
 * with the same balance. If it does not, the servers leave out a transaction in between. Throws in that case, and when
 * no server tells the balance.
 */
async function balanceAt({ view, wallet }: RoundOnChain, slot: number, before: string): Promise<number> {
  const found: (readonly [string, string])[] = [];
  for (const ask of view.servers) found.push(await lastUpTo(ask, { wallet, slot, before }));
  const [[last, next] = ['', '']] = found;
  if (found.some((other) => other[0] !== last || other[1] !== next))
    throw new Error(`the two RPC servers disagree about the history of ${wallet}`);
  const left = heldIn(await view.look(last), 'after', wallet);
  if (left !== heldIn(await view.look(next), 'before', wallet))
    throw new Error(`something is missing in the history of ${wallet} between ${last} and ${next}`);
  return left;
}

/** What a wallet held before or after a transaction, in lamports. Throws when that is not told. */
function heldIn(look: Look, when: 'before' | 'after', wallet: string): number {
  if (look.kind === 'unreadable') throw new Error(look.why);
  const held = look.kind === 'read' ? look.transaction[when]?.get(wallet) : undefined;
  if (held === undefined) throw new Error(`what ${wallet} held ${when} one of its transactions is not told`);
  return held;
}

interface LastAsked {
  readonly wallet: string;
  readonly slot: number;
  /** The signature below which it is looked for. */
  readonly before: string;
}

/**
 * A wallet's last transaction up to a slot, and the one after it, by one server's history. Throws when it does not tell
 * them.
 */
async function lastUpTo(ask: AskChain, { wallet, slot, before }: LastAsked): Promise<readonly [string, string]> {
  let next = before;
  for (let seen = 0; seen < MOST_ROWS; ) {
    const page = await readPage(ask, wallet, next);
    if (page.length === 0) break;
    for (const row of page) {
      if (row.slot <= slot) return [row.signature, next];
      next = row.signature;
    }
    seen += page.length;
  }
  throw new Error(`no transaction of the pool wallet up to slot ${slot} is known`);
}
