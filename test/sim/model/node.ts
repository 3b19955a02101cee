import { type Account, mintData, rentOf, sliceData, tokenAccountData } from './accounts.ts';
import type { Chain, Landed } from './chain.ts';
import { PROGRAMS } from './runtime.ts';
import type { Block } from './slots.ts';

/** An error in the form of JSON-RPC. */
export class NodeError extends Error {
  readonly code: number;
  readonly data: object | undefined;
  constructor(code: number, data?: object) {
    super(`error ${code}`);
    this.code = code;
    this.data = data;
  }
}

/** The faults of a node that does not lie. */
export interface NodeView {
  /** How many blocks it is behind. */
  readonly lag: number;
  /** It has no blocks and no transactions of these slots, because it was down and came back from a newer snapshot. */
  readonly holes: readonly { readonly from: number; readonly to: number }[];
  /** The first slot of its ledger; null when it has the whole chain. */
  readonly firstSlot: number | null;
}

/** Agave writes the largest u64 here, and a double rounds it. */
const RENT_EPOCH = 18_446_744_073_709_552_000;
const SYSTEM_ACCOUNT = { owner: PROGRAMS.system, executable: false, rentEpoch: RENT_EPOCH };
const CONFIRMED_AFTER = 1;
const BLOCKHASH_BLOCKS = 150;
const EPOCH = 700;

type Options = { readonly [name: string]: unknown } | undefined;
type Slice = { readonly offset: number; readonly length: number } | undefined;

/** What an honest node answers: the truth, though perhaps an older view or one with gaps. */
export function answerTruly(chain: Chain, view: NodeView, method: string, params: readonly unknown[]): unknown {
  const head = chain.slots.behind(chain.slots.head(), view.lag);
  const [first, second, third] = params as readonly [unknown, Options, Options];
  const blockOf = (options: Options): Block =>
    options?.commitment === 'processed'
      ? head
      : options?.commitment === 'confirmed'
        ? chain.slots.behind(head, CONFIRMED_AFTER)
        : chain.slots.finalFor(head);
  /** As `blockOf`, for methods that accept `minContextSlot`. */
  const reachedBlock = (options: Options): Block => {
    const block = blockOf(options);
    if (block.slot < Number(options?.minContextSlot ?? 0)) throw new NodeError(-32_016, { contextSlot: block.slot });
    return block;
  };
  const confirmed = chain.slots.behind(head, CONFIRMED_AFTER);
  const finalized = chain.slots.finalFor(head);
  const isInHole = (slot: number) =>
    view.holes.some(({ from, to }) => slot >= from && slot <= to) || (view.firstSlot !== null && slot < view.firstSlot);
  const inContext = (slot: number, value: unknown) => ({ context: { slot, apiVersion: '2.3.0' }, value });
  const statusOf = (slot: number) =>
    slot <= finalized.slot ? 'finalized' : slot <= confirmed.slot ? 'confirmed' : 'processed';
  const known = (signature: string, upTo: number): Landed | undefined => {
    const found = chain.landed(signature);
    return found === undefined || found.slot > upTo || isInHole(found.slot) ? undefined : found;
  };

  switch (method) {
    case 'getSlot':
      return blockOf(first as Options).slot;
    case 'getBlockTime':
      if ((first as number) > head.slot) throw new NodeError(-32_004);
      if ((chain.slots.atOrBefore(first as number)?.slot ?? first) !== first) throw new NodeError(-32_009);
      return chain.blockTime(first as number);
    case 'getFirstAvailableBlock':
      return view.firstSlot ?? chain.firstSlot;
    case 'getEpochInfo': {
      const { slot, height } = blockOf(first as Options);
      return { epoch: EPOCH, absoluteSlot: slot, blockHeight: height, slotIndex: 1, slotsInEpoch: 432_000 };
    }
    case 'getBlocks': {
      const upTo = blockOf(third).slot;
      return chain.slots
        .list(first as number, Math.min(second as unknown as number, upTo))
        .map(({ slot }) => slot)
        .filter((slot) => !isInHole(slot));
    }
    case 'getBlock': {
      const block = chain.slots.atOrBefore(first as number);
      if (block === null || block.slot !== first || block.slot > head.slot) throw new NodeError(-32_004);
      if (isInHole(block.slot)) throw new NodeError(-32_007);
      return { blockHeight: block.height, blockTime: chain.blockTime(block.slot) };
    }
    case 'getBalance': {
      const { slot } = blockOf(second);
      return inContext(slot, Number(chain.accountAt(first as string, slot).lamports));
    }
    case 'getMinimumBalanceForRentExemption':
      return Number(rentOf(first as number));
    case 'getRecentPrioritizationFees':
      return [{ slot: head.slot, prioritizationFee: 1_000 }];
    case 'getLatestBlockhash': {
      const block = blockOf(first as Options);
      const value = { blockhash: chain.blockhash(block), lastValidBlockHeight: block.height + BLOCKHASH_BLOCKS };
      return inContext(block.slot, value);
    }
    case 'isBlockhashValid': {
      const born = chain.blockOf(first as string);
      const { slot, height } = blockOf(second);
      const isValid = born !== undefined && born.slot <= slot && height <= born.height + BLOCKHASH_BLOCKS;
      return inContext(slot, isValid);
    }
    case 'getAccountInfo': {
      const { slot } = reachedBlock(second);
      return inContext(slot, shownAccount(chain, first as string, slot, second?.dataSlice as Slice));
    }
    case 'getMultipleAccounts': {
      const { slot } = blockOf(second);
      const slice = second?.dataSlice as Slice;
      return inContext(
        slot,
        (first as string[]).map((address) => shownAccount(chain, address, slot, slice)),
      );
    }
    case 'getProgramAccounts': {
      const { slot } = reachedBlock(second);
      const slice = second?.dataSlice as Slice;
      const list = chain.tokenAccounts().flatMap((pubkey) => {
        const account = shownAccount(chain, pubkey, slot, slice);
        return account === null ? [] : [{ pubkey, account }];
      });
      return inContext(slot, list);
    }
    case 'getTokenAccountsByOwner': {
      const { slot } = blockOf(third);
      const own = chain.tokenAccounts().flatMap((pubkey) => {
        const { data } = chain.accountAt(pubkey, slot);
        if (data?.kind !== 'token' || data.owner !== first) return [];
        return [{ pubkey, account: shownAccount(chain, pubkey, slot, third?.dataSlice as Slice) }];
      });
      return inContext(slot, own);
    }
    case 'getSignatureStatuses':
      return inContext(
        head.slot,
        (first as string[]).map((signature) => {
          const found = known(signature, head.slot);
          if (found === undefined) return null;
          return { slot: found.slot, err: found.error, confirmations: null, confirmationStatus: statusOf(found.slot) };
        }),
      );
    case 'getSignaturesForAddress': {
      const { before, until, limit } = second as { before?: string; until?: string; limit?: number };
      const upTo = blockOf(second).slot;
      const rows = chain.listed(first as string).filter(({ slot }) => slot <= upTo && !isInHole(slot));
      const newestFirst = [...rows].reverse();
      const indexOf = (signature: string) => newestFirst.findIndex((row) => row.signature === signature);
      const from = before === undefined ? 0 : indexOf(before) + 1;
      // Agave answers an empty page below a signature that it does not know.
      if (before !== undefined && from === 0) return [];
      const end = until === undefined ? -1 : indexOf(until);
      return newestFirst
        .slice(from, end < 0 ? undefined : end)
        .slice(0, limit ?? 1_000)
        .map((row) => historyRow(chain, row, statusOf));
    }
    case 'getTransaction': {
      const found = known(first as string, blockOf(second).slot);
      return found === undefined ? null : shownTransaction(chain, found, second?.encoding === 'base64');
    }
    case 'simulateTransaction':
      return inContext(confirmed.slot, simulated(chain, first as string, second, confirmed.slot));
    case 'sendTransaction':
      try {
        return chain.submit(first as string);
      } catch {
        throw new NodeError(-32_602);
      }
    default:
      throw new Error(`the model's nodes are never asked ${method}`);
  }
}

