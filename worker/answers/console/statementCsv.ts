import { LAMPORTS_PER_SOL } from '../../../src/money/lamports.ts';
import { isoOfSeconds } from '../isoTime.ts';
import type { WholeStatement } from './readStatement.ts';

const COLUMNS = ['line', 'time', 'wallet', 'name', 'round', 'lamports', 'sol', 'signature'];

/**
 * A statement as RFC 4180 CSV: balances, and between them what was paid in (above 0) and out (below 0). For each pool
 * the lines from `opening` to `other` add up to `closing`. The last lines, what the receivers of the tax got, are part
 * of no sum.
 */
export function statementCsv({ statement: { pools, receivers }, prizes }: WholeStatement): string {
  const rows = pools.flatMap((pool) => {
    const { address, opening, closing } = pool;
    const own = prizes.get(address) ?? [];
    const line = (kind: string, lamports: bigint, at = '') => record([kind, at, address, '', '', lamports, '']);
    return [
      line('opening', BigInt(opening.lamports), opening.at),
      line('tax', BigInt(pool.taxLamports)),
      ...own.map(({ round, place, endsAt, address: winner, lamports, signature }) =>
        record(['prize', isoOfSeconds(endsAt), winner, `place ${place}`, `${round}`, -lamports, signature ?? '']),
      ),
      line('fees', -BigInt(pool.feesLamports)),
      line('marks', -BigInt(pool.marksLamports)),
      line('other', BigInt(pool.otherLamports)),
      line('closing', BigInt(closing.lamports), closing.at),
    ];
  });
  const paid = receivers.map(({ address, label, lamports }) =>
    record(['tax receiver', '', address, label, '', BigInt(lamports), '']),
  );
  return [COLUMNS.join(','), ...rows, ...paid, ''].join('\r\n');
}

type Fields = readonly [string, string, string, string, string, bigint, string];

function record([line, time, wallet, name, round, lamports, signature]: Fields): string {
  return [line, time, wallet, quoted(name), round, `${lamports}`, solOf(lamports), signature].join(',');
}

/** A label is somebody's text: quoted, and never taken for a formula. */
function quoted(text: string): string {
  if (text === '') return '';
  const plain = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return `"${plain.replaceAll('"', '""')}"`;
}

/** Lamports as SOL with all nine decimals and without separators, for machines. */
function solOf(lamports: bigint): string {
  const [sign, amount] = lamports < 0n ? ['-', -lamports] : ['', lamports];
  return `${sign}${amount / LAMPORTS_PER_SOL}.${(amount % LAMPORTS_PER_SOL).toString().padStart(9, '0')}`;
}
