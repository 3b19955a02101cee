import * as z from 'zod';
import { EXPLORER_URL, MAINNET_RPC_URL } from '../../src/address/links.ts';
import { godUnits, UNITS_PER_GOD } from '../../src/money/god.ts';
import { QUICKNET, QUICKNET_RELAYS } from '../../src/protocol/terms/beaconNetwork.ts';
import { SHORTEST_ENTRY_LOCK_SECONDS, USUAL_ENTRY_LOCK_SECONDS, USUAL_ROUND_SECONDS } from '../../src/round/clock.ts';
import { PAYOUTS } from '../../src/round/payouts.ts';
import { SOL_PRICE_URLS } from '../feeds/solUsdSources.ts';
import { ofIsolate } from '../ofIsolate.ts';
import { SWAP_PROGRAMS } from '../swap/check/swapPrograms.ts';
import { adminKeys } from './adminKeys.ts';
import { ALERT_SETTINGS, alertContradictions, assembleAlerts } from './alertSettings.ts';
import { findContradictions, keysThatDistribute } from './findContradictions.ts';
import { findWarnings } from './findWarnings.ts';
import {
  baseUrl,
  chainUrls,
  godAmount,
  instant,
  isSwitchedOn,
  json,
  linkList,
  location,
  percent,
  secretKey,
  secretKeys,
  solAmount,
  solPriceUrls,
  supportUrl,
  swapPrograms,
  url,
  urlList,
  walletAddress,
  wholeNumber,
  witnessList,
} from './kinds.ts';
import type { Settings, SettingsResult } from './Settings.ts';
import { assembleTelling, TELLING_SETTINGS, tellingContradictions } from './tellingSettings.ts';

/** Where GOD can be bought; `{mint}` is replaced by the mint. */
const BUY_LINKS = [
  { name: 'Raydium', url: 'https://raydium.io/swap/?inputMint=sol&outputMint={mint}' },
  { name: 'Jupiter', url: 'https://jup.ag/swap/SOL-{mint}' },
];

/** 1,000 and 5,000,000 GOD. */
const MIN_TAX = godUnits(1_000n * UNITS_PER_GOD);
const MAX_SWAP = godUnits(5_000_000n * UNITS_PER_GOD);

const schema = z.object({
  GOD_MINT: walletAddress,
  POOL_SECRET_KEY: secretKey,
  OLD_POOL_SECRET_KEYS: secretKeys.default([]),
  TAX_AUTHORITY_SECRET_KEY: secretKey,
  TAX_SECRET_KEY: secretKey,
  ADMIN_WALLET: walletAddress,
  ADMIN_KEYS: adminKeys,
  ACTIVATION: z.enum(['one-key', 'two-keys'], 'must be one-key or two-keys').optional(),
  ACTIVATION_DELAY_HOURS: wholeNumber(0, 168).default(0),
  MIN_POOL_SHARE: percent.optional(),
  RPC_URLS: urlList,
  ONE_NODE: z.literal('trusted', 'must be trusted, or not be set').optional(),
  PUBLIC_RPC_URL: url.default(MAINNET_RPC_URL),
  EXPLORER_URL: url.default(EXPLORER_URL),
  CLUSTER: z
    .enum(['mainnet-beta', 'devnet', 'testnet', 'custom'], 'must be mainnet-beta, devnet, testnet or custom')
    .default('mainnet-beta'),
  DRAND_URLS: chainUrls.default([...QUICKNET_RELAYS]),
  DRAND_PUBLIC_KEY: z
    .string()
    .regex(/^[0-9a-f]{192}$/, 'must be a G2 public key (192 lower-case hex digits)')
    .default(QUICKNET.publicKey),
  DRAND_GENESIS: wholeNumber(1, 1e11).default(QUICKNET.genesisTime),
  DRAND_PERIOD: wholeNumber(1, 3600).default(QUICKNET.periodSeconds),
  PAYOUTS: z.enum(PAYOUTS, 'must be live or shadow').default('live'),
  GENESIS_TIME: instant,
  ROUND_SECONDS: wholeNumber(20, 604_800).default(USUAL_ROUND_SECONDS),
  ENTRY_LOCK_SECONDS: wholeNumber(SHORTEST_ENTRY_LOCK_SECONDS, 86_400).default(USUAL_ENTRY_LOCK_SECONDS),
  DRAW_TOP_HOLDERS: wholeNumber(0, 1_000_000).default(0),
  EXCLUDED_WALLETS: json(
    z.array(z.object({ address: walletAddress, reason: z.string().min(1).max(80) })),
    'must be a JSON list of {"address", "reason"}',
  ).default([]),
  WITNESSES: witnessList.default([]),
  MAX_DAILY_PAYOUT_SOL: solAmount.optional(),
  ...ALERT_SETTINGS,
  ...TELLING_SETTINGS,
  RECENT_WINNERS_MAX: wholeNumber(1, 20).default(20),
  BUY_LINKS: linkList.default(BUY_LINKS),
  COMMUNITY_LINKS: linkList.default([]),
  SUPPORT_URL: supportUrl.optional(),
  SOL_PRICE_URLS: solPriceUrls.default([...SOL_PRICE_URLS]),
  RAYDIUM_URL: baseUrl.default('https://transaction-v1.raydium.io'),
  JUPITER_URL: baseUrl.default('https://api.jup.ag'),
  JUPITER_API_KEY: z.string().trim().optional(),
  AUTO_SWAP: isSwitchedOn.default(true),
  MIN_TAX_GOD: godAmount.default(MIN_TAX),
  MAX_SWAP_GOD: godAmount.default(MAX_SWAP),
  SWAP_PROGRAMS: swapPrograms.default(SWAP_PROGRAMS),
  OBJECT_LOCATION: location.optional(),
});

