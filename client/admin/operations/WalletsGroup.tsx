import type { Operations } from '../../../src/contract/operations.ts';
import { AddressLink } from '../console/ExplorerLinks.tsx';
import { unitsText } from '../ui/unitsText.ts';
import { forecastOf } from './forecast.ts';
import { Group } from './Group.tsx';
import { sameWallets } from './sameWallets.ts';

/** What there is to pay with, and how long it lasts. */
export function WalletsGroup({ wallets }: Pick<Operations, 'wallets'>) {
  return (
    <Group title="Wallets" empty="No wallets." rest="wallets">
      {sameWallets(wallets).map((wallet) => {
        const { name, address, lamports } = wallet;
        const forecast = forecastOf(wallet);
        return (
          <li key={name}>
            <strong>{name}</strong>
            <AddressLink address={address} />
            <span className="num">{lamports === null ? 'unknown' : `${unitsText(BigInt(lamports), 'SOL')} SOL`}</span>
            {forecast !== null && <span className={`wide ${forecast.tone}`}>{forecast.text}</span>}
          </li>
        );
      })}
    </Group>
  );
}
