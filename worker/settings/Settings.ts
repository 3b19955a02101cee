import type { Address } from '../../src/address/address.ts';
import type { GodUnits } from '../../src/money/god.ts';
import type { Lamports } from '../../src/money/lamports.ts';
import type { BeaconNetwork } from '../../src/protocol/terms/beaconNetwork.ts';
import type { RoundClock } from '../../src/round/clock.ts';
import type { Payouts } from '../../src/round/payouts.ts';

/** A wallet whose key the worker holds: the 64 bytes are the seed followed by the public key. */
export interface Wallet {
  readonly address: Address;
  readonly secretKey: Uint8Array;
}

/** An address of somebody else, with the name it is shown by. */
export interface Link {
  readonly name: string;
  readonly url: string;
}

/** Somebody outside who looks on: a wallet that testifies on chain which list it saw. */
export interface Witness {
  readonly name: string;
  readonly address: Address;
}

export interface Settings {
  readonly mint: Address;
  readonly pool: Wallet;
  readonly taxAuthority: Wallet;
  readonly taxWallet: Wallet;
  readonly adminWallet: Address;
  /** Name of an admin → SHA-256 of the key, hex. */
  readonly adminKeys: ReadonlyMap<string, string>;
  /** May carry API keys: never shown. The first is preferred. */
  readonly rpcUrls: readonly string[];
  /** Whoever runs the only node may be believed with real money. */
  readonly isOneNodeTrusted: boolean;
  readonly publicRpcUrl: string;
  readonly explorerUrl: string;
  readonly cluster: string;
  readonly beacon: BeaconNetwork;
  /** Bases to which `/public/<round>` is appended. */
  readonly drandUrls: readonly string[];
  readonly clock: RoundClock;
  /** `shadow`: rounds are rehearsed, and nothing goes on chain. */
  readonly payouts: Payouts;
  /** 0: everyone with enough GOD is in the draw; n: only the n largest of them. */
  readonly drawTopHolders: number;
  readonly excludedWallets: readonly { readonly address: Address; readonly reason: string }[];
  /** In the order they are shown. */
  readonly witnesses: readonly Witness[];
  readonly maxDailyPayout: Lamports | null;
  readonly alertWebhookUrl: string | null;
  /** Signs what the webhook is sent; null: nothing is signed. */
  readonly alertWebhookSecret: string | null;
  readonly alertDiscordUrl: string | null;
  readonly alertTelegram: { readonly token: string; readonly chat: string } | null;
  /** Called each minute in which nothing that the rounds need is down. */
  readonly heartbeatUrl: string | null;
  /** What this deployment is called in alerts. */
  readonly environment: string;
  /** Where the runbook is, without an anchor. */
  readonly runbookUrl: string;
  /** How many winners the landing page lists. */
  readonly recentWinnersMax: number;
  /** Exchanges, with the mint filled in. */
  readonly buyLinks: readonly Link[];
  readonly communityLinks: readonly Link[];
  readonly supportUrl: string | null;
  /** Addresses of SOL/USD sources that `worker/feeds` knows. */
  readonly solPriceUrls: readonly string[];
  /** Bases of the exchanges' APIs. */
  readonly raydiumUrl: string;
  readonly jupiterUrl: string;
  readonly jupiterApiKey: string | null;
  /** False: the tax is distributed as GOD. */
  readonly autoSwap: boolean;
  /** A cycle with less tax than this is empty; GOD base units. */
  readonly minTax: GodUnits;
  /** The most that one cycle sells, GOD base units; the rest waits for the next one. */
  readonly maxSwap: GodUnits;
  /** Programs that may carry a swap, of those whose instructions `worker/swap` decodes. */
  readonly swapPrograms: readonly Address[];
  /** Where the Durable Objects are made, which is where the database should be; null: near who asks first. */
  readonly objectLocation: ObjectLocation | null;
}

/** Regions of Cloudflare that a Durable Object and a D1 database can both be asked to be in. */
export const OBJECT_LOCATIONS = ['wnam', 'enam', 'weur', 'eeur', 'apac', 'oc'] as const;
export type ObjectLocation = (typeof OBJECT_LOCATIONS)[number];

export type SettingsResult =
  /** `warnings`: what the settings can be used with and should not be, as sentences. */
  | { readonly ok: true; readonly settings: Settings; readonly warnings: readonly string[] }
  | { readonly ok: false; readonly problems: readonly string[] };
