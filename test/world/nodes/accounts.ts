import type { PublicKey } from '@solana/web3.js';
import type { Call, Lie } from './lie.ts';

/** An account as the RPC shows it in base64, perhaps a slice of it. */
export interface ShownAccount {
  readonly lamports: number;
  readonly owner: string;
  readonly executable: boolean;
  readonly data: Bytes;
}

/** Bytes at their place in the whole account, whatever slice was asked for. */
export interface Bytes {
  readonly text: string;
  /** Where the slice begins. */
  readonly offset: number;
}

type Rows = { pubkey: string; account: RawAccount }[];
interface RawAccount {
  readonly lamports: number;
  readonly owner: string;
  readonly executable: boolean;
  readonly data: readonly [string, string];
  readonly space?: number;
  readonly rentEpoch?: number;
}

/**
 * A lie about accounts, told in every call that shows them. `change` gets the true account, or null when there is none,
 * and returns the account to show, or null for none.
 */
export function lieAboutAccounts(change: (address: string, truth: ShownAccount | null) => ShownAccount | null): Lie {
  return (call, truth) => {
    // An error is passed on.
    if (truth === undefined) return truth;
    const offset = offsetOf(call);
    const tell = (address: string, raw: RawAccount | null): RawAccount | null => {
      const shown = change(address, raw === null ? null : { ...raw, data: { text: raw.data[0], offset } });
      return shown === null ? null : { space: 0, rentEpoch: 0, ...raw, ...shown, data: [shown.data.text, 'base64'] };
    };
    if (call.method === 'getAccountInfo') {
      const answer = truth as { value: RawAccount | null };
      return { ...answer, value: tell(String(call.params[0]), answer.value) };
    }
    if (call.method === 'getMultipleAccounts') {
      const answer = truth as { value: (RawAccount | null)[] };
      const addresses = call.params[0] as string[];
      return { ...answer, value: answer.value.map((raw, i) => tell(addresses[i] ?? '', raw)) };
    }
    if (call.method === 'getProgramAccounts') {
      const rows = (answer: Rows): Rows =>
        answer.flatMap(({ pubkey, account }) => {
          const told = tell(pubkey, account);
          return told === null ? [] : [{ pubkey, account: told }];
        });
      return Array.isArray(truth)
        ? rows(truth)
        : { ...(truth as object), value: rows((truth as { value: Rows }).value) };
    }
    return truth;
  };
}

/** A lie about the bytes of one account from one offset on. An answer without that account or offset stays true. */
export function lieAboutBytes(account: PublicKey, at: number, change: (before: Buffer) => void): Lie {
  return lieAboutAccounts((address, truth) => {
    if (truth === null || address !== account.toBase58()) return truth;
    const bytes = Buffer.from(truth.data.text, 'base64');
    const from = at - truth.data.offset;
    if (from < 0 || from >= bytes.length) return truth;
    change(bytes.subarray(from));
    return { ...truth, data: { ...truth.data, text: bytes.toString('base64') } };
  });
}

/** A lie about an amount in base units at one offset of one account. */
export function lieAboutAmount(account: PublicKey, at: number, change: (amount: bigint) => bigint): Lie {
  return lieAboutBytes(account, at, (bytes) => {
    if (bytes.length >= 8) bytes.writeBigUInt64LE(change(bytes.readBigUInt64LE()));
  });
}

function offsetOf({ params }: Call): number {
  const options = params[1] as { dataSlice?: { offset: number } } | undefined;
  return options?.dataSlice?.offset ?? 0;
}
