import { alertKind, runbookAnchor } from '../../../src/alerts/alertKinds.ts';
import type { Operations, OperatorAction } from '../../../src/contract/operations.ts';
import { errorText } from '../../../src/errorText.ts';
import { daysLeft, spentPerDay } from '../../../src/money/spending.ts';
import { exitsOf } from '../../../src/round/exits.ts';
import { reasonText } from '../../../src/round/reasonText.ts';
import { HOLD_REASONS } from '../../../src/round/state.ts';
import { CYCLE_EXITS } from '../../../src/tax/cycle.ts';
import { readBalance } from '../../chain/accounts/readChain.ts';
import type { Rpc } from '../../chain/node/rpc.ts';
import { ownWallets } from '../../settings/ownWallets.ts';
import type { Settings } from '../../settings/Settings.ts';
import type { Action } from '../../store/views/console/actions.ts';
import { type HoldRow, type StoredOperations, storedOperations } from '../../store/views/console/operations.ts';
import { type Outflow, unacknowledgedOutflows } from '../../store/views/console/outflows.ts';
import { type WalletLow, walletLows } from '../../store/views/console/walletLows.ts';
import { isoOfMs } from '../isoTime.ts';

export interface ReadOperationsInput {
  readonly db: D1Database;
  readonly settings: Pick<Settings, 'pool' | 'oldPools' | 'taxAuthority' | 'taxWallet' | 'adminWallet' | 'runbookUrl'>;
  readonly rpc: Pick<Rpc, 'read'>;
  /** Sentences about settings that an operator should look at. */
  readonly warnings: readonly string[];
  /** Unix milliseconds. */
  readonly now: () => number;
}

/** A cycle that is under way for longer than this waits for a person. */
const CYCLE_LATE_MS = 15 * 60_000;

/** What is under way, and what the product's wallets hold. If no node answers, only the balances are unknown. */
export async function readOperations({ db, settings, rpc, warnings, now }: ReadOperationsInput): Promise<Operations> {
  const named = ownWallets(settings);
  const [stored, outflows, lows, lamports] = await Promise.all([
    storedOperations(db),
    unacknowledgedOutflows(db),
    walletLows(db),
    rpc
      .read((node) => Promise.all(named.map(({ address }) => readBalance(node, address, 'confirmed'))))
      .then((balances) => balances.map((balance) => balance.lamports))
      .catch(unknownBalances),
  ]);
  return {
    serverTime: isoOfMs(now()),
    warnings: [...warnings],
    ...composeStored(stored, settings.runbookUrl),
    cycles: composeCycles(stored, now()),
    outflows: outflows.map(composeOutflow),
    wallets: named.map((wallet, index) => ({
      ...wallet,
      ...forecast(lows, wallet.address, lamports[index] ?? null, wallet.address === settings.pool.address),
    })),
  };
}

function composeStored({ pause, taxPause, rounds, journal, alerts, actions }: StoredOperations, runbookUrl: string) {
  return {
    pause: composePause(pause),
    taxPause: composePause(taxPause),
    rounds: rounds.map(composeRound),
    journal: journal.map(({ signed_at, ...attempt }) => ({ ...attempt, signedAt: isoOfMs(signed_at) })),
    alerts: alerts.map(({ key, message, raised_at, delivered_at, ended_at }) => ({
      key,
      message,
      severity: alertKind(key).severity,
      runbook: `${runbookUrl}#${runbookAnchor(key, message)}`,
      raisedAt: isoOfMs(raised_at),
      deliveredAt: delivered_at === null ? null : isoOfMs(delivered_at),
      endedAt: ended_at === null ? null : isoOfMs(ended_at),
    })),
    actions: actions.map(composeAction),
  };
}

function composePause(pause: StoredOperations['pause']): Operations['pause'] {
  return pause && { since: isoOfMs(pause.paused_at), by: pause.paused_by, reason: pause.reason };
}

function composeRound(row: StoredOperations['rounds'][number]): Operations['rounds'][number] {
  return {
    roundNumber: row.round,
    state: row.state,
    ...composeHold(row),
    endsAt: isoOfMs(row.ends_at * 1000),
    totalLamports: (row.state === 'held' ? row.promised_lamports : null) ?? row.total_lamports,
  };
}

/** Why a round waits for a person, and what that person may do with it. */
export function composeHold(row: HoldRow) {
  const reason = HOLD_REASONS.find((one) => one === row.reason) ?? null;
  const hold = row.state === 'held' ? reason : null;
  const isShelved = row.shelved_at !== null;
  const facts = { hasRecord: row.root !== null, isShelved };
  return {
    // A reason that only another version of this code knows is shown as it is stored.
    reason: reason === null ? row.reason : reasonText(reason),
    detail: row.detail,
    hold,
    exits: hold === null ? [] : [...exitsOf({ reason: hold, ...facts })],
    shelved:
      row.shelved_at === null
        ? null
        : { since: isoOfMs(row.shelved_at), by: row.shelved_by ?? '', reason: row.shelved_reason ?? '' },
  };
}

/** The cycles that wait for a person: the signer refused a step, or they take too long. */
function composeCycles({ cycles }: StoredOperations, now: number): Operations['cycles'] {
  return cycles
    .filter(({ detail, started_at }) => detail !== null || now - started_at > CYCLE_LATE_MS)
    .map(({ id, state, detail, started_at }) => ({
      cycle: id,
      state,
      reason:
        detail === null
          ? 'It has been under way for more than 15 minutes.'
          : 'The signer refused a step of it. An operator has to look at it.',
      detail,
      startedAt: isoOfMs(started_at),
      exits: [...CYCLE_EXITS],
    }));
}

/** An outflow as operators are told of it. */
export function composeOutflow({ signature, foundAt }: Outflow): Operations['outflows'][number] {
  return { signature, foundAt: isoOfMs(foundAt) };
}

/** An action as operators are told of it. */
export function composeAction({ number: _, at, ...action }: Action): OperatorAction {
  return { ...action, at: isoOfMs(at) };
}

function forecast(lows: readonly WalletLow[], address: string, lamports: bigint | null, isEarning: boolean) {
  const own = lows.filter((low) => low.address === address);
  const perDay = spentPerDay(own, isEarning);
  return {
    lamports: lamports?.toString() ?? null,
    perDayLamports: perDay?.toString() ?? null,
    daysLeft: lamports === null || perDay === null ? null : daysLeft(lamports, perDay),
  };
}

function unknownBalances(error: unknown): readonly bigint[] {
  console.warn(`operations: no balances: ${errorText(error)}`);
  return [];
}
