import { alertKind, runbookAnchor } from '../../src/alerts/alertKinds.ts';
import type { Operations } from '../../src/contract/operations.ts';
import { reasonText } from '../../src/round/reasonText.ts';
import { HOLD_REASONS } from '../../src/round/state.ts';
import { readBalance } from '../chain/readChain.ts';
import type { Rpc } from '../chain/rpc.ts';
import type { Settings } from '../settings/Settings.ts';
import { type StoredOperations, storedOperations } from '../store/operations.ts';
import { type Outflow, unacknowledgedOutflows } from '../store/outflows.ts';
import { isoOfMs } from './isoTime.ts';

export interface ReadOperationsInput {
  readonly db: D1Database;
  readonly settings: Pick<Settings, 'pool' | 'taxAuthority' | 'taxWallet' | 'adminWallet'>;
  readonly rpc: Pick<Rpc, 'read'>;
  /** Unix milliseconds. */
  readonly now: () => number;
}

/**
 * What is under way, and what the product's wallets hold. A chain that is silent leaves the balances unknown, nothing
 * else.
 */
export async function readOperations({ db, settings, rpc, now }: ReadOperationsInput): Promise<Operations> {
  const { pool, taxAuthority, taxWallet, adminWallet } = settings;
  const named = [
    { name: 'Pool', address: pool.address },
    { name: 'Tax authority', address: taxAuthority.address },
    { name: 'Tax wallet', address: taxWallet.address },
    { name: 'Admin', address: adminWallet },
  ];
  const [stored, outflows, lamports] = await Promise.all([
    storedOperations(db),
    unacknowledgedOutflows(db),
    rpc
      .read((node) => Promise.all(named.map(({ address }) => readBalance(node, address, 'confirmed'))))
      .then((balances) => balances.map((balance) => balance.lamports.toString()))
      .catch(unknownBalances),
  ]);
  return {
    serverTime: isoOfMs(now()),
    warnings: [],
    ...composeStored(stored),
    outflows: outflows.map(composeOutflow),
    taxPause: null,
    cycles: [],
    actions: [],
    wallets: named.map((wallet, index) => ({
      ...wallet,
      lamports: lamports[index] ?? null,
      perDayLamports: null,
      daysLeft: null,
    })),
  };
}

function composeStored({ pause, rounds, journal, alerts }: StoredOperations) {
  return {
    pause: pause && { since: isoOfMs(pause.paused_at), by: pause.paused_by, reason: pause.reason },
    rounds: rounds.map(({ round, state, reason, detail, ends_at, total_lamports }) => ({
      roundNumber: round,
      state,
      reason: sentenceOf(reason),
      detail,
      endsAt: isoOfMs(ends_at * 1000),
      totalLamports: total_lamports,
      hold: HOLD_REASONS.find((one) => one === reason) ?? null,
      exits: [],
      shelved: null,
    })),
    journal: journal.map(({ signed_at, ...attempt }) => ({ ...attempt, signedAt: isoOfMs(signed_at) })),
    alerts: alerts.map(({ key, message, raised_at, delivered_at }) => ({
      key,
      message,
      severity: alertKind(key).severity,
      runbook: `docs/runbook.md#${runbookAnchor(key, message)}`,
      raisedAt: isoOfMs(raised_at),
      deliveredAt: delivered_at === null ? null : isoOfMs(delivered_at),
      endedAt: null,
    })),
  };
}

/** An outflow as operators are told of it. */
export function composeOutflow({ signature, foundAt }: Outflow): Operations['outflows'][number] {
  return { signature, foundAt: isoOfMs(foundAt) };
}

/** Why a round is held, in words; a reason of another version of this code stays as it is. */
function sentenceOf(reason: string | null): string | null {
  const known = HOLD_REASONS.find((one) => one === reason);
  return known === undefined ? reason : reasonText(known);
}

function unknownBalances(error: unknown): readonly string[] {
  console.warn(`operations: no balances: ${error instanceof Error ? error.message : String(error)}`);
  return [];
}
