import type { CycleExit } from '../../../src/tax/cycle.ts';
import { mix } from '../dice.ts';

/** A span of time, in milliseconds since the world's start. */
interface Span {
  readonly from: number;
  readonly to: number;
}
/** A fault of one node: how often it happens, and an argument that says how. */
interface OfNode extends Span {
  readonly node: number;
  readonly rate: number;
  readonly arg: number;
}

export type ObjectName = 'rounds' | 'tax' | 'alerts';
/** The objects that the older families of faults befall. */
export const OBJECTS: readonly Exclude<ObjectName, 'alerts'>[] = ['rounds', 'tax'];
export const CHANNEL_TROUBLES = ['error', 'busy', 'refuses', 'says no', 'deaf', 'mute', 'slow'] as const;
export const SICK = ['refuse', 'silent', 'slow', 'lag'] as const;

/**
 * With `isFirst` a fault meets only questions that are asked for the first time in their world. Rare questions are then
 * met as often as common ones.
 */
interface OnlyFirst {
  readonly isFirst?: boolean;
}

/** Limits a fault to questions of some names: those that the number `names` picks, or the one `name`. */
interface ByName {
  readonly names?: number;
  readonly name?: string;
}

/**
 * One thing that happens to a world, as plain data. A world may have any number of them. Leaving one out does not
 * change the others.
 */
export type Atom =
  | ({ readonly kind: 'lie'; readonly lie: string; readonly isOnlyAlone: boolean } & OfNode)
  /** `method` null: every question. */
  | ({ readonly kind: (typeof SICK)[number]; readonly method: string | null } & OfNode & OnlyFirst)
  /** The node has lost its blocks of this span: for ever, or until it gets them back. */
  | ({ readonly kind: 'hole'; readonly node: number; readonly until?: number } & Span)
  /** The node's ledger begins at `from`. */
  | { readonly kind: 'forget'; readonly node: number; readonly from: number }
  | ({
      readonly kind: 'd1';
      readonly fault: 'before' | 'after';
      readonly rate: number;
    } & Span &
      OnlyFirst &
      ByName)
  /**
   * The object dies at its `answers`-th answer after `from`; only answers of the given names count, if there are any.
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
  /** The object is moved: a second life takes over while the first goes on for a while. */
  | { readonly kind: 'overlap'; readonly object: ObjectName; readonly from: number; readonly lasts: number }
  /** The database becomes what it was at `copyAt`. With `isUnderLife` the objects live on, with what they remember. */
  | { readonly kind: 'restore'; readonly copyAt: number; readonly from: number; readonly isUnderLife?: boolean }
  /** New settings from now on; both objects are restarted. */
  | { readonly kind: 'deploy'; readonly from: number; readonly setting: string; readonly value: string }
  /** Transactions that the nodes took never get into a block. */
  | ({ readonly kind: 'lose'; readonly rate: number } & Span)
  /** Transactions of at least so many accounts land and fail: the chain refuses to run them. */
  | ({ readonly kind: 'reject'; readonly rate: number; readonly accounts: number } & Span)
  /** Transactions land late. */
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
  /** Each call of a cron is lost with this probability; `cron` null: the calls of all crons. */
  | ({ readonly kind: 'lostCron'; readonly cron: string | null; readonly rate: number } & Span)
  | { readonly kind: 'cronTwice'; readonly from: number }
  /** The platform does not run the object: its life ends, calls of it fail or hang, and its alarm waits. */
  | ({ readonly kind: 'stop'; readonly object: Exclude<ObjectName, 'alerts'>; readonly isHanging: boolean } & Span)
  /** Settings that are refused are deployed, and put right at the end. */
  | ({ readonly kind: 'refused' } & Span)
  /**
   * The channel that tells people is in trouble. `deaf`: it takes nothing and says nothing. `mute`: it takes a message,
   * and its answer is lost. `says no`: it answers 200, and says in its text that it took nothing. `refuses`: it takes no
   * text that lists alerts.
   */
  | ({
      readonly kind: 'channel';
      readonly how: (typeof CHANNEL_TROUBLES)[number];
      readonly rate: number;
    } & Span)
  // By strangers.
  | { readonly kind: 'give'; readonly from: number; readonly lamports: number }
  | ({ readonly kind: 'dust'; readonly to_: 'pool' | 'tax' } & Span)
  | { readonly kind: 'move'; readonly from: number; readonly a: number; readonly b: number; readonly part: number }
  | ({ readonly kind: 'cross'; readonly holder: number } & Span)
  | ({ readonly kind: 'burn' } & Span)
  | ({ readonly kind: 'harvest' } & Span)
  | { readonly kind: 'flood'; readonly from: number; readonly count: number; readonly at: 'pool' | 'tax' }
  | { readonly kind: 'copyMemo'; readonly from: number }
  // By persons.
  | { readonly kind: 'pause' | 'resume' | 'pauseTax' | 'resumeTax'; readonly from: number }
  | {
      readonly kind: 'exit';
      readonly exit: 'release' | 'close' | 'shelve';
      readonly from: number;
      readonly which: number;
      /** He names the newest payment that a person has sent by hand, of whichever round. */
      readonly isNamed?: boolean;
    }
  /**
   * A person ends a tax cycle, or lets it try again: the one that is under way or the next one, as soon as it stands at
   * the step (null: at any).
   */
  | {
      readonly kind: 'exitTax';
      readonly exit: CycleExit;
      readonly step: 'harvest' | 'withdraw' | 'swap' | 'distribute' | null;
      readonly from: number;
    }
  /** Somebody pays a held round with its mark, as `npm run pay` does. */
  | { readonly kind: 'payByHand'; readonly from: number; readonly which: number }
  /** Somebody pays every prize of a held round by plain transfers, which make no mark. */
  | {
      readonly kind: 'payPlain';
      readonly from: number;
      readonly which: number;
      readonly way: 'together' | 'one by one';
    }
  /** Somebody with the pool's key takes a part of the pool, in percent. */
  | { readonly kind: 'outflow'; readonly from: number; readonly part: number }
  | { readonly kind: 'activate'; readonly from: number; readonly share: number }
  /** An operator who looks regularly and acts on what is held or paused; `arg` says how he chooses. */
  | ({ readonly kind: 'operator'; readonly every: number; readonly arg: number } & Span);

