import { RpcError } from '../node/rpcError.ts';

/**
 * No more token accounts with GOD than this are read: they are 86 MB of text and 20 MB in memory. Several nodes are
 * read at once, and an isolate has 128 MB. Empty accounts do not count: anyone can have many, since closing one returns
 * its rent.
 */
export const MAX_TOKEN_ACCOUNTS = 200_000;
/** A longer list is refused: this many empty accounts are 430 MB of text. */
export const MAX_LISTED_ACCOUNTS = 1_000_000;
/** The most wallets that can hold 100,000 GOD, of a supply of 1,000,000,000 GOD. */
export const MAX_LARGE_HOLDERS = 10_000;

const sentences = {
  accounts: `The mint has more than ${MAX_TOKEN_ACCOUNTS.toLocaleString('en-US')} token accounts with GOD in them: more than that are not read`,
  holders: `More than ${MAX_LARGE_HOLDERS.toLocaleString('en-US')} wallets hold enough for the draw: a round has no room for more`,
} as const;

/** More holders than are supported, by one node's word. `summary` is a public sentence that names the limit. */
export class TooManyHolders extends RpcError {
  override readonly name: string = 'TooManyHolders';
  override readonly summary: string;
  constructor(node: string, of: keyof typeof sentences) {
    super(node, 'getProgramAccounts', sentences[of]);
    this.summary = sentences[of];
  }
}
