import * as z from 'zod';
import type { PoolLines } from '../../../src/distribution/poolLines.ts';
import type { DistributionWallet } from '../../../src/distribution/wallet.ts';
import {
  CYCLE_FAILURES,
  CYCLE_IN_FLIGHT,
  CYCLE_STATES,
  type CycleFailure,
  type CycleInFlight,
  type CycleState,
} from '../../../src/tax/cycle.ts';
import { storedWallets } from './distributionRows.ts';

const units = z.string().regex(/^\d+$/).transform(BigInt);
const signedUnits = z
  .string()
  .regex(/^-?\d+$/)
  .transform(BigInt);
const poolColumn = z
  .string()
  .transform((text): unknown => JSON.parse(text))
  .pipe(z.object({ wallet: z.string(), lines: z.array(z.string()) }));
const currency = z.enum(['SOL', 'GOD']);
export type TaxCurrency = z.infer<typeof currency>;

/**
 * One cycle as D1 has it. Amounts are base units, times are unix milliseconds. The id is the unix second in which the
 * cycle began.
 */
export interface TaxCycle {
  readonly id: number;
  /**
   * A slot that the chain had reached when the cycle began, whatever our clock says. What the cycle signs lands later.
   */
  readonly slot: number;
  readonly state: CycleState;
  readonly reason: CycleFailure | null;
  /** For operators: why exactly the cycle failed; while it is under way, why a signer has refused a step. */
  readonly detail: string | null;
  readonly currency: TaxCurrency;
  readonly config: { readonly version: number; readonly wallets: readonly DistributionWallet[] } | null;
  /** GOD that was found withheld at the start, in accounts and in the mint. */
  readonly withheld: bigint;
  /** The part of `withheld` that was in the mint, whoever had harvested that part. */
  readonly inMint: bigint;
  /** GOD found at the start in the tax wallet. */
  readonly unsold: bigint;
  readonly sold: bigint | null;
  readonly proceeds: bigint | null;
  readonly carriedIn: bigint | null;
  readonly fees: bigint | null;
  readonly total: bigint | null;
  /**
   * Fixed with the plan: the pool wallet of the terms in force when the cycle began, and the lines that pay that
   * wallet.
   */
  readonly pool: PoolLines | null;
  readonly carriedOut: bigint | null;
  /**
   * A price that must stand for a while before it is used: the lamports that were offered for an amount of GOD, and
   * when this offer was first seen. Null while there is no such price.
   */
  readonly firstLook: { readonly at: number; readonly amount: bigint; readonly lamports: bigint } | null;
  readonly startedAt: number;
  readonly stateSince: number;
  readonly endedAt: number | null;
  /** The cycle is done, and not one of its lines was paid. */
  readonly isUnpaid: boolean;
  /** The archive that holds the cycle's steps and lines. Null while they are in their tables. */
  readonly archive: number | null;
}

export type TaxCycleInFlight = TaxCycle & { readonly state: CycleInFlight };

const STEP_NAMES = ['harvest', 'withdraw', 'swap', 'distribute'] as const;
export type StepName = (typeof STEP_NAMES)[number];
const STEP_STATUSES = ['pending', 'confirmed', 'final', 'failed'] as const;
export type StepStatus = (typeof STEP_STATUSES)[number];

/** One transaction of a cycle; `amount` in base units of `currency`, `fee` in lamports. */
export interface TaxStep {
  readonly cycle: number;
  readonly name: StepName;
  readonly part: number;
  readonly status: StepStatus;
  readonly amount: bigint;
  readonly currency: TaxCurrency;
  readonly signature: string | null;
  readonly fee: bigint | null;
  /** The token accounts of a harvest that is not done yet; null for any other step. */
  readonly accounts: readonly string[] | null;
}

export type LineStatus = 'pending' | 'SUCCESS' | 'FAILED';

