import type { TaxTransaction } from '../../../src/contract/distribution.ts';
import { exactText } from '../ui/unitsText.ts';

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

/** Transactions as RFC 4180 CSV, a record for each line of a distribution; amounts are exact. */
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

/** One field. A spreadsheet would run text that begins like a formula, so an apostrophe is put in front of it. */
function field(text: string): string {
  const harmless = /^[=+\-@\t\r\n]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}