/** The names of all settings that there are. */
export const SETTING_NAMES: readonly string[] = Object.keys(schema.shape);

/**
 * Reads the worker's settings. Reports all wrong values at once; if there are none, all contradictions of settings at
 * once. Each problem is a sentence that names the variable, and repeats no value that may be a secret. An empty string
 * counts as not set.
 */
export function parseSettings(env: object): SettingsResult {
  const given = Object.fromEntries(
    Object.entries(env).filter(([, value]) => typeof value === 'string' && value.trim() !== ''),
  );
  const parsed = schema.safeParse(given);
  if (!parsed.success) return { ok: false, problems: parsed.error.issues.map((issue) => describe(issue, given)) };
  const settings = assemble(parsed.data);
  const contradictions = [
    ...alertContradictions(parsed.data),
    ...tellingContradictions(parsed.data),
    ...findContradictions(settings),
  ];
  if (contradictions.length > 0) return { ok: false, problems: contradictions };
  const names = { names: Object.keys(given), known: SETTING_NAMES };
  return { ok: true, settings, warnings: findWarnings(settings, names) };
}

/** As `parseSettings`, but computed only once in an isolate. */
export const settingsOf: (env: object) => SettingsResult = ofIsolate(parseSettings);

function assemble(s: z.infer<typeof schema>): Settings {
  const isQuicknet =
    s.DRAND_PUBLIC_KEY === QUICKNET.publicKey &&
    s.DRAND_GENESIS === QUICKNET.genesisTime &&
    s.DRAND_PERIOD === QUICKNET.periodSeconds;
  return {
    mint: s.GOD_MINT,
    pool: s.POOL_SECRET_KEY,
    oldPools: s.OLD_POOL_SECRET_KEYS,
    taxAuthority: s.TAX_AUTHORITY_SECRET_KEY,
    taxWallet: s.TAX_SECRET_KEY,
    adminWallet: s.ADMIN_WALLET,
    adminKeys: new Map(Object.entries(s.ADMIN_KEYS)),
    // Unless ACTIVATION is set, a second key must confirm each distribution if more than one key may put one in force.
    // Otherwise one stolen key could take all tax.
    isSecondKeyNeeded:
      s.ACTIVATION === undefined ? keysThatDistribute(Object.values(s.ADMIN_KEYS)) > 1 : s.ACTIVATION === 'two-keys',
    activationDelayHours: s.ACTIVATION_DELAY_HOURS,
    minPoolShare: s.MIN_POOL_SHARE ?? null,
    rpcUrls: s.RPC_URLS,
    isOneNodeTrusted: s.ONE_NODE === 'trusted',
    publicRpcUrl: s.PUBLIC_RPC_URL,
    explorerUrl: s.EXPLORER_URL.replace(/\/$/, ''),
    cluster: s.CLUSTER,
    beacon: {
      name: isQuicknet ? QUICKNET.name : 'custom',
      publicKey: s.DRAND_PUBLIC_KEY,
      genesisTime: s.DRAND_GENESIS,
      periodSeconds: s.DRAND_PERIOD,
    },
    drandUrls: s.DRAND_URLS,
    clock: { genesisTime: s.GENESIS_TIME, roundSeconds: s.ROUND_SECONDS, entryLockSeconds: s.ENTRY_LOCK_SECONDS },
    payouts: s.PAYOUTS,
    drawTopHolders: s.DRAW_TOP_HOLDERS,
    excludedWallets: s.EXCLUDED_WALLETS,
    witnesses: s.WITNESSES,
    maxDailyPayout: s.MAX_DAILY_PAYOUT_SOL ?? null,
    ...assembleAlerts(s),
    ...assembleTelling(s),
    recentWinnersMax: s.RECENT_WINNERS_MAX,
    buyLinks: s.BUY_LINKS.map(({ name, url }) => ({ name, url: url.replaceAll('{mint}', s.GOD_MINT) })),
    communityLinks: s.COMMUNITY_LINKS,
    supportUrl: s.SUPPORT_URL ?? null,
    solPriceUrls: s.SOL_PRICE_URLS,
    raydiumUrl: s.RAYDIUM_URL,
    jupiterUrl: s.JUPITER_URL,
    jupiterApiKey: s.JUPITER_API_KEY ?? null,
    autoSwap: s.AUTO_SWAP,
    minTax: s.MIN_TAX_GOD,
    maxSwap: s.MAX_SWAP_GOD,
    swapPrograms: s.SWAP_PROGRAMS,
    objectLocation: s.OBJECT_LOCATION ?? null,
  };
}

function describe(issue: z.core.$ZodIssue, given: Record<string, unknown>): string {
  const name = String(issue.path[0] ?? 'settings');
  return name in given ? `${name} ${issue.message}` : `${name} is not set`;
}