export type AtomKind = Atom['kind'];
export type AtomOf<K extends AtomKind> = Extract<Atom, { readonly kind: K }>;

/** Everything that determines a world: the same plan gives the same world. */
export interface Plan {
  readonly seed: number;
  readonly nodes: number;
  /** The number of rounds with faults; calm rounds follow. */
  readonly rounds: number;
  /**
   * Whether each node is a load balancer: each answer comes from another server, and the servers are some blocks apart.
   */
  readonly isBalanced: boolean;
  /** Wallets in the draw at first. */
  readonly entrants: number;
  /** Lamports in the pool at first. */
  readonly pool: number;
  /** Whether the object that tells people is played too. It is not in the plans that were kept before it could be. */
  readonly isWatched?: boolean;
  readonly atoms: readonly Atom[];
}

/**
 * The share of all names of questions that a fault with `names` picks, rare ones as often as common ones. For a crash
 * it is about one name: of several names the most common one would always be first.
 */
const PICKED = { crash: 0.012, d1: 0.2 } as const;
/** Whether a fault befalls questions of this name. */
export const picks = ({ kind, names, name: only }: AtomOf<'crash' | 'd1'>, name: string): boolean =>
  (only === undefined || only === name) && (names === undefined || mix(names, name, 0) < PICKED[kind]);

export const ROUND_MS = 120_000;
export const LOCK_MS = 60_000;
export const HOLDERS = 40;
const CALM_MS = 150_000;
/**
 * Transactions that a restored database has forgotten have to expire first, and the rounds in between are looked up.
 * After a long outage people have to be told that it is over.
 */
const CALM_LONG_MS = 400_000;
const LONG_MS = 2 * ROUND_MS;
/**
 * The same for transactions that an earlier life of the tax may have signed: its cycle goes on once they can no longer
 * land.
 */
export const CALM_AFTER_TAKEOVER_MS = 200_000;

/** How long a world goes on after its last fault, so that all work can finish. */
export const calmOf = ({ atoms, isWatched = false }: Plan): number =>
  atoms.some((atom) => atom.kind === 'restore' || (isWatched && isOutage(atom))) ? CALM_LONG_MS : CALM_MS;

/** Whether people have to be told of the end of it, or of what could not be told in its time. */
const isOutage = (atom: Atom): boolean =>
  atom.kind === 'stop' ||
  atom.kind === 'refused' ||
  atom.kind === 'channel' ||
  ('to' in atom && atom.kind !== 'operator' && atom.to - atom.from > LONG_MS);

/** When the effect of a fault has ended, in milliseconds since the start: some seconds after the fault itself. */
export const endOfAtom = (atom: Atom): number =>
  ('to' in atom ? atom.to : 'lasts' in atom ? atom.from + atom.lasts : atom.from) + 10_000;

/**
 * When the last fault of a plan ends, in milliseconds since the start. A crash may come later, because it waits for its
 * answer.
 */
export function endOfFaults(plan: Plan): number {
  return Math.max(plan.rounds * ROUND_MS + 30_000, ...plan.atoms.map(endOfAtom));
}
