import * as z from 'zod';
import { CHANGE_TYPES } from '../../../../src/contract/distribution.ts';
import { type ChangeType, type DistributionVersion, parseVersions } from '../../rows/distributionRows.ts';

export interface DistributionChange {
  /** Rises with each change. To read the next page, pass the last number of this page as `before`. */
  readonly number: number;
  readonly id: string;
  readonly configId: string;
  readonly type: ChangeType;
  readonly description: string;
  /** Unix milliseconds. */
  readonly changedAt: number;
  readonly changedBy: string;
  readonly previous: DistributionVersion | null;
  readonly next: DistributionVersion;
}

const row = z.object({
  number: z.int(),
  id: z.string(),
  config_id: z.string(),
  type: z.enum(CHANGE_TYPES),
  description: z.string(),
  changed_at: z.int(),
  changed_by: z.string(),
  previous_version: z.int().nullable(),
  new_version: z.int(),
});

export interface HistoryQuery {
  readonly configId: string;
  readonly limit: number;
  /** Only changes with a lower number; null: the page begins with the newest change. */
  readonly before: number | null;
}

/** Up to `limit` changes, newest first. Each version is read once, however many changes name it. */
export async function distributionHistory(db: D1Database, query: HistoryQuery): Promise<DistributionChange[]> {
  const { results } = await db
    .prepare(
      `SELECT ${Object.keys(row.shape).join(', ')} FROM distribution_changes
       WHERE config_id = ? AND number < ? ORDER BY number DESC LIMIT ?`,
    )
    .bind(query.configId, query.before ?? Number.MAX_SAFE_INTEGER, query.limit)
    .all();
  const changes = z.array(row).parse(results);
  const versions = await readVersions(
    db,
    query.configId,
    changes.flatMap((change) => [change.new_version, change.previous_version ?? change.new_version]),
  );
  return changes.map((change) => ({
    number: change.number,
    id: change.id,
    configId: change.config_id,
    type: change.type,
    description: change.description,
    changedAt: change.changed_at,
    changedBy: change.changed_by,
    previous: change.previous_version === null ? null : versionOf(versions, change.previous_version),
    next: versionOf(versions, change.new_version),
  }));
}

type Versions = ReadonlyMap<number, DistributionVersion>;

async function readVersions(db: D1Database, configId: string, numbers: readonly number[]): Promise<Versions> {
  const { results } = await db
    .prepare(
      `SELECT version, wallets FROM distribution_versions
       WHERE config_id = ? AND version IN (SELECT value FROM json_each(?))`,
    )
    .bind(configId, JSON.stringify([...new Set(numbers)]))
    .all();
  return new Map(parseVersions(results).map((version) => [version.version, version]));
}

function versionOf(versions: Versions, number: number): DistributionVersion {
  const version = versions.get(number);
  if (version === undefined) throw new Error(`a change names version ${number}, which does not exist`);
  return version;
}
