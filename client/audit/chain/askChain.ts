import { errorText } from '../../../src/errorText.ts';
import { callServer } from './fetchJson.ts';

/** Whether a value is a whole number from 0 on that JSON holds exactly, such as a slot, a time or lamports. */
export function isIndex(value: unknown): value is number {
  return Number.isSafeInteger(value) && Number(value) >= 0;
}

/**
 * Puts one question to a Solana RPC server. Throws when there is no answer, and when the server refuses: the `cause` of
 * that error is the JSON-RPC error.
 */
export type AskChain = (method: string, params: readonly unknown[]) => Promise<unknown>;

/** How often a question is repeated before the server counts as silent; the first of the pauses of 1, 2 and 4 s. */
const RETRIES = 3;
const FIRST_PAUSE_MS = 1_000;
/** JSON-RPC errors that mean "not now": too many requests, and a node that is behind. */
const PASSING_CODES = [429, -32_005];

/** The code of a refusal that another attempt would not change; null for silence and for limits. */
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
 * An `AskChain` that repeats a question after pauses, because public servers limit their callers. After a question that
 * got no answer even so, all later questions fail at once.
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
