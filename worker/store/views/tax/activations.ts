import * as z from 'zod';
import type { DistributionWallet } from '../../../../src/distribution/wallet.ts';
import { CONFIG_ID, type DistributionVersion, storedWallets, versionRow } from '../../rows/distributionRows.ts';
import type { Reads } from '../../rows/reads.ts';

/** An activation that waits for a second key, or for its time. Times are unix milliseconds. */
export interface WaitingActivation {
  readonly askId: string;
  readonly version: number;
  readonly wallets: readonly DistributionWallet[];
  readonly askedAt: number;
  readonly askedBy: string;
  readonly confirmedAt: number | null;
  readonly confirmedBy: string | null;
  /** Null until a second key confirms, if that was the rule when the activation was asked for. */
  readonly dueAt: number | null;
}

/**
 * Whether an activation still lacks the confirmation by a second key. It needs one if that was the rule when it was
 * asked for (then `dueAt` is null), or if the settings want one now (`isSecondKeyNeeded`).
 */
export const lacksSecondKey = (
  { confirmedBy, dueAt }: Pick<WaitingActivation, 'confirmedBy' | 'dueAt'>,
  isSecondKeyNeeded: boolean,
): boolean => confirmedBy === null && (dueAt === null || isSecondKeyNeeded);

const row = z
  .object({
    ...{ ask_id: z.string(), version: z.int(), wallets: storedWallets, asked_at: z.int(), asked_by: z.string() },
    ...{ confirmed_at: z.int().nullable(), confirmed_by: z.string().nullable(), due_at: z.int().nullable() },
  })
  .transform(
    ({ ask_id, version, wallets, ...rest }): WaitingActivation => ({
      ...{ askId: ask_id, version, wallets, askedAt: rest.asked_at, askedBy: rest.asked_by },
      ...{ confirmedAt: rest.confirmed_at, confirmedBy: rest.confirmed_by, dueAt: rest.due_at },
    }),
  );

/** The activation that waits; null when none does. */
export async function waitingActivation(db: Reads): Promise<WaitingActivation | null> {
  const found = await db
    .prepare(
      `SELECT w.ask_id, w.version, v.wallets, w.asked_at, w.asked_by, w.confirmed_at, w.confirmed_by, w.due_at
       FROM distribution_waiting w JOIN distribution_versions v ON v.config_id = w.config_id AND v.version = w.version
       WHERE w.config_id = ?`,
    )
    .bind(CONFIG_ID)
    .first();
  return found === null ? null : row.parse(found);
}

/** The version in force, even if a newer version is saved; null while no version is in force. */
export async function activeVersion(db: Reads): Promise<DistributionVersion | null> {
  const found = await db
    .prepare(
      `SELECT v.version, v.wallets FROM distribution_active a
       JOIN distribution_versions v ON v.config_id = a.config_id AND v.version = a.version WHERE a.config_id = ?`,
    )
    .bind(CONFIG_ID)
    .first();
  return found === null ? null : versionRow.parse(found);
}
