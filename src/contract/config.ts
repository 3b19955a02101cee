import * as z from 'zod';
import { PAYOUTS } from '../round/payouts.ts';
import { decimal, isoTime } from './figures.ts';
import { witnessName } from './witness.ts';

/** A link for the pages, from the operator's settings. */
const link = z.object({ name: z.string(), url: z.string() });

/** `GET /api/config`: what a browser may know. Never a secret, never a keyed RPC address. */
export const publicConfig = z.object({
  mint: z.string(),
  tokenProgram: z.string(),
  decimals: z.int(),
  /** GOD base units; null until the mint has been read. */
  supply: decimal.nullable(),
  transferFee: z.object({ basisPoints: z.int(), maximumFee: decimal }).nullable(),
  /** GOD base units. */
  threshold: decimal,
  /** The part of the prizes that each place gets, first place first; together 1. */
  prizeShares: z.array(z.number()),
  poolShare: z.number(),
  /** 0: everyone with enough GOD is in the draw; n: only the n largest of them. */
  drawTopHolders: z.int().min(0),
  /** How many winners the landing page lists. */
  recentWinnersMax: z.int().min(1),
  /** Exchanges, with the mint filled in. */
  buyLinks: z.array(link),
  communityLinks: z.array(link),
  supportUrl: z.string().nullable(),
  /** `shadow`: rounds are rehearsed, nothing goes on chain and nothing is paid. */
  payouts: z.enum(PAYOUTS),
  cluster: z.string(),
  explorerUrl: z.string(),
  publicRpcUrl: z.string(),
  /** How many RPC nodes the lottery asks. If there is only one, that node alone is believed about the holders. */
  rpcNodes: z.int().min(1),
  drand: z.object({
    urls: z.array(z.string()),
    publicKey: z.string(),
    genesisTime: z.int(),
    period: z.int(),
    network: z.string(),
  }),
  poolWallet: z.string(),
  exclusions: z.array(z.object({ address: z.string(), reason: z.string() })),
  /** Whose testimonies about the lists are shown. */
  witnesses: z.array(witnessName),
  roundSeconds: z.int(),
  entryLockSeconds: z.int(),
  genesisTime: isoTime,
  version: z.string(),
});
export type PublicConfig = z.infer<typeof publicConfig>;
