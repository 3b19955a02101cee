import { describe, expect, it } from 'vitest';
import { AdminFault, faultLines } from '../../client/admin/console/AdminFault.ts';
import { sameFigures } from '../../client/admin/preview/PreviewPanel.tsx';
import { keyProblem, loginProblem } from '../../client/admin/session/useSession.ts';
import { transactionsCsv } from '../../client/admin/transactions/ExportButton.tsx';
import { neighbour } from '../../client/admin/ui/Tabs.tsx';
import { exactText, unitsText } from '../../client/admin/ui/unitsText.ts';
import type { TaxTransaction } from '../../src/contract/distribution.ts';
import { distribute } from '../../src/distribution/distribute.ts';
import { receiver } from '../domain/distributionWallets.ts';

const fault = (status: number | null, more: Partial<AdminFault> = {}) =>
  new AdminFault(more.message ?? '', { status, errors: [], current: null, payments: [], retryAfter: null, ...more });

describe('what a failure says', () => {
  it('at the login: the sentences that are promised', () => {
    expect(loginProblem(fault(401))).toBe('Invalid admin key');
    expect(loginProblem(fault(null))).toBe('Network error. Please check your connection.');
    expect(loginProblem(fault(503))).toBe('Authentication failed. Please try again.');
    expect(loginProblem(new TypeError('surprise'))).toBe('Authentication failed. Please try again.');
    expect(loginProblem(fault(429, { retryAfter: 1 }))).toBe('Too many attempts. Please try again in 1 second.');
  });

  it('of a key: none, or one no header can carry', () => {
    expect(['', 'ключ', 'a\nb', 'right-key'].map(keyProblem)).toEqual([
      'Admin key is required',
      'Invalid admin key',
      'Invalid admin key',
      null,
    ]);
  });

  it('elsewhere: the server’s list, or the usual sentence with what else is known', () => {
    expect(faultLines(fault(422, { errors: ['one', 'two'] }), 'Failed')).toEqual(['one', 'two']);
    expect(faultLines(fault(500, { errors: ['Oh.'], message: 'Oh.' }), 'Failed')).toEqual(['Failed', 'Oh.']);
    expect(faultLines(fault(502), 'Failed')).toEqual(['Failed']);
    expect(faultLines(fault(null), 'Failed')).toEqual(['Failed', 'Network error. Please check your connection.']);
    expect(faultLines('surprise', 'Failed')).toEqual(['Failed']);
  });
});

describe('amounts', () => {
  it('SOL has six decimals, GOD two or as many as it takes; nothing is rounded up', () => {
    expect(unitsText(1_234_567_899n, 'SOL')).toBe('1.234567');
    expect(unitsText(2_500_000_000n, 'SOL')).toBe('2.500000');
    expect(unitsText(1_000_000_000_000n, 'GOD')).toBe('1,000,000.00');
    expect(unitsText(1_234_567n, 'GOD')).toBe('1.234567');
    expect([unitsText(0n, 'SOL'), unitsText(999n, 'SOL')]).toEqual(['0.000000', '< 0.000001']);
  });

  it('exactly: every base unit, no separators', () => {
    expect(exactText(18_446_744_073_709_551_615n, 'SOL')).toBe('18446744073.709551615');
    expect(exactText(1n, 'GOD')).toBe('0.000001');
  });
});

describe('tabs by keyboard', () => {
  it('arrows meet at both ends, Home and End lead there', () => {
    expect(neighbour('ArrowRight', 3, 4)).toBe(0);
    expect(neighbour('ArrowLeft', 0, 4)).toBe(3);
    expect([neighbour('Home', 2, 4), neighbour('End', 2, 4), neighbour('Enter', 2, 4)]).toEqual([0, 3, null]);
  });
});

describe('the server’s preview against this page’s', () => {
  const wallets = [receiver(1, { percentage: 33.33 }), receiver(2, { percentage: 66.67 })];
  const answer = (units: bigint, change = 0n) => ({
    totalAmount: 1,
    totalUnits: `${units}`,
    currency: 'SOL' as const,
    remainderUnits: '0',
    distributions: distribute(units, wallets).lines.map((line) => ({
      ...line,
      units: `${line.amount + change}`,
      amount: 0,
    })),
  });

  it('is the same to the unit, or it is not', () => {
    expect(sameFigures(answer(1_000_001n), 1_000_001n, wallets)).toBe(true);
    expect(sameFigures(answer(1_000_001n, 1n), 1_000_001n, wallets)).toBe(false);
    expect(sameFigures(answer(1_000_002n), 1_000_001n, wallets)).toBe(false);
    expect(sameFigures(answer(1_000_001n), 1_000_001n, wallets.slice(1))).toBe(false);
  });
});

describe('transactions as CSV', () => {
  const transaction = (label: string, reason: string | null = null): TaxTransaction => ({
    id: 'cycle-7',
    status: 'COMPLETED',
    timestamp: '2026-11-20T06:12:00.000Z',
    totalAmount: 1,
    totalUnits: '1000000001',
    currency: 'SOL',
    reason,
    detail: null,
    configVersion: 3,
    txSignature: 'sig',
    distributions: [
      {
        ...{ walletId: 'w', label, address: 'addr', amount: 1, units: '1000000001', percentage: 100 },
        ...{ status: 'SUCCESS', transactionSignature: null },
      },
    ],
  });
  const lines = (...transactions: readonly TaxTransaction[]) => transactionsCsv(transactions).split('\r\n');

  it('a record a line, CRLF after each, exact amounts', () => {
    expect(lines(transaction('Pool'))).toEqual([
      'transaction_id,timestamp,status,currency,total_amount,config_version,reason,tx_signature,wallet_id,wallet_label,wallet_address,percentage,amount,line_status,line_signature',
      'cycle-7,2026-11-20T06:12:00.000Z,COMPLETED,SOL,1.000000001,3,,sig,w,Pool,addr,100.00,1.000000001,SUCCESS,',
      '',
    ]);
  });

  it('one without lines is a record all the same', () => {
    const [, record] = lines({ ...transaction('Pool'), distributions: [], configVersion: null });
    expect(record?.split(',')).toHaveLength(15);
  });

  it('quotes what needs it', () => {
    expect(lines(transaction('a "b", c'))[1]).toContain(',"a ""b"", c",');
    expect(transactionsCsv([transaction('x', 'first\nsecond')])).toContain(',"first\nsecond",');
  });

  it('nothing can be run by a spreadsheet', () => {
    for (const start of ['=', '+', '-', '@', '\t', '\r']) {
      const record = transactionsCsv([transaction(`${start}cmd|x`)]);
      expect(record).toContain(start === '\r' ? `,"'\rcmd|x",` : `,'${start}cmd|x,`);
    }
  });
});
