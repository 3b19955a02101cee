import type { ApiError } from '../../src/contract/error.ts';
import type { WalletCheck } from '../../src/contract/wallet.ts';
import { errorText } from '../../src/errorText.ts';
import type { Settings } from '../settings/Settings.ts';
import { ApiFault } from './fault.ts';
import { addressParam } from './parseInput.ts';
import type { Visitor } from './publicReader.ts';
import { readSharedWallet } from './walletReader.ts';

/** The data from which a wallet's page is rendered. */
export interface AskedWallet {
  readonly asked: string;
  /** Null while there is no answer: the browser then asks the API. */
  readonly answer: WalletCheck | ApiError | null;
}

export interface AskedPage extends Visitor {
  readonly path: string;
  /** Null while the lottery is not set up. */
  readonly settings: Settings | null;
}

/** The wallet in a page's path, with the answer about it; null for every other page. */
export async function askedWallet({ path, env, client, settings }: AskedPage): Promise<AskedWallet | null> {
  const part = /^\/wallet\/([^/]+)\/*$/.exec(path)?.[1];
  if (part === undefined) return null;
  const asked = decoded(part);
  const parsed = addressParam.safeParse(asked);
  if (!parsed.success) {
    const error = `address: ${parsed.error.issues[0]?.message}`;
    return { asked, answer: { success: false, error, code: 'BAD_REQUEST' } };
  }
  if (settings === null) return { asked, answer: null };
  const read = { env, client, clock: settings.clock, address: parsed.data, now: Date.now() };
  const answer = await readSharedWallet(read).catch((error) => {
    // The read is refused for now. The browser asks the API, whose refusal says how long to wait.
    if (error instanceof ApiFault) return null;
    console.error(`wallet page: ${errorText(error)}`);
    return null;
  });
  return { asked, answer };
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
