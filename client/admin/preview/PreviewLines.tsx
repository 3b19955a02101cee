import { useMemo } from 'react';
import type { Currency } from '../../../src/distribution/amount.ts';
import { distribute } from '../../../src/distribution/distribute.ts';
import { percentText } from '../../../src/distribution/percentage.ts';
import type { DistributionWallet } from '../../../src/distribution/wallet.ts';
import { Address } from '../../ui/Addresses.tsx';
import { columnTexts, exactText } from '../ui/unitsText.ts';

interface PreviewLinesProps {
  readonly units: bigint;
  readonly currency: Currency;
  readonly wallets: readonly DistributionWallet[];
}

const UNIT: Readonly<Record<Currency, readonly [string, string]>> = {
  GOD: ['base unit (0.000001 GOD)', 'base units (0.000001 GOD each)'],
  SOL: ['lamport', 'lamports'],
};

/** Who receives how much of an amount. */
export function PreviewLines({ units, currency, wallets }: PreviewLinesProps) {
  const { lines, remainder } = useMemo(() => distribute(units, wallets), [units, wallets]);
  const texts = columnTexts([units, ...lines.map(({ amount }) => amount)], currency);
  const first = lines.find(({ percentage }) => percentage > 0);
  return (
    <>
      <table className="lines">
        <caption className="sr">Who receives how much</caption>
        <thead>
          <tr>
            <th scope="col">Wallet</th>
            <th scope="col" className="num">
              Share
            </th>
            <th scope="col" className="num">
              Amount <span className="dim">{currency}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {lines.map(({ walletId, label, address, percentage, amount }, index) => (
            <tr key={walletId}>
              <th scope="row">
                <bdi className="name">{label}</bdi> <Address address={address} />
              </th>
              <td className="num">{percentText(percentage)}</td>
              <td className="num" title={`${exactText(amount, currency)} ${currency}`}>
                {texts[index + 1]}
              </td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">Total</th>
            <td className="num" />
            <td className="num">{texts[0]}</td>
          </tr>
        </tfoot>
      </table>
      <p className="inset muted">
        {remainder === 0n || first === undefined ? (
          'The amount divides without a remainder.'
        ) : (
          <>
            {remainder.toString()} {UNIT[currency][remainder === 1n ? 0 : 1]} did not divide and{' '}
            {remainder === 1n ? 'is' : 'are'} part of <bdi>{first.label}</bdi>’s amount.
          </>
        )}
      </p>
    </>
  );
}