/** One payment of a distribution. `part` is that of the step that pays it, `signature` that of its transaction. */
export interface TaxLine {
  readonly cycle: number;
  readonly line: number;
  readonly part: number;
  readonly walletId: string;
  readonly label: string;
  readonly address: string;
  readonly amount: bigint;
  readonly basisPoints: number;
  readonly status: LineStatus;
  readonly signature: string | null;
}

const cycleRow = z
  .object({
    id: z.int(),
    slot: z.int(),
    state: z.enum(CYCLE_STATES),
    reason: z.enum(CYCLE_FAILURES).nullable(),
    detail: z.string().nullable(),
    currency,
    config_version: z.int().nullable(),
    wallets: storedWallets.nullable(),
    withheld: units,
    in_mint: units,
    unsold: units,
    sold: units.nullable(),
    proceeds: units.nullable(),
    carried_in: signedUnits.nullable(),
    fees: units.nullable(),
    total: units.nullable(),
    pool: poolColumn.nullable(),
    carried_out: signedUnits.nullable(),
    look_at: z.int().nullable(),
    look_amount: units.nullable(),
    look_lamports: units.nullable(),
    started_at: z.int(),
    state_since: z.int(),
    ended_at: z.int().nullable(),
    is_unpaid: z.int(),
    archive: z.int().nullable(),
  })
  .transform(
    (row): TaxCycle => ({
      id: row.id,
      slot: row.slot,
      state: row.state,
      reason: row.reason,
      detail: row.detail,
      currency: row.currency,
      config:
        row.config_version === null || row.wallets === null
          ? null
          : { version: row.config_version, wallets: row.wallets },
      withheld: row.withheld,
      inMint: row.in_mint,
      unsold: row.unsold,
      sold: row.sold,
      proceeds: row.proceeds,
      carriedIn: row.carried_in,
      fees: row.fees,
      total: row.total,
      pool: row.pool,
      carriedOut: row.carried_out,
      firstLook:
        row.look_at === null
          ? null
          : { at: row.look_at, amount: row.look_amount ?? 0n, lamports: row.look_lamports ?? 0n },
      startedAt: row.started_at,
      stateSince: row.state_since,
      endedAt: row.ended_at,
      isUnpaid: row.is_unpaid === 1,
      archive: row.archive,
    }),
  );

const storedAccounts = z.array(z.string());
const stepRow = z
  .object({
    cycle: z.int(),
    name: z.enum(STEP_NAMES),
    part: z.int(),
    status: z.enum(STEP_STATUSES),
    amount: units,
    currency,
    signature: z.string().nullable(),
    fee: units.nullable(),
    accounts: z.string().nullable(),
  })
  .transform(
    ({ accounts, ...row }): TaxStep => ({
      ...row,
      accounts: accounts === null ? null : storedAccounts.parse(JSON.parse(accounts)),
    }),
  );

const lineRow = z
  .object({
    cycle: z.int(),
    line: z.int(),
    part: z.int(),
    wallet_id: z.string(),
    label: z.string(),
    address: z.string(),
    amount: units,
    basis_points: z.int(),
    status: z.enum(['pending', 'SUCCESS', 'FAILED']),
    signature: z.string().nullable(),
  })
  .transform(
    ({ wallet_id, basis_points, ...row }): TaxLine => ({ ...row, walletId: wallet_id, basisPoints: basis_points }),
  );

/** A cycle with the wallets of its pinned version. */
export const SELECT_CYCLE = `SELECT c.*, v.wallets FROM tax_cycles c
  LEFT JOIN distribution_versions v ON v.config_id = 'tax-distribution' AND v.version = c.config_version`;

export const parseCycle = (row: unknown): TaxCycle => cycleRow.parse(row);
export const parseStep = (row: unknown): TaxStep => stepRow.parse(row);
export const parseLine = (row: unknown): TaxLine => lineRow.parse(row);

const inFlight = z.enum(CYCLE_IN_FLIGHT);

/** The cycle as one that still wants work. Throws for a cycle that has ended. */
export function cycleInFlight(cycle: TaxCycle): TaxCycleInFlight {
  return { ...cycle, state: inFlight.parse(cycle.state) };
}
