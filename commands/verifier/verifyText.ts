import { askServer } from '../../client/audit/chain/askChain.ts';
import type { ChainView } from '../../client/audit/chain/chainView.ts';
import { createChainView } from '../../client/audit/chain/chainView.ts';
import { askRelay as askRelayOverNet } from '../../client/audit/chain/fetchJson.ts';
import type { TermsShown } from '../../client/audit/chain/Lottery.ts';
import type { NotJson } from '../../client/audit/chain/readJson.ts';
import { jsonOf } from '../../client/audit/chain/readJson.ts';
import type { AskRelay } from '../../client/audit/check/checkRelay.ts';
import type { Links } from '../../client/audit/check/Links.ts';
import type { Report } from '../../client/audit/check/Report.ts';
import type { Step } from '../../client/audit/check/Step.ts';
import { verifyRound } from '../../client/audit/check/verifyRound.ts';
import { EXPLORER_URL } from '../../src/address/links.ts';
import type { Options } from './readOptions.ts';

export interface VerifyTextInput {
  /** The proof as text, or why it did not arrive; null when no server was asked for it. */
  readonly text: string | NotJson | null;
  readonly round: number;
  readonly options: Options;
  /** The announcements that the site shows. */
  readonly shown?: readonly TermsShown[];
  /** A wallet's inclusion proof as text, when one is to be checked. */
  readonly inclusion?: string;
  readonly onStep?: (step: Step, of: number) => void;
  /** The view of the chain; rounds that are checked one after the other share it. */
  readonly view?: ChainView | null;
  readonly askRelay?: AskRelay;
}

/** Checks a proof that came as text, by the same code as the button on a round's page. */
export function verifyText(input: VerifyTextInput): Promise<Report> {
  const { text, round, options, shown, inclusion, onStep, view = viewOf(options) } = input;
  const { relays, network, lottery } = options;
  return verifyRound({
    ...{ lottery, round, network, view },
    proof: typeof text === 'string' ? jsonOf(text) : text,
    ...(shown && { shown }),
    ...(inclusion !== undefined && { inclusion: jsonOf(inclusion) }),
    relays: relays && { urls: relays, ask: input.askRelay ?? askRelayOverNet },
    links: linksOf(options),
    ...(onStep && { onStep }),
  });
}

/** A view of the chain by the servers that the user named; null when no server is to be asked. */
export function viewOf({ rpcUrls }: Options): ChainView | null {
  const [first, ...others] = rpcUrls.map(askServer);
  return first === undefined ? null : createChainView(first, ...others);
}

/** The round that a proof names; null when it names none. */
export function roundIn(text: string): number | null {
  const proof = jsonOf(text);
  const { roundNumber } = (proof ?? {}) as { roundNumber?: unknown };
  return typeof roundNumber === 'number' && roundNumber > 0 ? roundNumber : null;
}

/** The address of a round's proof, when `url` is the round's page; any other address as it is. */
export function proofUrl(url: string): string {
  return url.replace(/^(https?:\/\/[^/]+)\/rounds\/([1-9]\d{0,11})\/?(?:[?#].*)?$/, '$1/api/lottery/rounds/$2/proof');
}

function linksOf({ relays }: Options): Links {
  const [relay] = relays ?? [];
  return {
    transaction: (signature) => `${EXPLORER_URL}/tx/${signature}`,
    wallet: (address) => `${EXPLORER_URL}/address/${address}`,
    beacon: (round) => (relay === undefined ? null : `${relay}/public/${round}`),
    proof: () => null,
  };
}
