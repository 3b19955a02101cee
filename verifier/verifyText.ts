import { type AskChain, askServer } from '../client/audit/askChain.ts';
import { createChainView } from '../client/audit/chainView.ts';
import type { AskRelay } from '../client/audit/checkRelay.ts';
import { askRelay as askRelayOverNet } from '../client/audit/fetchJson.ts';
import type { Links } from '../client/audit/Links.ts';
import type { Report } from '../client/audit/Report.ts';
import { jsonOf } from '../client/audit/readJson.ts';
import type { Step } from '../client/audit/Step.ts';
import { verifyRound } from '../client/audit/verifyRound.ts';
import type { Options } from './Options.ts';

export interface VerifyTextInput {
  /** The proof as text. */
  readonly text: string;
  /** The round that was asked for, when the proof's address names one. */
  readonly round: number | null;
  readonly options: Options;
  /** A wallet's inclusion proof as text, when one is to be checked. */
  readonly inclusion?: string;
  readonly onStep?: (step: Step, of: number) => void;
  /** Tests ask nodes of their own. */
  readonly chain?: readonly AskChain[];
  readonly askRelay?: AskRelay;
}

const EXPLORER = 'https://explorer.solana.com';

/** Checks a proof that came as text, from a file, an address or a drop: with the code of the page. */
export function verifyText({ text, round, options, inclusion, onStep, ...fakes }: VerifyTextInput): Promise<Report> {
  const { rpcUrls, relays, network, named } = options;
  const [first, ...others] = fakes.chain ?? rpcUrls.map(askServer);
  return verifyRound({
    proof: jsonOf(text),
    ...(round !== null && { round }),
    ...(inclusion !== undefined && { inclusion: jsonOf(inclusion) }),
    ...{ network, named },
    view: first === undefined ? null : createChainView(first, ...others),
    relays: relays && { urls: relays, ask: fakes.askRelay ?? askRelayOverNet },
    links: linksOf(options),
    ...(onStep && { onStep }),
  });
}

/** The round that an address of a proof or of a round's page names; null for any other. */
export function roundInUrl(url: string): number | null {
  const [, round] = /\/rounds\/([1-9]\d{0,11})(?:\/proof)?\/?(?:[?#]|$)/.exec(url) ?? [];
  return round === undefined ? null : Number(round);
}

/** Where the proof is for a round's page; any other address is one of a proof. */
export function proofUrl(url: string): string {
  return url.replace(/^(https?:\/\/[^/]+)\/rounds\/([1-9]\d{0,11})\/?(?:[?#].*)?$/, '$1/api/lottery/rounds/$2/proof');
}

function linksOf({ relays }: Options): Links {
  const [relay] = relays ?? [];
  return {
    transaction: (signature) => `${EXPLORER}/tx/${signature}`,
    wallet: (address) => `${EXPLORER}/address/${address}`,
    beacon: (round) => (relay === undefined ? null : `${relay}/public/${round}`),
    proof: () => null,
  };
}
