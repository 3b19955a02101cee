import { QUICKNET, QUICKNET_CHAIN_HASH } from '../../src/protocol/terms/beaconNetwork.ts';
import { isOwnMachine } from './isOwnMachine.ts';
import { rolesOf } from './ownWallets.ts';
import type { AdminKey, Settings } from './Settings.ts';

/**
 * Settings that are right by themselves and wrong together, each as a sentence. With any of them no round can be played
 * rightly, so none begins. `findWarnings` finds what does not stop a lottery.
 */
export function findContradictions(settings: Settings): string[] {
  const { clock, beacon } = settings;
  return [
    ...(clock.entryLockSeconds >= clock.roundSeconds ? ['ENTRY_LOCK_SECONDS must be shorter than ROUND_SECONDS'] : []),
    ...(clock.genesisTime < beacon.genesisTime
      ? ['GENESIS_TIME must not be before DRAND_GENESIS: no beacon exists before that time']
      : []),
    ...(!isOnBeacon(settings)
      ? ['GENESIS_TIME and ROUND_SECONDS must make every round end at a beacon time of DRAND_GENESIS and DRAND_PERIOD']
      : []),
    ...rolesOf(settings)
      .filter(({ address }) => address === settings.mint)
      .map(({ name }) => `GOD_MINT must not be the wallet of ${name}: a mint is a token, not a wallet`),
    ...(settings.pool.address === settings.taxWallet.address
      ? [
          'POOL_SECRET_KEY and TAX_SECRET_KEY must be two wallets: with one wallet, what the tax pays out would be missing from the pool, and no round is locked while something is missing',
        ]
      : []),
    ...(beacon.name === QUICKNET.name && settings.drandUrls.some((url) => !url.endsWith(QUICKNET_CHAIN_HASH))
      ? [`DRAND_URLS must end with the chain hash of quicknet, whose DRAND_PUBLIC_KEY is set: ${QUICKNET_CHAIN_HASH}`]
      : []),
    ...tooFewNodes(settings),
    ...otherCluster(settings),
    ...tooFewKeys(settings),
  ];
}

/** Whether every round ends at the time of a beacon. Terms without this do not count: docs/protocol.md, section 13. */
function isOnBeacon({ clock, beacon }: Settings): boolean {
  const { genesisTime, periodSeconds } = beacon;
  return clock.roundSeconds % periodSeconds === 0 && (clock.genesisTime - genesisTime) % periodSeconds === 0;
}

/** With real money, a single node is not enough. Two addresses of one server count as one node. */
function tooFewNodes({ cluster, rpcUrls, isOneNodeTrusted }: Settings): string[] {
  if (new Set(rpcUrls.map(serverOf)).size < rpcUrls.length)
    return ['RPC_URLS must name each host once: two addresses of one server count as one voice'];
  return cluster === 'mainnet-beta' && rpcUrls.length === 1 && !isOneNodeTrusted
    ? [
        'RPC_URLS must name three nodes of different providers: whoever runs the only one could take the pool (if you trust it: ONE_NODE=trusted)',
      ]
    : [];
}

/** The part of an address that names the server. On this machine it includes the port. */
function serverOf(url: string): string {
  const { host, hostname } = new URL(url);
  return isOwnMachine(host) ? host : hostname;
}

const CLUSTERS = [
  { cluster: 'mainnet-beta', label: 'mainnet' },
  { cluster: 'devnet', label: 'devnet' },
  { cluster: 'testnet', label: 'testnet' },
];

/** A sentence for each node whose host name says another cluster. `npm run doctor` also asks the nodes themselves. */
function otherCluster({ cluster, rpcUrls }: Settings): string[] {
  if (cluster === 'custom') return [];
  return rpcUrls.flatMap((url, i) => {
    const labels = new URL(url).hostname.split(/[.-]/);
    const named = CLUSTERS.find(({ label }) => labels.includes(label));
    return named === undefined || named.cluster === cluster
      ? []
      : [`RPC_URLS must name nodes of CLUSTER, which is ${cluster}: the host of node ${i + 1} says ${named.cluster}`];
  });
}

/** How many keys may put a distribution in force. A key with two names counts once. */
export function keysThatDistribute(keys: Iterable<AdminKey>): number {
  return new Set([...keys].filter(({ roles }) => roles.includes('distribute')).map(({ sha256 }) => sha256)).size;
}

function tooFewKeys({ adminKeys, isSecondKeyNeeded }: Settings): string[] {
  const keys = [...adminKeys.values()];
  return [
    ...(isSecondKeyNeeded && keysThatDistribute(keys) < 2
      ? ['ACTIVATION is two-keys, and ADMIN_KEYS must then name two different keys with the role distribute']
      : []),
    ...(keys.some(({ roles }) => roles.includes('operate'))
      ? []
      : ['ADMIN_KEYS must name a key with the role operate: else nobody could pause']),
  ];
}
