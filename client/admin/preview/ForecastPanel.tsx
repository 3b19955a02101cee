import { useQuery } from '@tanstack/react-query';
import { forecast } from '../../../src/distribution/distribute.ts';
import type { DistributionWallet } from '../../../src/distribution/wallet.ts';
import { Address } from '../../ui/Addresses.tsx';
import { useConsole, useOperations } from '../console/ConsoleContext.ts';
import { lastDays } from '../ui/lastDays.ts';
import { unitsText } from '../ui/unitsText.ts';

/** How many whole days before today the estimate is based on. */
const PAST_DAYS = 7;
const AHEAD = [7, 30] as const;

/** Estimates what the wallets will hold if the tax goes on as in the last days and is split by the list under edit. */
export function ForecastPanel({ wallets }: { readonly wallets: readonly DistributionWallet[] }) {
  const { api } = useConsole();
  const days = lastDays(Date.now(), PAST_DAYS);
  const { data } = useQuery({
    queryKey: ['sums', days.from, days.to],
    queryFn: ({ signal }) => api.readSums(days, signal),
  });
  const balances = useOperations(false).data?.wallets ?? [];
  if (data === undefined) return null;
  const past = { units: BigInt(data.distributedLamports), past: PAST_DAYS };
  const [soon, later] = AHEAD.map((ahead) => forecast(past, ahead, wallets));
  return (
    <section className="panel" aria-labelledby="forecast-title">
      <div className="ph">
        <h2 id="forecast-title">Forecast of balances</h2>
        <p className="muted">Estimate</p>
      </div>
      {past.units === 0n ? (
        <p className="inset muted">
          No SOL was distributed on the {PAST_DAYS} whole days before today, so there is nothing to estimate from. Today
          is not over, and does not count yet.
        </p>
      ) : (
        <>
          <table className="lines">
            <caption className="sr">Estimated balances in SOL</caption>
            <thead>
              <tr>
                <th scope="col">Wallet</th>
                <th scope="col" className="num now">
                  Now <span className="dim">SOL</span>
                </th>
                {AHEAD.map((ahead) => (
                  <th key={ahead} scope="col" className="num">
                    In {ahead} days
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {soon?.map(({ walletId, label, address, amount }, index) => {
                const known = balances.find((one) => one.address === address)?.lamports ?? null;
                return (
                  <tr key={walletId}>
                    <th scope="row">
                      <bdi className="name">{label}</bdi> <Address address={address} />
                    </th>
                    <td className="num now">{known === null ? '–' : unitsText(BigInt(known), 'SOL')}</td>
                    <td className="num">{aheadText(known, amount)}</td>
                    <td className="num">{aheadText(known, later?.[index]?.amount ?? 0n)}</td>
                  </tr>
                );
              })}
            </tbody>
          </table>
          <p className="inset muted">
            This assumes that the tax goes on as on the {PAST_DAYS} whole days before today (
            {unitsText(past.units, 'SOL')} SOL distributed) and is split by the shares above. Prizes and other spending
            are not taken off. Where no balance is shown, the figures are what would be added.
          </p>
        </>
      )}
    </section>
  );
}

/** The estimated balance as text. When today's balance is unknown, the text is only what would be added. */
function aheadText(known: string | null, added: bigint): string {
  return known === null ? `+${unitsText(added, 'SOL')}` : `≈ ${unitsText(BigInt(known) + added, 'SOL')}`;
}
