import type { Rpc } from '../chain/node/rpc.ts';
import { SignerRefusal } from '../chain/signing/signer.ts';
import type { Journal, JournalRow, NewAttempt } from '../store/journal/journal.ts';
import type { TaxCycle } from '../store/rows/taxRows.ts';
import { createClearGaps, type Gap, newGap } from './clearGaps.ts';
import type { Note } from './Note.ts';
import type { OwnPart, ReadOwnParts } from './readOwnParts.ts';
import { cycleKey, stepKey } from './stepKeys.ts';

/** What is known of a cycle when our own record of it may have a gap. */
export interface Known {
  readonly parts: readonly OwnPart[];
  /**
   * This object has begun a later cycle. So this cycle had ended before the database was restored, and a later one may
   * have paid what this one had not paid.
   */
  readonly hasEnded: boolean;
}

/** A cycle's id, and the slot that the chain had reached when it began. */
export type BegunCycle = Pick<TaxCycle, 'id' | 'slot'>;

/** The newest cycle that this object has begun, or has signed for. */
export interface BegunNote {
  readonly cycle: number;
  /** The tax wallet with which the cycle was begun. */
  readonly wallet: string;
  /**
   * The attempts of this cycle by key and number, each noted before the journal has it. Null if some may be missing.
   */
  readonly attempts: readonly string[] | null;
}

/**
 * What this object itself knows of the cycle under way. A restored database lacks what was signed after its copy was
 * taken. Only an object that began a cycle, and has noted every attempt since, knows that there was no other attempt.
 * The note outlives the process, and no restore of the database reaches it.
 */
export interface FirstHand {
  /**
   * The journal, with every attempt that goes through it noted. Its `writeAll` throws, and writes nothing, when an
   * attempt is not of the cycle that was looked at last.
   */
  watch(journal: Journal): Journal;
  /** Called when this object has just written the cycle's row. */
  began(cycle: BegunCycle): Promise<void>;
  /** The newest cycle that this object has begun or signed for; `maySwap`: a swap of the cycle may have been signed. */
  newest(): Promise<{ readonly cycle: number; readonly maySwap: boolean } | null>;
  /**
   * Called when a cycle is looked at. If some of its attempts may be missing from the note, a gap begins, and `isClear`
   * is false until the gap is cleared.
   */
  meet(cycle: BegunCycle): Promise<void>;
  /**
   * Whether a swap or a part of the cycle may be signed. After a gap, two things are needed. Enough nodes say that all
   * that was signed before the gap was noticed is final or can land no more. And the wallet's history since the cycle
   * began was read whole. Throws a SignerRefusal when that history is too long to be read, or when the cycle was begun
   * with another tax wallet. `read` reads the cycle's attempts in the journal. An attempt that was there before and is
   * missing now is a gap.
   */
  isClear(cycle: BegunCycle, read?: () => Promise<readonly Pick<JournalRow, 'key' | 'attempt'>[]>): Promise<boolean>;
  /** As `isClear`, for an attempt that is to be written. If the journal had it before, it lost it: that is a gap. */
  mayWrite(cycle: BegunCycle, key: string, attempt: number): Promise<boolean>;
  /**
   * What the chain has of the cycle, once a gap is cleared. Null before that, and null without a gap, because the
   * journal then knows everything.
   */
  afterGap(id: number): Known | null;
}

export interface FirstHandInput {
  readonly rpc: Rpc;
  readonly begunNote: Note<BegunNote>;
  /** The tax wallet, whose history `readOwnParts` reads. */
  readonly wallet: string;
  readonly readOwnParts: ReadOwnParts;
}

/** What is known of one cycle. Only one is under way at a time. */
interface Memory {
  readonly cycle: BegunCycle;
  /** Attempts that were in the journal, or were noted by an earlier process: key and number. */
  readonly seen: Set<string>;
  /** Attempts that were to be written, even if the journal has not taken them. */
  readonly meant: Set<string>;
  /** This object has begun a later cycle. */
  readonly hasEnded: boolean;
  /** The tax wallet with which the cycle was begun. */
  readonly wallet: string;
  gap: Gap | null;
  known: Known | null;
}

