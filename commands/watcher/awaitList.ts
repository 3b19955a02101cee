import { address } from '../../src/address/address.ts';
import { markOf } from '../../src/marks/readForm.ts';
import { godUnits } from '../../src/money/god.ts';
import { knownProtocol } from '../../src/protocol/protocolOf.ts';
import type { CommitMemo } from '../../src/protocol/terms/memo.ts';
import type { Protocol } from '../../src/protocol/terms/Protocol.ts';
import type { Terms } from '../../src/terms/Terms.ts';
import { type ChainOfTerms, termsChain } from '../../src/terms/termsChain.ts';
import type { PublishedList } from '../../src/witness/findSuspects.ts';
import { RpcError } from '../../worker/chain/node/rpcError.ts';
import type { RpcNode } from '../../worker/chain/node/rpcNode.ts';
import { type App, AppError, type ProofRead } from './askApp.ts';
import { commitSeed, readCommitted } from './readCommitted.ts';

/** A committed list, and the rules by which it is judged. */
export interface ListToJudge {
  readonly protocol: Protocol;
  readonly terms: Terms;
  /** As committed, hex. */
  readonly root: string;
  readonly list: PublishedList;
}

export type Awaited =
  | { readonly kind: 'list'; readonly lottery: string; readonly found: ListToJudge }
  /** There is no commitment. */
  | { readonly kind: 'none'; readonly why: string }
  /** There is a commitment, but the app does not show the list of its root. */
  | { readonly kind: 'withheld'; readonly lottery: string; readonly why: string }
  /** It is not known whether there is a commitment. */
  | { readonly kind: 'unreadable'; readonly why: string };

export interface AwaitListInput {
  readonly app: App;
  readonly node: RpcNode;
  readonly round: number;
  /** Unix seconds. */
  readonly endsAt: number;
  /** Unix milliseconds: when the waiting ends. */
  readonly until: number;
  readonly now: () => number;
  readonly wait: (ms: number) => Promise<unknown>;
  /** Called before each look, and awaited. */
  readonly meanwhile: () => Promise<void>;
}

const POLL_MS = 1_000;

/** Waits for a round's commitment on the watcher's own node, and for the app to show the list of its root. */
export async function awaitList(input: AwaitListInput): Promise<Awaited> {
  const { app, round, until, now, wait, meanwhile } = input;
  let chain: ChainOfTerms | null = null;
  let committed: CommitMemo | null = null;
  let problem: string | null = 'there was no time left to look for the list';
  while (now() < until) {
    await meanwhile();
    try {
      chain ??= termsChain(
        round,
        (await app.terms()).announcements.map(({ terms }) => terms),
      );
      if (chain === null) problem = 'the terms of this round are not shown whole';
      else {
        committed ??= await committedOf(input, chain);
        problem = null;
        if (committed !== null) {
          const found = listOf(await app.proof(round), committed, chain.terms);
          if (typeof found !== 'string') return { kind: 'list', lottery: chain.lottery, found };
          problem = found;
        }
      }
    } catch (error) {
      if (!(error instanceof AppError) && !(error instanceof RpcError)) throw error;
      problem = error.message;
    }
    await wait(POLL_MS);
  }
  if (chain !== null && committed !== null)
    return { kind: 'withheld', lottery: chain.lottery, why: problem ?? 'the list is not shown' };
  return problem === null
    ? { kind: 'none', why: 'nothing was committed in time' }
    : { kind: 'unreadable', why: problem };
}

/** The commitment on chain, or null. The app's answer only tells where to look first. */
async function committedOf({ app, node, round, endsAt }: AwaitListInput, { terms }: ChainOfTerms) {
  const { pool } = terms;
  const named = await app.round(round).then(
    ({ commitment }) => commitment?.signature ?? null,
    (error: unknown) => {
      if (error instanceof AppError) return null;
      throw error;
    },
  );
  const mark = markOf({ base: pool, seed: commitSeed(endsAt) });
  return readCommitted(node, { pool, round, endsAt }, mark, named);
}

/** The committed list; a sentence when the app shows no list, another list, or one that cannot be judged. */
function listOf({ rules, snapshot }: ProofRead, committed: CommitMemo, terms: Terms): ListToJudge | string {
  if (rules === null || snapshot === null) return 'no list is shown';
  const protocol = knownProtocol(rules.rules);
  if (protocol === null) return 'the round is of rules that this watcher does not know: update the watcher';
  try {
    const owners = snapshot.entries.map((owner) => address(owner));
    const excluded = rules.excluded.map(([owner, reason]) => ({ owner: address(owner), reason }));
    const shown = `the list that is shown is not the one of the committed root ${committed.root}`;
    if (protocol.ownersRoot(owners) !== committed.root || owners.length !== committed.entries) return shown;
    const hash = protocol.rulesHash({ ...rules, excluded: excluded.map(({ owner, reason }) => [owner, reason]) });
    if (hash !== committed.rulesHash) return 'the rules that are shown are not the committed ones';
    const entries = owners.map((owner, index) => ({ owner, amount: godUnits(BigInt(snapshot.amounts[index] ?? 0)) }));
    const { threshold, top } = terms;
    const list = { slot: committed.slot, entries, excluded, threshold: BigInt(threshold), top };
    return { protocol, terms, root: committed.root, list };
  } catch (error) {
    if (error instanceof RangeError) return `the list makes no sense: ${error.message}`;
    throw error;
  }
}
