import { useState } from 'react';
import type { TaxTransaction } from '../../../src/contract/distribution.ts';
import { downloadText } from '../../ui/downloadText.ts';
import { faultLines } from '../console/AdminFault.ts';
import type { AdminApi, TransactionsChosen } from '../console/api.ts';
import { useConsole } from '../console/ConsoleContext.ts';
import { exactText } from '../ui/unitsText.ts';

const PAGE = 100;
/** 20,000 transactions: four weeks of a cycle every two minutes. */
const MOST_PAGES = 200;

interface ExportButtonProps {
  readonly chosen: TransactionsChosen;
  readonly isEmpty: boolean;
}

/** Saves the chosen transactions as a file: all of them, or the newest `MOST_PAGES` pages if there are more. */
export function ExportButton({ chosen, isEmpty }: ExportButtonProps) {
  const { api, notify } = useConsole();
  const [read, setRead] = useState<number | null>(null);
  const save = async () => {
    setRead(0);
    try {
      const { transactions, isAll } = await readAll(api, chosen, setRead);
      downloadText(`tax-transactions-${chosen.status}.csv`, 'text/csv;charset=utf-8', transactionsCsv(transactions));
      const count = `${transactions.length} ${transactions.length === 1 ? 'transaction' : 'transactions'}`;
      const lines = [isAll ? `Exported ${count}.` : `Exported the newest ${count}; there are more.`];
      notify({ tone: isAll ? 'good' : 'bad', lines });
    } catch (error) {
      notify({ tone: 'bad', lines: faultLines(error, 'Failed to load transactions') });
    } finally {
      setRead(null);
    }
  };
  return (
    <button type="button" className="btn" disabled={isEmpty || read !== null} onClick={() => void save()}>
      {read === null ? 'Export CSV' : `Exporting… ${read}`}
    </button>
  );
}

async function readAll(api: AdminApi, chosen: TransactionsChosen, onRead: (count: number) => void) {
  const transactions: TaxTransaction[] = [];
  let cursor: string | null = null;
  for (let page = 0; page < MOST_PAGES; page++) {
    const part: Awaited<ReturnType<AdminApi['readTransactions']>> = await api.readTransactions({
      ...chosen,
      limit: PAGE,
      cursor,
    });
    transactions.push(...part.data);
    onRead(transactions.length);
    cursor = part.nextCursor;
    if (cursor === null) return { transactions, isAll: true };
  }
  return { transactions, isAll: false };
}

const COLUMNS = [
  'transaction_id',
  'timestamp',
  'status',
  'currency',
  'total_amount',
  'config_version',
  'reason',
  'tx_signature',
  'wallet_id',
  'wallet_label',
  'wallet_address',
  'percentage',
  'amount',
  'line_status',
  'line_signature',
];

/**
 * Transactions as CSV (RFC 4180), with exact amounts. Each line of a distribution is a record; a distribution without
 * lines is one record.
 */
export function transactionsCsv(transactions: readonly TaxTransaction[]): string {
  return [COLUMNS, ...transactions.flatMap(records)].map((fields) => `${fields.map(field).join(',')}\r\n`).join('');
}

function records(transaction: TaxTransaction): string[][] {
  const { id, timestamp, status, currency, totalUnits, configVersion, reason, txSignature, distributions } =
    transaction;
  const total = exactText(BigInt(totalUnits), currency);
  const head = [id, timestamp, status, currency, total, `${configVersion ?? ''}`, reason ?? '', txSignature ?? ''];
  if (distributions.length === 0) return [[...head, '', '', '', '', '', '', '']];
  return distributions.map((line) => [
    ...head,
    line.walletId,
    line.label,
    line.address,
    line.percentage.toFixed(2),
    exactText(BigInt(line.units), currency),
    line.status,
    line.transactionSignature ?? '',
  ]);
}

/** One field as CSV. A text that begins like a formula gets an apostrophe, so that no spreadsheet runs it. */
function field(text: string): string {
  const harmless = /^[=+\-@\t\r\n]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}