export function createFirstHand({ rpc, begunNote, wallet, readOwnParts }: FirstHandInput): FirstHand {
  const gaps = createClearGaps({ rpc, readOwnParts });
  let memory: Memory | null = null;
  let clearing: { readonly of: Memory; readonly done: Promise<void> } | null = null;

  async function memoryOf(cycle: BegunCycle): Promise<Memory> {
    if (memory?.cycle.id === cycle.id) return memory;
    const note = await begunNote.read();
    // Another caller may have made this memory meanwhile.
    if (memory?.cycle.id !== cycle.id) {
      const own = note?.cycle === cycle.id ? note : { wallet, attempts: null };
      const gap = own.attempts === null ? newGap() : null;
      const hasEnded = note !== null && note.cycle > cycle.id;
      memory = { cycle, seen: new Set(own.attempts), meant: new Set(), hasEnded, wallet: own.wallet, gap, known: null };
    }
    return memory;
  }

  /**
   * Notes attempts before the journal has them. So whatever the journal can lose is in the note, or the note says that
   * it is not complete. A cycle that had ended never takes the place of a later one in the note, because every process
   * has to know that it had ended.
   */
  async function note(attempts: readonly NewAttempt[]): Promise<void> {
    const of = memory;
    const foreign = attempts.find((attempt) => of === null || !isOf(of)(attempt));
    // An operator's exit may have looked at another cycle meanwhile.
    if (foreign !== undefined) throw new Error(`tax: ${foreign.key} is not noted, since another cycle is looked at`);
    if (of === null || of.hasEnded || attempts.length === 0) return;
    for (const attempt of attempts) of.meant.add(nameOf(attempt));
    const isWhole = of.gap === null && of.known === null;
    await begunNote.write({
      cycle: of.cycle.id,
      wallet: of.wallet,
      attempts: isWhole ? [...new Set([...of.seen, ...of.meant])] : null,
    });
  }

  async function clear(of: Memory): Promise<void> {
    const { gap } = of;
    if (gap === null) return;
    const parts = await gaps.partsAfter(gap, of.cycle);
    // Another gap may have been noticed meanwhile.
    if (parts !== null && of.gap === gap) Object.assign(of, { gap: null, known: { parts, hasEnded: of.hasEnded } });
  }

  /**
   * Clears the gap of a memory, if there is one. True when none is left. Several parts of a cycle may ask at the same
   * time, and one reading serves them all.
   */
  async function clearOnce(of: Memory): Promise<boolean> {
    mustBeOurs(of);
    if (of.gap === null) return true;
    if (clearing?.of !== of) {
      const done = clear(of).finally(() => {
        clearing = null;
      });
      clearing = { of, done };
    }
    await clearing.done;
    return of.gap === null;
  }

  /**
   * Throws a SignerRefusal for a cycle that was begun with another tax wallet. What its sale brought is in that wallet.
   */
  function mustBeOurs(of: Memory): void {
    if (of.wallet === wallet) return;
    throw new SignerRefusal(
      `Tax cycle ${of.cycle.id} was begun with the tax wallet ${of.wallet}, and TAX_SECRET_KEY is the key of another wallet now. Nothing more of the cycle is sold or paid until a person has closed it: what it has collected is in the wallet that it was begun with.`,
    );
  }

  function see(row: Pick<JournalRow, 'key' | 'attempt'>): void {
    if (memory !== null && isOf(memory)(row)) memory.seen.add(nameOf(row));
  }

  /**
   * Called with the attempts that were in the journal and are gone. If there are any, a gap begins: others that nobody
   * here knows of may be gone too.
   */
  function lose(of: Memory, lost: readonly string[]): void {
    for (const name of lost) of.seen.delete(name);
    if (lost.length > 0) of.gap = newGap();
  }

  return {
    watch: (journal) => ({
      ...journal,
      async attempts(key) {
        const rows = await journal.attempts(key);
        for (const row of rows) see(row);
        return rows;
      },
      async attemptsOf(keys) {
        const rows = await journal.attemptsOf(keys);
        for (const row of [...rows.values()].flat()) see(row);
        return rows;
      },
      async writeAll(attempts) {
        await note(attempts);
        const rows = await journal.writeAll(attempts);
        for (const row of rows) see(row);
        return rows;
      },
    }),
    async began(cycle) {
      // If the same cycle begins a second time, the database was restored in between. What is known here of the cycle
      // stays.
      if ((await begunNote.read())?.cycle !== cycle.id)
        await begunNote.write({ cycle: cycle.id, wallet, attempts: [] });
      await memoryOf(cycle);
    },
    async newest() {
      const noted = await begunNote.read();
      if (noted === null) return null;
      const swap = `${stepKey(noted.cycle, 'swap', 0)} `;
      return { cycle: noted.cycle, maySwap: noted.attempts?.some((name) => name.startsWith(swap)) ?? true };
    },
    async meet(cycle) {
      const { gap } = await memoryOf(cycle);
      if (gap !== null) await gaps.notice(gap);
    },
    async isClear(cycle, read) {
      const of = await memoryOf(cycle);
      if (read !== undefined) {
        const before = [...of.seen];
        const there = new Set((await read()).map(nameOf));
        lose(
          of,
          before.filter((name) => !there.has(name)),
        );
      }
      return clearOnce(of);
    },
    async mayWrite(cycle, key, attempt) {
      const of = await memoryOf(cycle);
      const name = nameOf({ key, attempt });
      if (of.seen.has(name)) lose(of, [name]);
      return clearOnce(of);
    },
    afterGap: (id) => (memory?.cycle.id === id ? memory.known : null),
  };
}

const isOf =
  ({ cycle }: Memory) =>
  ({ key }: Pick<JournalRow, 'key'>) =>
    key.startsWith(`${cycleKey(cycle.id)}:`);
const nameOf = ({ key, attempt }: Pick<JournalRow, 'key' | 'attempt'>) => `${key} ${attempt}`;
