import type { Address } from '../../src/address/address.ts';
import type { Severity } from '../../src/alerts/alertKinds.ts';
import type { AdminRole } from '../../src/contract/adminRoles.ts';
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

/** An address of another site, with the name by which the pages show it. */
export interface Link {
  readonly name: string;
  readonly url: string;
}

/** A watcher: somebody outside whose wallet testifies on chain which list it saw. */
export interface Witness {
  readonly name: string;
  /** Who runs it. All watchers of one operator count as one. */
  readonly operator: string;
  readonly address: Address;
}

/** An administrator's key: only its digest (SHA-256, hex) is known here. */
export interface AdminKey {
  readonly sha256: string;
  readonly roles: readonly AdminRole[];
}

export interface Settings {
  readonly mint: Address;
  readonly pool: Wallet;
  /** Pool wallets of earlier terms, while rounds under those terms are still owed. */
  readonly oldPools: readonly Wallet[];
  readonly taxAuthority: Wallet;
  readonly taxWallet: Wallet;
  readonly adminWallet: Address;
  /** By the name of the admin. */
  readonly adminKeys: ReadonlyMap<string, AdminKey>;
  /** Whether a second key must confirm what another key has asked to put in force. */
  readonly isSecondKeyNeeded: boolean;
  readonly activationDelayHours: number;
  /** The least share of the tax that the pool must get, basis points; null: any share will do. */
  readonly minPoolShare: number | null;
  /** The nodes' addresses. They may carry API keys, so they are never shown. The first one is preferred. */
  readonly rpcUrls: readonly string[];
  /** True: a single node is enough, also where real money moves. */
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
  /** For each target, the least severe alert that it is told of. */
  readonly alertLeast: Readonly<Record<'webhook' | 'discord' | 'telegram', Severity>>;
  /** After how many rounds without a payment a person is told; 0: never. */
  readonly alertUnpaidRounds: number;
  /** Called each minute, unless something that the rounds need is down. */
  readonly heartbeatUrl: string | null;
  /** The address of the players' pages, without a slash at its end; null where no message links to them. */
  readonly siteUrl: string | null;
  /** The community's channels are this setting and the next. Address and token are keys, and never shown. */
  readonly channelDiscordUrl: string | null;
  readonly channelTelegram: { readonly token: string; readonly chat: string } | null;
  /** The keys that sign messages to browsers, as base64url; null where browsers cannot subscribe. */
  readonly vapid: { readonly publicKey: string; readonly privateKey: string; readonly subject: string } | null;
  /** What this deployment is called in alerts. */
  readonly environment: string;
  /** Where the runbook is, without an anchor. */
  readonly runbookUrl: string;
  /** How many winners the landing page lists. */
  readonly recentWinnersMax: number;
  /** Where GOD can be bought, with the mint filled in. */
  readonly buyLinks: readonly Link[];
  readonly communityLinks: readonly Link[];
  readonly supportUrl: string | null;
  /** Addresses of SOL/USD sources that `worker/feeds` knows. */
  readonly solPriceUrls: readonly string[];
  readonly raydiumUrl: string;
  readonly jupiterUrl: string;
  readonly jupiterApiKey: string | null;
  /** False: the tax is distributed as GOD. */
  readonly autoSwap: boolean;
  /** A cycle with less tax than this is empty; GOD base units. */
  readonly minTax: GodUnits;
  /** The most that one cycle sells, GOD base units; the rest waits for the next one. */
  readonly maxSwap: GodUnits;
  /** The exchange programs that a swap may call. `worker/swap` decodes the instructions of each. */
  readonly swapPrograms: readonly Address[];
  /** Where the Durable Objects are made. The database should be there too. Null: near whoever asks first. */
  readonly objectLocation: ObjectLocation | null;
}

/** The regions of Cloudflare in which both a Durable Object and a D1 database can be made. */
export const OBJECT_LOCATIONS = ['wnam', 'enam', 'weur', 'eeur', 'apac', 'oc'] as const;
export type ObjectLocation = (typeof OBJECT_LOCATIONS)[number];

export type SettingsResult =
  /** `warnings`: sentences about settings that work but should not stay as they are. */
  | { readonly ok: true; readonly settings: Settings; readonly warnings: readonly string[] }
  | { readonly ok: false; readonly problems: readonly string[] };
