import { mix } from '../dice.ts';

/** From when until when, milliseconds since the world's start. */
interface Span {
  readonly from: number;
  readonly to: number;
}
/** Of which node, and whether always or only while every other node fails to answer. */
interface OfNode extends Span {
  readonly node: number;
  readonly rate: number;
  readonly arg: number;
}

export type ObjectName = 'rounds' | 'tax';
export const OBJECTS: readonly ObjectName[] = ['rounds', 'tax'];
export const SICK = ['refuse', 'silent', 'slow', 'lag'] as const;

/**
 * With `isFirst` a fault meets only questions that are asked for the first time in their world. Rare questions are then
 * met as often as common ones.
 */
interface OnlyFirst {
  readonly isFirst?: boolean;
}

/** Befalls only questions of some names: of those that a number picks, or of the one that is given. */
interface ByName {
  readonly names?: number;
  readonly name?: string;
}

/** A thing that befalls a world, as plain data. Any number at once; what is left out leaves the others as they are. */
export type Atom =
  | ({ readonly kind: 'lie'; readonly lie: string; readonly isOnlyAlone: boolean } & OfNode)
  /** `method` null: every question. */
  | ({ readonly kind: (typeof SICK)[number]; readonly method: string | null } & OfNode & OnlyFirst)
  /** Its blocks of this span are gone for good. */
  | ({ readonly kind: 'hole'; readonly node: number } & Span)
  /** Its ledger begins at `from`. */
  | { readonly kind: 'forget'; readonly node: number; readonly from: number }
  | ({
      readonly kind: 'd1';
      readonly fault: 'before' | 'after';
      readonly rate: number;
    } & Span &
      OnlyFirst &
      ByName)
  /**
   * The object dies at the answer with the number `answers`, counted from `from`, or only among answers of one name.
   * Its next life begins after `gap`.
   */
  | ({
      readonly kind: 'crash';
      readonly object: ObjectName;
      readonly from: number;
      readonly answers: number;
      readonly gap: number;
    } & OnlyFirst &
      ByName)
  /** A second life takes over while the first goes on for a while: the object was moved. */
  | { readonly kind: 'overlap'; readonly object: ObjectName; readonly from: number; readonly lasts: number }
  /** The database becomes what it was at `copyAt`. */
  | { readonly kind: 'restore'; readonly copyAt: number; readonly from: number }
  /** New settings from here on: both objects begin anew. */
  | { readonly kind: 'deploy'; readonly from: number; readonly setting: string; readonly value: string }
  /** Transactions that the nodes took and no block has. */
  | ({ readonly kind: 'lose'; readonly rate: number } & Span)
  /** Transactions that land late. */
  | ({ readonly kind: 'congest'; readonly slots: number } & Span)
  | { readonly kind: 'fork'; readonly from: number; readonly depth: number; readonly kept: number }
  | ({ readonly kind: 'relay'; readonly how: 'silent' | 'forged' | 'late' } & Span)
  | ({
      readonly kind: 'exchange';
      readonly name: 'raydium' | 'jupiter';
      readonly how: 'silent' | 'error' | 'cheap' | 'dear';
    } & Span)
  /** The worker's clock is wrong by `by`. */
  | ({ readonly kind: 'clock'; readonly by: number } & Span)
  | ({ readonly kind: 'noCron' } & Span)
  /** Each by itself; `cron` null: any of them. */
  | ({ readonly kind: 'lostCron'; readonly cron: string | null; readonly rate: number } & Span)
  | { readonly kind: 'cronTwice'; readonly from: number }
  // Strangers.
  | { readonly kind: 'give'; readonly from: number; readonly lamports: number }
  | ({ readonly kind: 'dust'; readonly to_: 'pool' | 'tax' } & Span)
  | { readonly kind: 'move'; readonly from: number; readonly a: number; readonly b: number; readonly part: number }
  | ({ readonly kind: 'cross'; readonly holder: number } & Span)
  | ({ readonly kind: 'burn' } & Span)
  | ({ readonly kind: 'harvest' } & Span)
  | { readonly kind: 'flood'; readonly from: number; readonly count: number; readonly at: 'pool' | 'tax' }
  | { readonly kind: 'copyMemo'; readonly from: number }
  // Persons.
  | { readonly kind: 'pause' | 'resume' | 'pauseTax' | 'resumeTax'; readonly from: number }
  | {
      readonly kind: 'exit';
      readonly exit: 'release' | 'close' | 'shelve';
      readonly from: number;
      readonly which: number;
    }
  /** Plain transfers of every prize of a round that is held. */
  | { readonly kind: 'payByHand'; readonly from: number; readonly which: number }
  /** Somebody with the pool's key takes a part of it, in percent. */
  | { readonly kind: 'outflow'; readonly from: number; readonly part: number }
  | { readonly kind: 'activate'; readonly from: number; readonly share: number }
  /** Looks every so often, and does something about what is held or paused; `arg` says how he chooses. */
  | ({ readonly kind: 'operator'; readonly every: number; readonly arg: number } & Span);

export type AtomKind = Atom['kind'];
export type AtomOf<K extends AtomKind> = Extract<Atom, { readonly kind: K }>;

/** All that a world is made of: the same plan is the same world. */
export interface Plan {
  readonly seed: number;
  readonly nodes: number;
  /** Rounds in which something may befall it; calm ones come after them. */
  readonly rounds: number;
  /** Each answer is of another server behind the node's address, some blocks apart. */
  readonly isBalanced: boolean;
  /** Wallets in the draw at first. */
  readonly entrants: number;
  /** Lamports in the pool at first. */
  readonly pool: number;
  readonly atoms: readonly Atom[];
}

/**
 * A fault that has `names` picks this share of all names of questions, rare ones as often as common ones. A crash meets
 * one: with more the common one would always be first.
 */
const PICKED = { crash: 0.012, d1: 0.2 } as const;
/** Whether a fault befalls questions of this name. */
export const picks = ({ kind, names, name: only }: AtomOf<'crash' | 'd1'>, name: string): boolean =>
  (only === undefined || only === name) && (names === undefined || mix(names, name, 0) < PICKED[kind]);

export const ROUND_MS = 120_000;
export const LOCK_MS = 60_000;
export const HOLDERS = 40;
const CALM_MS = 150_000;
/** What a restored database has forgotten has to die first, and rounds in between are looked up. */
const CALM_AFTER_RESTORE_MS = 400_000;
/** The same of what an earlier life of the tax may have signed: its cycle goes on when that can land no more. */
export const CALM_AFTER_TAKEOVER_MS = 200_000;

/** How long a world goes on after its last fault, so that everything can come to rest. */
export const calmOf = ({ atoms }: Plan): number =>
  atoms.some(({ kind }) => kind === 'restore') ? CALM_AFTER_RESTORE_MS : CALM_MS;

/** When a fault ends, milliseconds since the start; one of a moment a little later. */
export const endOfAtom = (atom: Atom): number =>
  ('to' in atom ? atom.to : 'lasts' in atom ? atom.from + atom.lasts : atom.from) + 10_000;

/** When the last of its faults ends, milliseconds since the start; but a crash befalls whenever an answer meets it. */
export function endOfFaults(plan: Plan): number {
  return Math.max(plan.rounds * ROUND_MS + 30_000, ...plan.atoms.map(endOfAtom));
}
