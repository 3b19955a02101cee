import { address } from '../src/address/address.ts';
import { godUnits } from '../src/money/god.ts';
import { knownProtocol } from '../src/protocol/protocolOf.ts';
import type { Protocol } from '../src/protocol/terms/Protocol.ts';
import { termsNamed } from '../src/terms/termsNamed.ts';
import type { PublishedList } from '../src/witness/findSuspects.ts';
import { type App, AppError, type ProofRead } from './askApp.ts';

/** A published list, and by which rules it is judged. */
export interface ListToJudge {
  readonly protocol: Protocol;
  readonly mint: string;
  /** As published, hex. */
  readonly root: string;
  readonly list: PublishedList;
}

export type Awaited =
  | { readonly kind: 'list'; readonly found: ListToJudge }
  /** Nothing was locked. */
  | { readonly kind: 'none'; readonly why: string }
  | { readonly kind: 'unreadable'; readonly why: string };

export interface AwaitListInput {
  readonly app: App;
  readonly round: number;
  /** Unix milliseconds: a list that is published later is of no use. */
  readonly until: number;
  readonly now: () => number;
  readonly wait: (ms: number) => Promise<unknown>;
}

const POLL_MS = 1_000;

/** Waits for a round's lock and reads what was published with it. An app that does not answer is asked again. */
export async function awaitList({ app, round, until, now, wait }: AwaitListInput): Promise<Awaited> {
  let problem: string | null = null;
  while (now() < until) {
    try {
      const { state, reason, root } = await app.round(round);
      problem = null;
      if (root !== null) return readList(await app.proof(round));
      if (state !== 'open') return { kind: 'none', why: `the round is ${state} (${reason ?? 'no reason'})` };
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      problem = error.message;
    }
    await wait(POLL_MS);
  }
  return problem === null ? { kind: 'none', why: 'nothing was locked in time' } : { kind: 'unreadable', why: problem };
}

function readList({ rules, snapshot, terms: shown }: ProofRead): Awaited {
  const protocol = rules && knownProtocol(rules.rules);
  if (rules === null || snapshot === null || protocol === null)
    return { kind: 'unreadable', why: 'the round is of rules that this watcher does not know: update it' };
  const terms = termsNamed(
    rules.terms,
    shown.map(({ terms }) => terms),
  );
  if (terms === null) return { kind: 'unreadable', why: `its terms, ${rules.terms}, are not shown` };
  try {
    const entries = snapshot.entries.map((owner, index) => ({
      owner: address(owner),
      amount: godUnits(BigInt(snapshot.amounts[index] ?? 0)),
    }));
    const excluded = rules.excluded.map(([owner, reason]) => ({ owner: address(owner), reason }));
    const list = { slot: snapshot.slot, entries, excluded, threshold: BigInt(terms.threshold), top: terms.top };
    return { kind: 'list', found: { protocol, mint: terms.mint, root: snapshot.root, list } };
  } catch (error) {
    if (error instanceof RangeError) return { kind: 'unreadable', why: `the list makes no sense: ${error.message}` };
    throw error;
  }
}
