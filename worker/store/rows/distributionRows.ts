import * as z from 'zod';
import { type CHANGE_TYPES, distributionWallet } from '../../../src/contract/distribution.ts';
import type { DistributionWallet } from '../../../src/distribution/wallet.ts';

/** The id of the only configuration of the tax distribution, of which there are many versions. */
export const CONFIG_ID = 'tax-distribution';

export interface DistributionVersion {
  readonly version: number;
  readonly wallets: readonly DistributionWallet[];
}

/** The newest version with its author and time (`madeAt`, unix milliseconds), and the version in force. */
export interface DistributionState extends DistributionVersion {
  readonly madeAt: number;
  readonly madeBy: string;
  /** Null while no version is in force. */
  readonly active: DistributionVersion | null;
}

export type ChangeType = (typeof CHANGE_TYPES)[number];

/** The wallets of a version as stored: JSON. Parsing throws for a text that no version of this code wrote. */
export const storedWallets = z
  .string()
  .transform((text): unknown => JSON.parse(text))
  .pipe(z.array(distributionWallet));

export const versionRow = z.object({ version: z.int().min(1), wallets: storedWallets });

const stateRow = versionRow.extend({
  made_at: z.int(),
  made_by: z.string(),
  active_version: z.int().nullable(),
  active_wallets: storedWallets.nullable(),
});

/** SQL that reads the state of configuration ?1 in one statement, so that its parts belong together. */
export const SELECT_STATE = `SELECT n.version, n.wallets, n.made_at, n.made_by, a.version AS active_version, v.wallets AS active_wallets
  FROM distribution_versions n
  LEFT JOIN distribution_active a ON a.config_id = n.config_id
  LEFT JOIN distribution_versions v ON v.config_id = a.config_id AND v.version = a.version
  WHERE n.config_id = ?1 ORDER BY n.version DESC LIMIT 1`;

/** Parses a row of `SELECT_STATE`. Throws when the row is of another form. */
export function parseState(value: unknown): DistributionState {
  const { version, wallets, ...row } = stateRow.parse(value);
  const { active_version: active, active_wallets: activeWallets } = row;
  return {
    version,
    wallets,
    madeAt: row.made_at,
    madeBy: row.made_by,
    active: active === null || activeWallets === null ? null : { version: active, wallets: activeWallets },
  };
}

/** Parses rows of `distribution_versions`. Throws when one is of another form. */
export function parseVersions(rows: readonly unknown[]): DistributionVersion[] {
  return z.array(versionRow).parse(rows);
}
