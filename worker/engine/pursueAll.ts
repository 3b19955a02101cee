import { distrustOldViews } from '../chain/oldViews.ts';
import { proveExpired } from '../chain/proveExpired.ts';
import { type Outcome, readOutcome } from '../chain/readOutcome.ts';
import type { Rpc } from '../chain/rpc.ts';
import { sendTransaction } from '../chain/sendTransaction.ts';
import { isDead, type Journal, type JournalFinding, type JournalRow } from '../store/journal.ts';
import { inGroups } from './inGroups.ts';
import type { Intention, PursueAll, Pursued, Pursuit } from './intention.ts';

/** The same bytes are handed to the nodes again after this long without a trace of them. */
const RESEND_MS = 2_000;
/** Whether an unseen attempt is dead is asked again after this long: it takes more than one question. */
const EXPIRY_MS = 2_000;
/** Nodes catch up within seconds. Where one calls an attempt final for so long and the others do not, somebody lies. */
const DISPUTE_MS = 30_000;
/** A node that has not caught up after so long may stand still. */
const STANDSTILL_MS = 5_000;
/**
 * Nodes remember what landed within 300 slots, two minutes, without a search of their history. Of an attempt that this
 * process signed less than this ago they must know it.
 */
const RECENT_MS = 60_000;

/** What a look at an intention has found; `finding` is what the journal does not know yet. */
type Look = { readonly finding: JournalFinding | null } & (
  | { readonly kind: 'known'; readonly pursuit: Pursuit }
  /** No attempt can land any more: a next one may be signed. */
  | { readonly kind: 'open'; readonly attempts: readonly JournalRow[] }
);

interface Open<I extends Intention> {
  readonly intention: I;
  readonly attempts: readonly JournalRow[];
}

export interface PursueInput {
  readonly journal: Pick<Journal, 'attemptsOf' | 'writeAll' | 'settleAll'>;
  readonly rpc: Rpc;
  readonly now: () => number;
}

/**
 * The one way anything is sent: sign, write to the journal, read back, send what was read. What goes out together is
 * written together: all of it is in the journal before the first byte is sent. Unknown is a state: no timeout, error
 * or lost answer ever counts as failure, and a next attempt needs proof that the last one is dead.
 */
