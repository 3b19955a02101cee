import { isRecent } from '../../src/round/isRecent.ts';
import { proveExpired } from '../chain/ledger/proveExpired.ts';
import { type Outcome, readOutcomes } from '../chain/ledger/readOutcome.ts';
import { sendTransaction } from '../chain/ledger/sendTransaction.ts';
import type { Rpc } from '../chain/node/rpc.ts';
import { isDead, type Journal, type JournalRow } from '../store/journal/journal.ts';
import { inGroups } from './inGroups.ts';
import type { Intention, PursueAll, Pursued, Pursuit } from './intention.ts';
import { isEnded, isFinal, known, type Live, type Look, type Sight, weighAttempts } from './weighAttempts.ts';

/** Attempts that too few nodes know are sent to the nodes again after this long. */
const RESEND_MS = 2_000;
/** Whether an unseen attempt is dead is asked again only after this long: each time costs several calls. */
const EXPIRY_MS = 2_000;
/** No chain makes the 150 blocks of an attempt's life in less time: whether a younger attempt is dead is not asked. */
const LEAST_LIFE_MS = 6_000;
/**
 * Nodes catch up within seconds. If some nodes have called an attempt final for this long and others still do not, one
 * of them lies.
 */
const DISPUTE_MS = 30_000;
/** If all attempts are younger than this, nodes are asked only for what they remember of the last two minutes. */
const RECENT_MS = 60_000;

interface Open<I extends Intention> {
  readonly intention: I;
  readonly attempts: readonly JournalRow[];
  /** True when the last attempt may still land, and the next one may be signed all the same. */
  readonly overlaps: boolean;
}

export interface PursueInput {
  readonly journal: Pick<Journal, 'attemptsOf' | 'writeAll' | 'settleAll'>;
  readonly rpc: Rpc;
  readonly now: () => number;
}

