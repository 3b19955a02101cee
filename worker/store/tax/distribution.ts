import * as z from 'zod';
import type { Address } from '../../../src/address/address.ts';
import { describeChanges, diffWallets } from '../../../src/distribution/diffWallets.ts';
import { type PoolWallets, withPool } from '../../../src/distribution/poolLines.ts';
import { floorProblems } from '../../../src/distribution/poolShare.ts';
import { validateConfiguration } from '../../../src/distribution/validateWallets.ts';
import { type DistributionWallet, defaultWallets } from '../../../src/distribution/wallet.ts';
import {
  type ChangeType,
  CONFIG_ID,
  type DistributionState,
  type DistributionVersion,
  parseState,
  SELECT_STATE,
} from '../rows/distributionRows.ts';
import { type Told, toldStatements } from './activations.ts';

/**
 * What is recorded about a change. `by` is the name of the admin key. `at` is unix milliseconds, and is the same in
 * everything that the change writes.
 */
export interface NewChange {
  readonly type: ChangeType;
  readonly description: string;
  readonly by: string;
  readonly at: number;
  /** What operators are told of the change. It is written in the change's transaction. */
  readonly told?: Told;
}

export interface NewVersion extends NewChange {
  /** The version from which this one was made. If that is not the newest any more, nothing is saved. */
  readonly from: number;
  readonly wallets: readonly DistributionWallet[];
}

export interface Activation extends NewChange {
  /** Comes into force if it is still the newest version, and if `previous` is still in force. */
  readonly version: number;
  /** The version that the change replaces; null: no version was in force. */
  readonly previous: number | null;
}

export interface Written {
  readonly isDone: boolean;
  readonly state: DistributionState;
}

export interface DistributionStore {
  /** The newest version and the one in force. A fresh database gets its first version here. */
  state(): Promise<DistributionState>;
  /** The version in force, which a tax cycle pins; null while there is none. */
  active(): Promise<DistributionVersion | null>;
  save(version: NewVersion): Promise<Written>;
  activate(activation: Activation): Promise<Written>;
}

export interface DistributionStoreInput {
  /** The pool's present and former wallets. A saved line that names any of them pays the present one, `pool`. */
  readonly pools: () => PoolWallets;
  /** The admin's wallet; it and the pool are the wallets of the first version. */
  readonly admin: Address;
  /** The least share of the tax that the pool must get, basis points; null: no floor is set. */
  readonly minPoolShare?: number | null;
  /** Unix milliseconds. */
  readonly now: () => number;
  readonly newId: () => string;
}

/**
 * The versions of the tax distribution in D1. A write and its change record are one transaction. The record is made
 * from the row that carries the change's id, so it exists only if the write took effect.
 */
export function createDistributionStore(db: D1Database, input: DistributionStoreInput): DistributionStore {
  const { now, newId, pools } = input;

  const asPaid = ({ active, ...state }: DistributionState): DistributionState => ({
    ...state,
    wallets: withPool(state.wallets, pools()),
    active: active && { ...active, wallets: withPool(active.wallets, pools()) },
  });

  const read = async () => {
    const found = await db.prepare(SELECT_STATE).bind(CONFIG_ID).first();
    return found === null ? null : asPaid(parseState(found));
  };

  /** Runs a write with its record, and reads the state after both. `id` is the change's. */
  const write = async (id: string, statements: readonly D1PreparedStatement[]): Promise<Written> => {
    const results = await db.batch([
      ...statements,
      db.prepare('SELECT count(*) AS done FROM distribution_changes WHERE id = ?').bind(id),
      db.prepare(SELECT_STATE).bind(CONFIG_ID),
    ]);
    const [done, state] = results.slice(-2).map((result) => result.results[0]);
    return { isDone: z.object({ done: z.int() }).parse(done).done === 1, state: asPaid(parseState(state)) };
  };

  const insertVersion = (id: string, made: { readonly version: number } & Pick<NewVersion, 'wallets' | 'by' | 'at'>) =>
    db
      .prepare(
        `INSERT INTO distribution_versions (config_id, version, change_id, wallets, made_at, made_by)
         VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING`,
      )
      .bind(CONFIG_ID, made.version, id, JSON.stringify(made.wallets), made.at, made.by);

  const record = (id: string, change: NewChange & { readonly previous: number | null }, table: ChangedTable) =>
    db
      .prepare(
        `INSERT INTO distribution_changes (id, config_id, type, description, changed_at, changed_by, previous_version, new_version)
         SELECT change_id, config_id, ?2, ?3, ?4, ?5, ?6, version FROM ${table} WHERE change_id = ?1`,
      )
      .bind(id, change.type, change.description, change.at, change.by, change.previous);

  /**
   * Stores the first version, with the default wallets, and puts it in force. A second call changes nothing. Defaults
   * that break a rule are stored and not put in force: a person has to save and activate others.
   */
  const create = async (): Promise<DistributionState> => {
    const [id, at, by] = [newId(), now(), 'system'];
    const wallets = defaultWallets(pools().pool, input.admin, new Date(at).toISOString());
    const description = describeChanges(diffWallets([], wallets));
    const floor = { pool: pools().pool, least: input.minPoolShare ?? null };
    const isValid = [...validateConfiguration(wallets), ...floorProblems(wallets, floor)].length === 0;
    const { state } = await write(id, [
      insertVersion(id, { version: 1, wallets, by, at }),
      db
        .prepare(
          `INSERT INTO distribution_active (config_id, version, change_id)
           SELECT config_id, version, change_id FROM distribution_versions WHERE change_id = ?1 AND ?2
           ON CONFLICT DO NOTHING`,
        )
        .bind(id, isValid ? 1 : 0),
      record(id, { type: 'CREATE', description, by, at, previous: null }, 'distribution_versions'),
    ]);
    return state;
  };

  const state = async () => (await read()) ?? (await create());

  const told = (id: string, { told: what, by, at }: NewChange) =>
    what === undefined
      ? []
      : toldStatements(db, { ...what, by, at }, 'SELECT 1 FROM distribution_changes WHERE id =', id);

  return {
    state,
    active: async () => (await state()).active,
    save({ from, ...version }) {
      const id = newId();
      return write(id, [
        // Each version number can be taken only once. Of the saves made from one version, only the first is stored.
        insertVersion(id, { ...version, version: from + 1 }),
        record(id, { ...version, previous: from }, 'distribution_versions'),
        ...told(id, version),
      ]);
    },
    activate({ version, ...change }) {
      const id = newId();
      return write(id, [
        db
          .prepare(
            `INSERT INTO distribution_active (config_id, version, change_id)
             SELECT ?1, ?2, ?3 WHERE (SELECT max(version) FROM distribution_versions WHERE config_id = ?1) = ?2
             ON CONFLICT (config_id) DO UPDATE SET version = excluded.version, change_id = excluded.change_id
               WHERE distribution_active.version = ?4 AND distribution_active.version <> excluded.version`,
          )
          .bind(CONFIG_ID, version, id, change.previous),
        record(id, change, 'distribution_active'),
        ...told(id, change),
        // A change that takes effect at once replaces the change that waits.
        db
          .prepare(
            `DELETE FROM distribution_waiting WHERE config_id = ?1
             AND EXISTS (SELECT 1 FROM distribution_active WHERE config_id = ?1 AND change_id = ?2)`,
          )
          .bind(CONFIG_ID, id),
      ]);
    },
  };
}

type ChangedTable = 'distribution_versions' | 'distribution_active';
