import type { Operations } from '../../../src/contract/operations.ts';
import { listText } from '../../format/listText.ts';
import { AddressLink } from '../console/ExplorerLinks.tsx';
import { sentenceText, unitsText } from '../ui/unitsText.ts';
import { Group } from './Group.tsx';

/** What the lottery's own wallets hold, and how long that lasts. */
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

type Wallet = Operations['wallets'][number];

/** A wallet that lasts fewer days than `SOON_DAYS` should be filled soon; fewer than `NOW_DAYS`, at once. */
const SOON_DAYS = 30;
const NOW_DAYS = 7;

interface Forecast {
  readonly tone: 'muted' | 'warn' | 'err';
  readonly text: string;
}

/** How long a wallet lasts at the pace of its last week, as sentences; null while its spending is unknown. */
export function forecastOf({ name, perDayLamports, daysLeft }: Wallet): Forecast | null {
  if (perDayLamports === null) return null;
  const perDay = BigInt(perDayLamports);
  if (perDay === 0n) return { tone: 'muted', text: 'It has not shrunk in the last 7 days.' };
  const spends = `It spends ${sentenceText(perDay, 'SOL')} a day.`;
  if (daysLeft === null) return { tone: 'muted', text: spends };
  const who = `the ${name.charAt(0).toLowerCase()}${name.slice(1)}`;
  return { tone: toneOf(daysLeft), text: `At this pace ${who} lasts ${lengthText(daysLeft)}. ${spends}` };
}

function toneOf(days: number): Forecast['tone'] {
  if (days < NOW_DAYS) return 'err';
  return days < SOON_DAYS ? 'warn' : 'muted';
}

function lengthText(days: number): string {
  if (days < 1) return 'less than a day';
  if (days === 1) return '1 day';
  const years = Math.floor(days / 365);
  if (years < 2) return `${days} days`;
  return years <= 10 ? `${years} years` : 'more than ten years';
}

type Wallets = Operations['wallets'];

/**
 * The lottery's own wallets, each address once. A wallet with several roles has the names of all its roles, as in
 * `Tax authority, tax wallet and admin`.
 */
export function sameWallets(wallets: Wallets): Wallets {
  return [...new Set(wallets.map(({ address }) => address))].flatMap((address) => {
    const same = wallets.filter((wallet) => wallet.address === address);
    const [first, ...others] = same;
    return first === undefined ? [] : [{ ...first, name: listText([first.name, ...others.map(lower)]) }];
  });
}

const lower = ({ name }: Wallets[number]) => `${name.charAt(0).toLowerCase()}${name.slice(1)}`;
