import { sliceData, tokenAccountData } from '../model/accounts.ts';
import type { Chain } from '../model/chain.ts';
import { PROGRAMS } from '../model/runtime.ts';

export interface LieInput {
  readonly chain: Chain;
  readonly params: readonly unknown[];
  /** A fresh copy of the true answer. */
  readonly truth: unknown;
  /** A number in [0, 1) that chooses how the lie is told. */
  readonly arg: number;
  /** Wallets of the liar's friends. */
  readonly friends: readonly string[];
}
interface Lie {
  /** The method that it lies about; null for all methods. */
  readonly method: string | null;
  /** Returns the lie, or `undefined` to tell the truth after all. */
  readonly tell: (input: LieInput) => unknown;
}

type Context = { context: { slot: number }; value: unknown };
type ListRow = { pubkey: string; account: { data: [string, string] } };
const withValue = (truth: unknown, value: unknown) => ({ ...(truth as Context), value });
const innerOf = <T>(truth: unknown) => (truth as { value: T }).value;
const numberBy = (method: string, by: (value: number, arg: number) => number): Lie => ({
  method,
  tell: ({ truth, arg }) => by(truth as number, arg),
});
/** Lies about accounts that are not the mint. */
const notMint = (tell: Lie['tell']): Lie => ({
  method: 'getAccountInfo',
  tell: (input) => (input.params[0] === input.chain.mint ? undefined : tell(input)),
});
const AMOUNT_AT = 64 - 32;

/** Moves the amount of one holder to another, so that the sum stays the same. */
function moveAmount({ truth, arg }: LieInput): unknown {
  const rows = innerOf<ListRow[]>(truth);
  const [from, to] = [rows[Math.floor(arg * rows.length)], rows[Math.floor(arg * 997) % rows.length]];
  if (from === undefined || to === undefined || from === to) return undefined;
  const [a, b] = [from, to].map((row) => Buffer.from(row.account.data[0], 'base64'));
  if (a === undefined || b === undefined) return undefined;
  // This request did not ask for amounts, so there is nothing to move.
  if (a.length < AMOUNT_AT + 8) return undefined;
  b.writeBigUInt64LE(b.readBigUInt64LE(AMOUNT_AT) + a.readBigUInt64LE(AMOUNT_AT), AMOUNT_AT);
  a.writeBigUInt64LE(0n, AMOUNT_AT);
  from.account.data[0] = a.toString('base64');
  to.account.data[0] = b.toString('base64');
  return truth;
}

/** A list in which only friends are holders; their amounts add up to the true supply. */
function friendsAlone({ truth, chain, friends, params }: LieInput): unknown {
  const slot = (truth as Context).context.slot;
  const { supply, withheld } = chain.mintAt(slot);
  const { dataSlice } = params[1] as { dataSlice: Parameters<typeof sliceData>[1] };
  const part = (supply - withheld) / BigInt(friends.length);
  const rows = friends.map((owner, i) => {
    const amount = i === 0 ? supply - withheld - part * BigInt(friends.length - 1) : part;
    const data = tokenAccountData(chain.mint, { kind: 'token', owner, amount, withheld: 0n });
    const slice = sliceData(data, dataSlice);
    return {
      pubkey: owner,
      account: { data: [slice, 'base64'], owner: PROGRAMS.token2022, lamports: 1, executable: false },
    };
  });
  return withValue(truth, rows);
}

const STATUS_ERROR = { InstructionError: [0, { Custom: 1 }] };
const statuses = (make: (slot: number, arg: number) => object | null): Lie => ({
  method: 'getSignatureStatuses',
  tell: ({ truth, chain, arg }) =>
    withValue(
      truth,
      innerOf<unknown[]>(truth).map(() => make(chain.slots.finalized().slot - Math.floor(arg * 60), arg)),
    ),
});

/**
 * By how many slots at most a lie makes a list newer or older: some by as much as nodes usually differ, others by far
 * more.
 */
const SLOTS_OFF = [100, 100, 2_000, 20_000] as const;

/**
 * Each lie is one wrong answer to one method, and knows nothing of the other lies. The dice choose which of them a liar
 * tells together.
 */
