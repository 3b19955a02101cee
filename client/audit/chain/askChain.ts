import { errorText } from '../../../src/errorText.ts';
import { callServer } from './fetchJson.ts';

/** Whether a value is a whole number of 0 or more that JSON holds exactly. */
export function isIndex(value: unknown): value is number {
  return Number.isSafeInteger(value) && Number(value) >= 0;
}

/**
 * Puts one question to a Solana RPC server. Throws if no answer comes, or if the server refuses. The error of a
 * refusal has the server's answer as its `cause`.
 */
export type AskChain = (method: string, params: readonly unknown[]) => Promise<unknown>;

/** A question is repeated three times, after pauses of 1, 2 and 4 s. Then the server counts as silent. */
const RETRIES = 3;
const FIRST_PAUSE_MS = 1_000;
/** JSON-RPC errors that mean "not now": too many requests, and a node that is behind. */
const PASSING_CODES = [429, -32_005];

/** The code of a refusal that another attempt would not change. Null for any other error. */
export function refusalCode(error: unknown): number | null {
  const { code } = ((error as Error | null)?.cause ?? {}) as { code?: unknown };
  return typeof code === 'number' && !PASSING_CODES.includes(code) ? code : null;
}

/** What went wrong, with the server's code and without its words. */
export function describeFailure(error: unknown): string {
  const { code } = ((error as Error | null)?.cause ?? {}) as { code?: unknown };
  const text = errorText(error);
  return typeof code === 'number' ? `${text} with code ${code}` : text;
}

interface AskChainInput {
  readonly call: AskChain;
  readonly pause: (ms: number) => Promise<void>;
}

/**
 * An `AskChain` that repeats a question after pauses, because public servers limit their callers. Once the server
 * counts as silent, all later questions fail at once.
 */
export function createAskChain({ call, pause }: AskChainInput): AskChain {
  let silence: unknown = null;
  return async (method, params) => {
    for (let retry = 0; silence === null; retry++) {
      try {
        return await call(method, params);
      } catch (error) {
        if (refusalCode(error) !== null) throw error;
        if (retry === RETRIES) silence = error;
        else await pause(FIRST_PAUSE_MS * 2 ** retry);
      }
    }
    throw silence;
  };
}

/** An `AskChain` for the server at an address, by `createAskChain`. */
export function askServer(rpcUrl: string): AskChain {
  return createAskChain({
    call: (method, params) => callServer(rpcUrl, method, params),
    pause: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
  });
}
