import type { JournalFinding, JournalRow } from '../store/journal/journal.ts';
import { ANOTHER_IS_FINAL } from '../store/rows/states.ts';
import type { Intention, Pursuit } from './intention.ts';

/** The most attempts of one intention that may be alive at once, if its attempts may overlap. */
const MOST_ALIVE = 2;

/** The result of a look at an intention. `findings` are what the journal does not have yet. */
export type Look = { readonly findings: readonly JournalFinding[] } & (
  | { readonly kind: 'known'; readonly pursuit: Known; readonly mayOverlap: boolean }
  /** No attempt can land any more: a next one may be signed. */
  | { readonly kind: 'open'; readonly attempts: readonly JournalRow[] }
);

export interface Live extends Pick<Intention, 'key' | 'mayResend'> {
  readonly attempts: readonly JournalRow[];
  readonly alive: readonly JournalRow[];
  /** Whether an unseen attempt is so old that another one may overlap it. */
  readonly isOverdue: (row: JournalRow) => boolean;
}

type Death = Extract<JournalFinding, { readonly proof: string }>;
/** What was learnt about an attempt. `sent`: enough nodes know it, but its end is open. `unseen`: too few know it. */
export type Sight =
  | { readonly kind: 'sent' | 'unseen' }
  | { readonly kind: 'landed'; readonly finding: Exclude<JournalFinding, Death> }
  | { readonly kind: 'dead'; readonly finding: Death };

type FinalRow = JournalRow & { readonly slot: number };
export const isFinal = (row: JournalRow): row is FinalRow => row.state === 'finalized' && row.slot !== null;
/** Whether no attempt of the intention needs to be sent again. */
export const isEnded = (look: Look | undefined) =>
  look !== undefined && (look.kind === 'open' || look.pursuit.kind === 'final' || look.pursuit.slot !== null);
export const known = (pursuit: Known, findings: readonly JournalFinding[] = [], mayOverlap = false): Look => ({
  ...{ kind: 'known', pursuit, findings, mayOverlap },
});
type Known = Exclude<Pursuit, { readonly kind: 'idle' }>;

/** The attempt. If its death is among `dead`, it gets the state and the proof from there. */
function buriedAs(row: JournalRow, dead: readonly Death[]): JournalRow {
  const death = dead.find((finding) => finding.row === row);
  return death === undefined ? row : { ...row, state: death.state, proof: death.proof };
}

/** What the sights of an intention's attempts mean together; null when the nodes answered about none of them. */
export function weighAttempts({ attempts, alive, isOverdue }: Live, sights: ReadonlyMap<string, Sight>): Look | null {
  const seen = alive.map((row) => ({ row, sight: sights.get(row.signature) ?? null }));
  const landed = seen.flatMap(({ sight }) => (sight?.kind === 'landed' ? [sight.finding] : []));
  const dead = seen.flatMap(({ sight }) => (sight?.kind === 'dead' ? [sight.finding] : []));
  const final = landed.find(({ state }) => state === 'finalized');
  if (final !== undefined) {
    const others = alive.filter((row) => row !== final.row && !dead.some((finding) => finding.row === row));
    const buried = others.map((row) => ({ row, state: 'failed', proof: ANOTHER_IS_FINAL }) as const);
    return known({ kind: 'final', row: final.row, slot: final.slot }, [final, ...dead, ...buried]);
  }
  const [first] = landed;
  if (first !== undefined)
    return known({ kind: 'pending', row: first.row, seen: 'confirmed', slot: first.slot }, [first, ...dead]);
  const waiting = seen.filter(({ sight }) => sight?.kind !== 'dead');
  const last = waiting.at(-1);
  if (last === undefined) return { kind: 'open', attempts: attempts.map((row) => buriedAs(row, dead)), findings: dead };
  if (seen.every(({ sight }) => sight === null)) return null;
  const mayOverlap =
    waiting.length < MOST_ALIVE && waiting.every(({ row, sight }) => sight?.kind === 'unseen' && isOverdue(row));
  return known({ kind: 'pending', row: last.row, seen: 'sent', slot: null }, dead, mayOverlap);
}
