import type { PoolStatement } from '../../../src/contract/statement.ts';
import { ledgerText } from '../../format/godText.ts';
import { utcText } from '../../format/timeText.ts';
import { AddressLink } from '../console/ExplorerLinks.tsx';

interface PoolTableProps {
  readonly pool: PoolStatement;
  readonly isOver: boolean;
  /** Whether this was the pool's only wallet in the month. */
  readonly isOnly: boolean;
}

/** What changed the opening balance into the closing balance, exact to the lamport. */
export function PoolTable({ pool, isOver, isOnly }: PoolTableProps) {
  const { opening, closing, address, outflows, otherLamports } = pool;
  const other = BigInt(otherLamports);
  const rows: readonly (readonly [name: string, lamports: bigint, note: string])[] = [
    ['The pool’s share of the tax', BigInt(pool.taxLamports), ''],
    ['Prizes', -BigInt(pool.prizesLamports), countText(pool.rounds, 'round')],
    ['Network fees', -BigInt(pool.feesLamports), countText(pool.transactions, 'transaction')],
    ['Rent of the marks', -BigInt(pool.marksLamports), 'what makes each hour’s payment happen once'],
    ['Other', other, otherText(other, outflows)],
  ];
  return (
    <section className="statement" aria-label={isOnly ? 'The pool' : `The pool ${address}`}>
      <h2>
        The pool <AddressLink address={address} />
      </h2>
      <table className="lines">
        <caption className="sr">From the opening to the closing balance</caption>
        <thead>
          <tr>
            <th scope="col">What</th>
            <th scope="col" className="num">
              <span className="dim">SOL</span>
            </th>
          </tr>
        </thead>
        <tbody>
          <Balance name="Opening balance" at={opening.at} lamports={opening.lamports} />
          {rows.map(([name, lamports, note]) => (
            <tr key={name}>
              <th scope="row">
                {name} {note !== '' && <span className="dim">{note}</span>}
              </th>
              <td className="num">{ledgerText(lamports, 'SOL')}</td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <Balance name={isOver ? 'Closing balance' : 'Balance so far'} at={closing.at} lamports={closing.lamports} />
        </tfoot>
      </table>
    </section>
  );
}

function Balance({ name, at, lamports }: { readonly name: string; readonly at: string; readonly lamports: string }) {
  return (
    <tr>
      <th scope="row">
        {name} <time dateTime={at}>{utcText(Date.parse(at))}</time>
      </th>
      <td className="num">{ledgerText(BigInt(lamports), 'SOL')}</td>
    </tr>
  );
}

const countText = (count: number, what: string) => `${count} ${count === 1 ? what : `${what}s`}`;

function otherText(lamports: bigint, outflows: number): string {
  const found = outflows === 0 ? '' : `; ${countText(outflows, 'outflow')} found`;
  if (lamports === 0n) return `the lines above explain the whole change${found}`;
  return `${lamports > 0n ? 'sent by others' : 'left the pool, and is not in the journal'}${found}`;
}