/**
 * The only way in which anything is sent: sign, write to the journal, read back, send what was read. "Unknown" is a
 * state: no timeout, error or lost answer counts as failure, and a next attempt needs proof that the last one is dead.
 * The exception is an intention for which the chain lets only one attempt land.
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
   * Signs what may be signed, writes all of it, and sends what was read back. Returns where the intentions stand then,
   * by key. Writes nothing if one signature fails.
   */
  async function start<I extends Intention>(open: readonly Open<I>[]): Promise<ReadonlyMap<string, Pursuit>> {
    const pursuits = new Map<string, Pursuit>();
    const signed = await inGroups(open, async ({ intention, attempts, overlaps }) => {
      const { key } = intention;
      if (await intention.maySign(attempts))
        return [{ key, attempt: attempts.length, overlaps, ...(await intention.sign(attempts.length)) }];
      if (!overlaps) pursuits.set(key, { kind: 'idle', attempts });
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
      // If another process wrote first, the row has the bytes of that process: they are sent, and ours never are.
      if (!isDead(row)) await send(row);
      expiryAskedAt.set(row.signature, now());
      pursuits.set(row.key, { kind: 'pending', row, seen: 'sent', slot: null });
    });
    return pursuits;
  }

  const isDue = (times: ReadonlyMap<string, number>, { signature }: JournalRow, ms: number) =>
    !isRecent(times.get(signature) ?? Number.NEGATIVE_INFINITY, now(), ms);

  /** Proofs, by signature, that attempts can land no more. All attempts whose turn it is are asked about together. */
  async function endsOf(unseen: readonly JournalRow[]): Promise<ReadonlyMap<string, string>> {
    const due = unseen.filter((row) => isDue(expiryAskedAt, row, EXPIRY_MS) && isDue(signedAt, row, LEAST_LIFE_MS));
    for (const { signature } of due) expiryAskedAt.set(signature, now());
    return proveExpired(rpc, due);
  }

  function watchDispute(row: JournalRow, { disputing: nodes }: Outcome): void {
    if (nodes.length === 0) {
      disputedSince.delete(row.signature);
      return;
    }
    const since = Math.min(disputedSince.get(row.signature) ?? now(), now());
    disputedSince.set(row.signature, since);
    if (now() - since < DISPUTE_MS) return;
    rpc.report({ kind: 'disagree', nodes, about: `the transaction of ${row.key}`, detail: 'not all call it final' });
  }

  function forget(signature: string): void {
    for (const times of [sentAt, expiryAskedAt, disputedSince, signedAt]) times.delete(signature);
  }

  /** What enough nodes say of an attempt that may still land; null where they have not seen it. */
  function judge(row: JournalRow, outcome: Outcome): Sight | null {
    watchDispute(row, outcome);
    if (outcome.seen === 'unknown') return null;
    const { seen, slot, error } = outcome;
    // Only a finalized error makes the attempt dead: before that, a fork can undo the error.
    if (error !== null)
      return seen === 'finalized'
        ? { kind: 'dead', finding: { row, state: 'failed', proof: error } }
        : { kind: 'sent' };
    return seen === 'processed' ? { kind: 'sent' } : { kind: 'landed', finding: { row, state: seen, slot } };
  }

  /**
   * Looks at attempts that may still land, and sends those again that were lost. If the nodes answered about none of
   * the attempts of an intention, the result has nothing of that intention, and `note` is told why.
   */
  async function lookAll(live: readonly Live[], note: (error: unknown) => void): Promise<ReadonlyMap<string, Look>> {
    const rows = live.flatMap(({ alive }) => alive);
    const where = rows.some((row) => isDue(signedAt, row, RECENT_MS)) ? 'history' : 'recent';
    const signatures = rows.map(({ signature }) => signature);
    const outcomes = await readOutcomes(rpc, signatures, where).catch((error: unknown) => note(error));
    const sights = new Map<string, Sight>();
    for (const row of rows) {
      const outcome = outcomes?.get(row.signature);
      const sight = outcome && judge(row, outcome);
      if (sight) sights.set(row.signature, sight);
    }
    const unseen = rows.filter(({ signature }) => !sights.has(signature));
    const ends = outcomes && (await endsOf(unseen).catch(note));
    for (const row of unseen) {
      const proof = ends?.get(row.signature);
      if (proof !== undefined) sights.set(row.signature, { kind: 'dead', finding: { row, state: 'expired', proof } });
      else if (ends) sights.set(row.signature, { kind: 'unseen' });
    }
    const looks = new Map<string, Look>();
    for (const one of live) {
      const look = weighAttempts(one, sights);
      if (look !== null) looks.set(one.key, look);
      for (const row of one.alive)
        if (look?.findings.some((finding) => finding.row === row && finding.state !== 'confirmed'))
          forget(row.signature);
    }
    // This is also done when the nodes gave no answer: bytes that were lost on their way land only when they are sent
    // again.
    const isLost = (row: JournalRow) => (sights.get(row.signature)?.kind ?? 'unseen') === 'unseen';
    const lost = live.flatMap(({ key, alive, mayResend }) =>
      mayResend && !isEnded(looks.get(key)) ? alive.filter((row) => isLost(row) && isDue(sentAt, row, RESEND_MS)) : [],
    );
    await inGroups(lost, send);
    return looks;
  }

  return async <I extends Intention>(intentions: readonly I[]): Promise<Pursued<I>> => {
    const faults: Error[] = [];
    const note = (error: unknown) => void faults.push(error instanceof Error ? error : new Error(String(error)));
    const journaled = await journal.attemptsOf(intentions.map(({ key }) => key));
    const each = intentions.map((intention) => {
      const attempts = journaled.get(intention.key) ?? [];
      const final = attempts.find(isFinal);
      return { intention, attempts, final, alive: attempts.filter((row) => !isDead(row) && !isFinal(row)) };
    });
    const live = each.flatMap(({ intention, attempts, final, alive }): Live[] => {
      const { key, mayResend, overlapsAfterMs: ms } = intention;
      const isOverdue = (row: JournalRow) => ms !== undefined && isDue(signedAt, row, ms);
      return final !== undefined || alive.length === 0 ? [] : [{ key, mayResend, attempts, alive, isOverdue }];
    });
    const looks = live.length === 0 ? new Map<string, Look>() : await lookAll(live, note);
    const found = each.flatMap(({ intention, attempts, final, alive }) => {
      const look = looks.get(intention.key);
      if (look !== undefined) return [{ intention, attempts, ...look }];
      if (final !== undefined)
        return [{ intention, attempts, ...known({ kind: 'final', row: final, slot: final.slot }) }];
      return alive.length === 0 ? [{ intention, kind: 'open' as const, attempts, findings: [] }] : [];
    });
    // Before anything is signed: the database takes a next attempt only if the last one is stored as dead, or if the
    // two may overlap.
    await journal.settleAll(found.flatMap(({ findings }) => findings));
    const ready = found.flatMap((one): Open<I>[] => {
      const { intention, attempts } = one;
      if (one.kind === 'open') return [{ intention, attempts, overlaps: false }];
      return one.mayOverlap ? [{ intention, attempts, overlaps: true }] : [];
    });
    const started = ready.length === 0 ? undefined : await start(ready).catch(note);
    const pursued = found.flatMap((one) => {
      const pursuit = started?.get(one.intention.key) ?? (one.kind === 'known' ? one.pursuit : undefined);
      return pursuit === undefined ? [] : [{ intention: one.intention, pursuit }];
    });
    return { pursued, fault: faults[0] ?? null };
  };
}
