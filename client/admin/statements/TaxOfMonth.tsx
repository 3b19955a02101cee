import type { Statement } from '../../../src/contract/statement.ts';
import { ledgerText } from '../../format/godText.ts';
import { AddressLink } from '../console/ExplorerLinks.tsx';
import { TaxFigures } from '../console/TaxFigures.tsx';

/** What the tax of a month came to, and who got it. */
export function TaxOfMonth({ statement: { tax, receivers } }: { readonly statement: Statement }) {
  return (
    <section className="statement" aria-label="The tax">
      <h2>The tax</h2>
      <TaxFigures sums={tax} className="facts" />
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
