import { readFileSync } from 'node:fs';
import type { Proof } from '../../src/contract/round.ts';

/** A transaction of the table; what each member means stands in its `format`. */
export interface HostileTransaction {
  readonly signature: string;
  readonly slot: number;
  /** Unix seconds. */
  readonly time: number;
  readonly signers: readonly string[];
  readonly instructions: readonly {
    readonly program: string;
    readonly accounts: readonly string[];
    readonly data: string;
  }[];
  readonly failed?: boolean;
  readonly version?: number;
  readonly inner?: readonly unknown[];
  readonly times?: number;
  readonly told?: 'nothing' | 'signers' | 'absent';
  readonly memo?: string;
}

interface LedgerEnd {
  readonly slot: number;
  readonly time: number;
}

export type Verdict = 'ok' | 'failed' | 'open';

export interface HostileCase {
  readonly name: string;
  readonly expect: Readonly<Record<string, Verdict>>;
  readonly add?: readonly HostileTransaction[];
  readonly replace?: readonly HostileTransaction[];
  readonly remove?: readonly string[];
  readonly node?: {
    readonly page?: number;
    readonly failsFromPage?: number;
    readonly forgets?: boolean;
    readonly repeats?: boolean;
    readonly ledgerBegins?: LedgerEnd;
    readonly newest?: LedgerEnd;
    readonly greatestVersion?: number;
    readonly hidesMemos?: boolean;
  };
  /** Members of the proof that are replaced, by their path. */
  readonly proof?: Readonly<Record<string, unknown>>;
}

interface HostileTable {
  readonly wallet: string;
  readonly newest: LedgerEnd;
  readonly startsAt: string;
  readonly proof: Proof;
  readonly ledger: readonly HostileTransaction[];
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

/** The transactions of a case that its node knows, oldest first. */
export function ledgerOf({ add = [], replace = [], remove = [], node = {} }: HostileCase): HostileTransaction[] {
  const gone = new Set([...remove, ...replace.map(({ signature }) => signature)]);
  const { ledgerBegins, newest = HOSTILE_CHAINS.newest } = node;
  return [...HOSTILE_CHAINS.ledger.filter(({ signature }) => !gone.has(signature)), ...replace, ...add]
    .flatMap(({ times, ...sent }) =>
      times === undefined
        ? [sent]
        : Array.from({ length: times }, (_, i) => ({ ...sent, signature: `${sent.signature}.${i}` })),
    )
    .filter(({ slot }) => slot >= (ledgerBegins?.slot ?? 0) && slot <= newest.slot)
    .toSorted((a, b) => a.slot - b.slot);
}