export function createPursueAll({ journal, rpc, now }: PursueInput): PursueAll {
  const sentAt = new Map<string, number>();
  const expiryAskedAt = new Map<string, number>();
  const disputedSince = new Map<string, number>();
  const signedAt = new Map<string, number>();

  async function send(row: JournalRow): Promise<void> {
    sentAt.set(row.signature, now());
    await sendTransaction(rpc, row.bytes);
  }

  /**
   * Signs what may be signed, writes all of it, and only then sends what was read back. Throws when one of them cannot be
   * signed: then none is written.
   */
  async function start<I extends Intention>(open: readonly Open<I>[]): Promise<ReadonlyMap<string, Pursuit>> {
    const pursuits = new Map<string, Pursuit>();
    const signed = await inGroups(open, async ({ intention, attempts }) => {
      if (await intention.maySign(attempts))
        return [{ key: intention.key, attempt: attempts.length, ...(await intention.sign(attempts.length)) }];
      pursuits.set(intention.key, { kind: 'idle', attempts });
      return [];
    });
    const own = new Set(signed.flat().map(({ signature }) => signature));
    const rows = await journal.writeAll(
      signed.flat().map(({ blockhash: { blockhash, lastValidBlockHeight, slot }, ...attempt }) => ({
        ...{ ...attempt, blockhash, lastValidBlockHeight, signedSlot: slot },
      })),
    );
    await inGroups(rows, async (row) => {
      if (own.has(row.signature)) signedAt.set(row.signature, now());
      // Another writer may have been first: then its bytes are the ones to send, and ours are forgotten unsent.
      if (!isDead(row)) await send(row);
      expiryAskedAt.set(row.signature, now());
      pursuits.set(row.key, { kind: 'pending', row, seen: 'sent', slot: null });
    });
    return pursuits;
  }

  /** Of an attempt that too few nodes have seen: whether it is dead, else the same bytes again. */
  async function chase(intention: Intention, attempts: readonly JournalRow[], row: JournalRow): Promise<Look> {
    if (now() - (expiryAskedAt.get(row.signature) ?? 0) >= EXPIRY_MS) {
      expiryAskedAt.set(row.signature, now());
      const proof = await proveExpired(rpc, row, now());
      if (proof !== null) {
        forget(row.signature);
        return dead(attempts, { row, state: 'expired', proof });
      }
    }
    if (intention.mayResend && now() - (sentAt.get(row.signature) ?? 0) >= RESEND_MS) await send(row);
    return waiting(row);
  }

  /**
   * Nodes that contradict each other about an attempt: one that stands still loses its say, a contradiction that
   * stays is told.
   */
  async function watchDispute(row: JournalRow, { disputing: nodes }: Outcome): Promise<void> {
    if (nodes.length === 0) {
      disputedSince.delete(row.signature);
      return;
    }
    const since = disputedSince.get(row.signature) ?? now();
    disputedSince.set(row.signature, since);
    if (now() - since < STANDSTILL_MS) return;
    await distrustOldViews(rpc, now());
    if (now() - since < DISPUTE_MS) return;
    rpc.report({ kind: 'disagree', nodes, about: `the transaction of ${row.key}`, detail: 'not all call it final' });
  }

  function forget(signature: string): void {
    for (const times of [sentAt, expiryAskedAt, disputedSince, signedAt]) times.delete(signature);
  }

  async function look(intention: Intention, attempts: readonly JournalRow[]): Promise<Look> {
    const row = attempts.at(-1);
    if (row === undefined || isDead(row)) return { kind: 'open', attempts, finding: null };
    if (row.state === 'finalized' && row.slot !== null) return known({ kind: 'final', row, slot: row.slot });

    const isRecent = now() - (signedAt.get(row.signature) ?? Number.NEGATIVE_INFINITY) < RECENT_MS;
    const outcome = await readOutcome(rpc, row.signature, isRecent ? 'recent' : 'history');
    await watchDispute(row, outcome);
    if (outcome.seen === 'unknown') return chase(intention, attempts, row);
    const { seen, slot, error } = outcome;
    // An error counts only once it can no longer be undone by a fork.
    if (error !== null)
      return seen === 'finalized' ? dead(attempts, { row, state: 'failed', proof: error }) : waiting(row);
    if (seen === 'processed') return waiting(row);
    if (seen === 'confirmed') return known({ kind: 'pending', row, seen, slot }, { row, state: seen, slot });
    forget(row.signature);
    return known({ kind: 'final', row, slot }, { row, state: seen, slot });
  }

  return async <I extends Intention>(intentions: readonly I[]): Promise<Pursued<I>> => {
    const faults: Error[] = [];
    const note = (error: unknown) => void faults.push(error instanceof Error ? error : new Error(String(error)));
    const attempts = await journal.attemptsOf(intentions.map(({ key }) => key));
    const looks = await inGroups(intentions, async (intention) => {
      const found = await look(intention, attempts.get(intention.key) ?? []).catch(note);
      return found === undefined ? [] : [{ intention, ...found }];
    });
    const found = looks.flat();
    // Before anything is signed: a next attempt is written only where the last one is dead in the database.
    await journal.settleAll(found.flatMap(({ finding }) => finding ?? []));
    const started = await start(found.filter((each) => each.kind === 'open')).catch(note);
    const pursued = found.flatMap((each) => {
      const pursuit = each.kind === 'known' ? each.pursuit : started?.get(each.intention.key);
      return pursuit === undefined ? [] : [{ intention: each.intention, pursuit }];
    });
    return { pursued, fault: faults[0] ?? null };
  };
}

const known = (pursuit: Pursuit, finding: JournalFinding | null = null): Look => ({ kind: 'known', pursuit, finding });
const waiting = (row: JournalRow): Look => known({ kind: 'pending', row, seen: 'sent', slot: null });

/** The last attempt has died: `finding` says of what. */
function dead(attempts: readonly JournalRow[], finding: Extract<JournalFinding, { readonly proof: string }>): Look {
  const { row, state, proof } = finding;
  return { kind: 'open', attempts: [...attempts.slice(0, -1), { ...row, state, proof }], finding };
}
