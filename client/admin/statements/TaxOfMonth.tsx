import type { Statement } from '../../../src/contract/statement.ts';
import { ledgerText } from '../../format/ledgerText.ts';
import { AddressLink } from '../console/ExplorerLinks.tsx';
import { unitsText } from '../ui/unitsText.ts';

/** What the tax of a month came to, and who got it. */
export function TaxOfMonth({ statement: { tax, receivers } }: { readonly statement: Statement }) {
  const sol = (lamports: string) => `${unitsText(BigInt(lamports), 'SOL')} SOL`;
  const god = (units: string) => `${unitsText(BigInt(units), 'GOD')} GOD`;
  const figures: readonly (readonly [string, string])[] = [
    ['Cycles that ended', tax.cycles.toLocaleString('en-US')],
    ['Collected', god(tax.withdrawnUnits)],
    ['Sold', god(tax.soldUnits)],
    ['Received for it', sol(tax.receivedLamports)],
    ['Network fees', sol(tax.feesLamports)],
    ['Distributed', sol(tax.distributedLamports)],
  ];
  return (
    <section className="statement" aria-label="The tax">
      <h2>The tax</h2>
      <dl className="facts">
        {figures.map(([name, figure]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{figure}</dd>
          </div>
        ))}
      </dl>
      {receivers.length > 0 && (
        <table className="lines">
          <caption className="sr">Who was paid how much of the tax</caption>
          <thead>
            <tr>
              <th scope="col">Receiver</th>
              <th scope="col" className="num">
                <span className="dim">SOL</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {receivers.map(({ address, label, lamports }) => (
              <tr key={address}>
                <th scope="row">
                  <bdi className="name">{label}</bdi> <AddressLink address={address} />
                </th>
                <td className="num">{ledgerText(BigInt(lamports), 'SOL')}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  );
}