export const LIES: Readonly<Record<string, Lie>> = {
  friendsAlone: { method: 'getProgramAccounts', tell: friendsAlone },
  movedAmount: { method: 'getProgramAccounts', tell: moveAmount },
  shortList: {
    method: 'getProgramAccounts',
    tell: ({ truth }) => withValue(truth, innerOf<unknown[]>(truth).slice(1)),
  },
  emptyList: { method: 'getProgramAccounts', tell: ({ truth }) => withValue(truth, []) },
  otherSlot: {
    method: 'getProgramAccounts',
    tell: ({ truth, arg }) => {
      const { context, value } = truth as Context;
      const most = SLOTS_OFF[Math.floor(arg * SLOTS_OFF.length)] ?? 0;
      const by = Math.floor((((arg * SLOTS_OFF.length) % 1) - 0.5) * 2 * most);
      return { context: { ...context, slot: context.slot + by }, value };
    },
  },
  balance: {
    method: 'getBalance',
    tell: ({ truth, arg }) =>
      withValue(truth, Math.floor(innerOf<number>(truth) * ([0.1, 0.9, 1.1, 4.9][Math.floor(arg * 4)] ?? 2))),
  },
  kinds: {
    method: 'getMultipleAccounts',
    tell: ({ truth, params, arg, friends }) => {
      const owners = params[0] as string[];
      const way = Math.floor(arg * 4);
      const isOwned = (owner: string, i: number) =>
        way === 0 || (way === 1 && !friends.includes(owner)) || (way === 2 && i === 0) || (way === 3 && i % 2 === 1);
      return withValue(
        truth,
        owners.map((owner, i) =>
          isOwned(owner, i)
            ? { executable: false, owner: PROGRAMS.token2022, lamports: 1_000_000, data: ['', 'base64'] }
            : (innerOf<unknown[]>(truth)[i] ?? null),
        ),
      );
    },
  },
  supply: {
    method: 'getAccountInfo',
    tell({ truth, params, chain, arg }) {
      if (params[0] !== chain.mint) return undefined;
      const account = innerOf<{ data: [string, string] }>(truth);
      const bytes = Buffer.from(account.data[0], 'base64');
      bytes.writeBigUInt64LE(bytes.readBigUInt64LE(36) + BigInt(Math.floor(arg * 1e9)), 36);
      return withValue(truth, { ...account, data: [bytes.toString('base64'), 'base64'] });
    },
  },
  withheld: {
    method: 'getAccountInfo',
    tell({ truth, params, chain, arg }) {
      if (params[0] !== chain.mint) return undefined;
      const account = innerOf<{ data: [string, string] }>(truth);
      const bytes = Buffer.from(account.data[0], 'base64');
      bytes.writeBigUInt64LE(arg < 0.3 ? 0n : BigInt(Math.floor(arg * 1e12)), 234);
      return withValue(truth, { ...account, data: [bytes.toString('base64'), 'base64'] });
    },
  },
  accountThere: notMint(({ truth }) =>
    withValue(truth, { data: ['AA==', 'base64'], owner: PROGRAMS.system, lamports: 897_840, executable: false }),
  ),
  accountGone: notMint(({ truth }) => withValue(truth, null)),
  rent: numberBy('getMinimumBalanceForRentExemption', (rent, arg) => Math.floor(rent * (0.5 + 5 * arg))),
  statusFinal: statuses((slot) => ({ slot, err: null, confirmationStatus: 'finalized' })),
  statusFailed: statuses((slot) => ({ slot, err: STATUS_ERROR, confirmationStatus: 'finalized' })),
  statusNone: statuses(() => null),
  statusSome: {
    method: 'getSignatureStatuses',
    tell: ({ truth, arg }) => {
      const found = innerOf<({ err: unknown } | null)[]>(truth);
      const isHit = (i: number) => i % 2 === Math.floor(arg * 2);
      return withValue(
        truth,
        found.map((each, i) =>
          each !== null && isHit(i) ? { ...each, err: STATUS_ERROR, confirmationStatus: 'finalized' } : each,
        ),
      );
    },
  },
  slot: numberBy('getSlot', (slot, arg) => slot + Math.floor((arg - 0.5) * 400)),
  blockTime: numberBy('getBlockTime', (unix, arg) => unix + Math.floor((arg - 0.5) * 240)),
  height: {
    method: 'getEpochInfo',
    tell: ({ truth, arg }) => {
      const { blockHeight, ...rest } = truth as { blockHeight: number };
      return { ...rest, blockHeight: blockHeight + Math.floor((arg - 0.3) * 1_000) };
    },
  },
  heightAndSlot: {
    method: 'getEpochInfo',
    tell: ({ truth, arg }) => {
      const { blockHeight, absoluteSlot, ...rest } = truth as { blockHeight: number; absoluteSlot: number };
      const by = Math.floor(arg * 1_000);
      return { ...rest, blockHeight: blockHeight + by, absoluteSlot: absoluteSlot - by };
    },
  },
  ledger: {
    method: 'getFirstAvailableBlock',
    tell: ({ chain, arg }) => chain.slots.head().slot - Math.floor(arg * 200),
  },
  blocks: {
    method: 'getBlocks',
    tell: ({ truth, arg }) => (truth as number[]).filter((slot) => slot % 10 !== Math.floor(arg * 10)),
  },
  noHistory: { method: 'getSignaturesForAddress', tell: () => [] },
  halfHistory: {
    method: 'getSignaturesForAddress',
    tell: ({ truth }) => (truth as unknown[]).filter((_, i) => i % 2 === 0),
  },
  historyTimes: {
    method: 'getSignaturesForAddress',
    tell: ({ truth, arg }) =>
      (truth as { blockTime: number }[]).map((row) => ({
        ...row,
        blockTime: row.blockTime + Math.floor((arg - 0.5) * 200),
      })),
  },
  historyFailed: {
    method: 'getSignaturesForAddress',
    tell: ({ truth }) => (truth as object[]).map((row) => ({ ...row, err: STATUS_ERROR })),
  },
  noTransaction: { method: 'getTransaction', tell: () => null },
  otherProceeds: {
    method: 'getTransaction',
    tell: ({ truth, arg }) => {
      const shown = truth as { meta: { postBalances: number[] } } | null;
      if (shown === null) return undefined;
      const postBalances = shown.meta.postBalances.map((lamports, i) =>
        i === 0 ? Math.floor(lamports * (0.5 + 2 * arg)) : lamports,
      );
      return { ...shown, meta: { ...shown.meta, postBalances } };
    },
  },
  blockhash: {
    method: 'getLatestBlockhash',
    tell: ({ truth, chain, arg, friends }) => {
      const { blockhash, lastValidBlockHeight } = innerOf<{ blockhash: string; lastValidBlockHeight: number }>(truth);
      if (arg < 0.35) return withValue(truth, { blockhash: friends[0], lastValidBlockHeight });
      // A true one that can be used for hardly a second more: every other node calls it valid.
      const old = chain.slots.behind(chain.slots.head(), 149 - Math.floor((arg - 0.35) * 20));
      if (arg < 0.5) return withValue(truth, { blockhash: chain.blockhash(old), lastValidBlockHeight });
      return withValue(truth, {
        blockhash,
        lastValidBlockHeight: lastValidBlockHeight - Math.floor((arg - 0.5) * 280),
      });
    },
  },
  blockhashKnown: { method: 'isBlockhashValid', tell: ({ truth, arg }) => withValue(truth, arg < 0.5) },
  fees: { method: 'getRecentPrioritizationFees', tell: () => [{ slot: 1, prioritizationFee: 1e12 }] },
  trial: {
    method: 'simulateTransaction',
    tell: ({ truth }) => withValue(truth, { err: STATUS_ERROR, accounts: null, unitsConsumed: 1 }),
  },
  /** The node says that it has taken a transaction, but drops it. */
  swallows: { method: 'sendTransaction', tell: () => 'taken' },
  /** One field of any answer is changed. */
  anyField: { method: null, tell: ({ truth, arg }) => changeField(truth, arg) },
  anyFieldNow: { method: null, tell: ({ truth, arg }) => changeField(truth, (arg * 7.3) % 1) },
};
export const LIE_NAMES: readonly string[] = Object.keys(LIES);