function shownAccount(chain: Chain, address: string, slot: number, slice: Slice): object | null {
  if (address === chain.mint)
    return {
      ...{ data: [sliceData(mintData(chain.mintAt(slot), chain.mintKeys), slice), 'base64'] },
      ...{ owner: PROGRAMS.token2022, lamports: 3_000_000, executable: false, rentEpoch: RENT_EPOCH },
    };
  return asShown(chain, chain.accountAt(address, slot), slice);
}

function asShown(chain: Chain, { lamports, data }: Account, slice: Slice): object | null {
  if (lamports === 0n) return null;
  const held = { ...SYSTEM_ACCOUNT, lamports: Number(lamports) };
  if (data === null) return { ...held, data: ['', 'base64'] };
  if (data.kind === 'mark') return { ...held, data: [Buffer.alloc(data.bytes).toString('base64'), 'base64'] };
  if (data.kind === 'program') return { ...held, data: ['AAAA', 'base64'], executable: true };
  const bytes = sliceData(tokenAccountData(chain.mint, data), slice);
  return { ...held, data: [bytes, 'base64'], owner: PROGRAMS.token2022, space: 182 };
}

function historyRow(
  chain: Chain,
  { signature, slot, error, memos }: Landed,
  statusOf: (slot: number) => string,
): object {
  const memo = memos.map((text) => `[${Buffer.byteLength(text)}] ${text}`).join('; ');
  return {
    ...{ signature, slot, err: error, blockTime: chain.blockTime(slot), memo: memo === '' ? null : memo },
    confirmationStatus: statusOf(slot),
  };
}

function shownTransaction(chain: Chain, landed: Landed, isBase64: boolean): object {
  const tokens = (accounts: readonly Account[]) =>
    accounts.flatMap(({ data }, accountIndex) =>
      data?.kind === 'token'
        ? [{ accountIndex, mint: chain.mint, owner: data.owner, uiTokenAmount: { amount: String(data.amount) } }]
        : [],
    );
  const { slot, error, fee, before, after, keys } = landed;
  return {
    ...{ slot, blockTime: chain.blockTime(slot), version: 'legacy' },
    meta: {
      ...{ err: error, fee: Number(fee), loadedAddresses: { writable: [], readonly: [] } },
      preBalances: before.map(({ lamports }) => Number(lamports)),
      postBalances: after.map(({ lamports }) => Number(lamports)),
      ...{ preTokenBalances: tokens(before), postTokenBalances: tokens(after) },
    },
    transaction: isBase64 ? [landed.bytes(), 'base64'] : { message: { accountKeys: keys } },
  };
}

function simulated(chain: Chain, bytes: string, options: Options, slot: number): object {
  const execution = chain.simulate(bytes, slot);
  if (execution === null) return { err: 'InsufficientFundsForFee', accounts: null, unitsConsumed: 0 };
  const asked = (options?.accounts as { addresses: string[] } | undefined)?.addresses ?? null;
  const shown = asked?.map((address) =>
    asShown(chain, execution.accounts.get(address) ?? chain.accountAt(address, slot), undefined),
  );
  return { err: execution.error, unitsConsumed: 20_000, accounts: shown ?? null };
}
