import { readFileSync } from 'node:fs';
import type { LotteryAsked } from '../../client/audit/chain/Lottery.ts';
import type { Verdict } from '../../client/audit/check/Report.ts';
import { address } from '../../src/address/address.ts';
import type { Proof } from '../../src/contract/round.ts';

/** A line of the table's ledger; what each member means stands in its `format`. */
export interface HostileLine {
  readonly signature: string;
  readonly slot: number;
  /** Unix seconds. */
  readonly time: number;
  readonly bytes?: string;
  readonly names?: readonly string[];
  readonly before?: readonly number[];
  readonly after?: readonly number[];
  readonly memo?: string | null;
  readonly makes?: readonly string[];
  readonly failed?: boolean;
  readonly version?: number;
  readonly inner?: readonly unknown[];
  readonly times?: number;
}

interface LedgerEnd {
  readonly slot: number;
  readonly time: number;
}

/** How a server differs from an honest one. */
export interface HostileServer {
  readonly page?: number;
  readonly fails?: readonly string[];
  readonly failsFromPage?: number;
  readonly forgets?: boolean;
  readonly repeats?: boolean;
  readonly ledgerBegins?: LedgerEnd;
  readonly newest?: LedgerEnd;
  readonly greatestVersion?: number;
  readonly hidesMemos?: boolean;
  readonly hides?: readonly string[];
  readonly invents?: readonly string[];
  readonly funds?: readonly string[];
  readonly without?: readonly string[];
  readonly told?: Readonly<Record<string, string>>;
  readonly times?: Readonly<Record<string, number | null>>;
  readonly refuses?: Readonly<Record<string, number>>;
  readonly skips?: readonly number[];
  readonly blocks?: Readonly<Record<string, unknown>>;
  /** Bytes of mints, base64. */
  readonly accounts?: Readonly<Record<string, string | null>>;
}

export interface HostileCase {
  readonly name: string;
  readonly verdict: Verdict;
  /** What the verifier in Python found in full. */
  readonly steps?: Readonly<Record<'failed' | 'pending' | 'unchecked' | 'owed', readonly string[]>>;
  readonly add?: readonly HostileLine[];
  readonly remove?: readonly string[];
  readonly servers?: readonly HostileServer[];
  /** Another round than the proof’s. */
  readonly asked?: number;
  /** The lottery that the user names. */
  readonly pinned?: string;
  /** Members of the proof that are replaced, by their path. */
  readonly proof?: Readonly<Record<string, unknown>>;
}

/** A chain that a node of a test has. */
export interface ChainTable {
  readonly accounts: Readonly<Record<string, string>>;
  readonly newest: LedgerEnd;
  readonly times: Readonly<Record<string, number>>;
  readonly ledger: readonly HostileLine[];
}

interface HostileTable extends ChainTable {
  readonly mint: string;
  readonly lottery: string;
  readonly wallet: string;
  readonly proof: Proof;
  readonly cases: readonly HostileCase[];
}

/** The table of tampered and hostile chains that every verifier has to judge alike. */
export const HOSTILE_CHAINS = JSON.parse(
  readFileSync(new URL('../independent/hostileChains.json', import.meta.url), 'utf8'),
) as HostileTable;

/** The table's proof as a case has it. */
export function proofOf({ proof: changes = {} }: HostileCase): Proof {
  const proof = structuredClone(HOSTILE_CHAINS.proof);
  for (const [path, value] of Object.entries(changes)) {
    const names = path.split('.');
    const last = names.pop() ?? '';
    let part = proof as unknown as Record<string, unknown>;
    for (const name of names) part = part[name] as Record<string, unknown>;
    part[last] = value;
  }
  return proof;
}

/** The transactions of a case that one of its nodes knows, oldest first. */
export function linesOf(
  { add = [], remove = [] }: HostileCase,
  server: HostileServer,
  table: ChainTable = HOSTILE_CHAINS,
): HostileLine[] {
  const { ledgerBegins, newest = table.newest, without = [] } = server;
  return [...table.ledger.filter(({ signature }) => !remove.includes(signature)), ...add]
    .filter(({ signature }) => !without.includes(signature))
    .flatMap(({ times, ...line }) =>
      times === undefined
        ? [line]
        : Array.from({ length: times }, (_, i) => ({ ...line, signature: `${line.signature}.${i}` })),
    )
    .filter(({ slot }) => slot >= (ledgerBegins?.slot ?? 0) && slot <= newest.slot)
    .toSorted((a, b) => a.slot - b.slot);
}

/** What its user names. */
export function askedIn({ asked, pinned }: HostileCase): { lottery: LotteryAsked; round: number } {
  const { mint, proof } = HOSTILE_CHAINS;
  return { lottery: { mint: address(mint), pinned: pinned ?? null }, round: asked ?? proof.roundNumber };
}