/** Changes one value in an answer, chosen by `arg`, to another value of its type. */
function changeField(truth: unknown, arg: number): unknown {
  const leaves: { holder: Record<string, unknown>; key: string }[] = [];
  const walk = (holder: Record<string, unknown>): void => {
    for (const key of Object.keys(holder)) {
      const value = holder[key];
      if (value !== null && typeof value === 'object') walk(value as Record<string, unknown>);
      else leaves.push({ holder, key });
    }
  };
  const root: Record<string, unknown> = { truth };
  walk(root);
  const leaf = leaves[Math.floor(arg * leaves.length)];
  if (leaf === undefined) return undefined;
  leaf.holder[leaf.key] = otherValue(leaf.holder[leaf.key], (arg * 31) % 1);
  return root.truth;
}

function otherValue(value: unknown, arg: number): unknown {
  if (typeof value === 'number')
    return [value + 1, value - 1, Math.floor(value * (0.5 + arg)), value + 1_000, 0][Math.floor(arg * 5)] ?? 0;
  if (typeof value === 'boolean') return !value;
  if (value === null) return arg < 0.5 ? STATUS_ERROR : 0;
  if (value === 'finalized' || value === 'confirmed' || value === 'processed')
    return ['finalized', 'confirmed', 'processed'][Math.floor(arg * 3)];
  return arg < 0.3 ? null : arg < 0.6 ? '' : String(value).split('').reverse().join('');
}
