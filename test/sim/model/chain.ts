import { createHash } from 'node:crypto';
import { base58 } from '@scure/base';
import type { Scheduler } from '../scheduler.ts';
import { type Account, type MintKeys, type MintModel, NOTHING } from './accounts.ts';
import { type Execution, execute, type RuntimeState } from './runtime.ts';
import { type Block, createSlots, SLOT_MS, type Slots } from './slots.ts';
import { createVersions, type Versions } from './versions.ts';
import { parseWire, type WireTransaction } from './wire.ts';

/** A transaction in a block. */
export interface Landed {
  readonly signature: string;
  readonly slot: number;
  readonly error: unknown;
  readonly keys: readonly string[];
  readonly fee: bigint;
  readonly memos: readonly string[];
  readonly transfers: Execution['transfers'];
  readonly marks: readonly string[];
  /** Accounts before and after, in the order of the keys. */
  readonly before: readonly Account[];
  readonly after: readonly Account[];
  /** Base64. */
  readonly bytes: () => string;
}

/** Something that somebody else does on the chain. */
export interface Deed {
  readonly name: string;
  readonly keys: readonly string[];
  readonly memos?: readonly string[];
  /**
   * The transaction's bytes in base64. Without them the deed is listed under an invented signature, and its transaction
   * cannot be read.
   */
  readonly bytes?: string;
  readonly change?: (state: ChainState) => void;
}
/** The newest state, for a deed to change. */
export interface ChainState {
  account(address: string): Account;
  set(address: string, account: Account): void;
  mint(): MintModel;
  setMint(mint: MintModel): void;
}

export interface ChainInput {
  readonly scheduler: Scheduler;
  readonly seed: number;
  readonly start: number;
  readonly mint: string;
  readonly mintKeys: MintKeys;
  readonly supply: bigint;
  readonly accounts: ReadonlyMap<string, Account>;
  /** How many slots a transaction takes to land; null when it never lands. */
  readonly landsAfter: () => number | null;
  /** Whether the chain refuses to run a transaction of so many accounts; by default it never does. */
  readonly refuses?: (accounts: number) => boolean;
}

/** The truth about the chain: the blocks, every account at every slot, and the transactions that landed. */
export interface Chain {
  readonly slots: Slots;
  readonly mint: string;
  readonly mintKeys: MintKeys;
  /** Makes the blocks that are due. */
  advance(): void;
  accountAt(address: string, slot: number): Account;
  accountWithin(address: string, from: number, to: number): Account[];
  mintAt(slot: number): MintModel;
  tokenAccounts(): readonly string[];
  landed(signature: string): Landed | undefined;
  listed(address: string): readonly Landed[];
  all(): readonly Landed[];
  blockTime(slot: number): number;
  /** The first slot of a complete ledger, days before the world begins. */
  readonly firstSlot: number;
  blockhash(block: Block): string;
  /** The block of a blockhash, as long as no fork has dropped it. */
  blockOf(blockhash: string): Block | undefined;
  /**
   * Takes a transaction as a node does; it lands once in one of the next slots, or never. Throws when the bytes are not
   * a transaction.
   */
  submit(bytes: string): string;
  simulate(bytes: string, slot: number): Execution | null;
  /** Puts a deed into the next block. */
  act(deed: Deed): void;
  /** Drops the newest blocks; their transactions land again, or never. */
  fork(depth: number, isKept: () => boolean): void;
}

const BLOCKHASH_BLOCKS = 150;
const PAST_SLOTS = 1_000_000;
const LAMPORTS_PER_SIGNATURE = 5_000n;

interface Waiting {
  readonly from: number;
  readonly include: (block: Block) => Landed | null;
}

export function createChain(input: ChainInput): Chain {
  const { scheduler, mint, mintKeys, start } = input;
  const slots = createSlots(input.seed, start);
  const accounts = new Map<string, Versions<Account>>();
  for (const [address, account] of input.accounts) accounts.set(address, createVersions(account));
  const mintState = createVersions<MintModel>({ supply: input.supply, withheld: 0n });
  const tokenAccounts = [...input.accounts].flatMap(([address, { data }]) => (data?.kind === 'token' ? [address] : []));
  const bySignature = new Map<string, Landed>();
  const byAddress = new Map<string, Landed[]>();
  const blockhashes = new Map<string, Block>();
  const underWay = new Set<string>();
  let landed: Landed[] = [];
  let waiting: Waiting[] = [];

  const newest = (address: string) => accounts.get(address)?.newest() ?? NOTHING;
  function set(address: string, slot: number, account: Account): void {
    const versions = accounts.get(address) ?? createVersions(NOTHING);
    if (!accounts.has(address)) accounts.set(address, versions);
    if (account.data?.kind === 'token' && !tokenAccounts.includes(address)) tokenAccounts.push(address);
    versions.set(slot, account);
  }
  const stateAt = (slot: number | null): RuntimeState => ({
    account: slot === null ? newest : (address) => accounts.get(address)?.at(slot) ?? NOTHING,
    mint: slot === null ? mintState.newest() : mintState.at(slot),
    mintAddress: mint,
    withdrawAuthority: mintKeys.withdrawAuthority,
  });

  function record(transaction: Landed): Landed {
    landed.push(transaction);
    bySignature.set(transaction.signature, transaction);
    for (const key of new Set(transaction.keys)) {
      const list = byAddress.get(key) ?? [];
      list.push(transaction);
      byAddress.set(key, list);
    }
    return transaction;
  }

  const isLive = (transaction: WireTransaction, block: Block) => {
    const born = blockhashes.get(transaction.blockhash);
    return born !== undefined && block.height <= born.height + BLOCKHASH_BLOCKS;
  };

  function include(transaction: WireTransaction, block: Block): Landed | null {
    const { signature, keys, bytes } = transaction;
    underWay.delete(signature);
    if (!transaction.areSignaturesGood || !isLive(transaction, block) || bySignature.has(signature)) return null;
    const before = keys.map(newest);
    const execution = execute(transaction, stateAt(null), input.refuses?.(keys.length));
    if (execution === null) return null;
    for (const [address, account] of execution.accounts) set(address, block.slot, account);
    mintState.set(block.slot, execution.mint);
    const { error, fee, memos, transfers, marks } = execution;
    scheduler.note(`chain: ${signature.slice(0, 8)} lands`, () => `${JSON.stringify(error)} ${memos.join()}`);
    return record({
      ...{ signature, slot: block.slot, error, keys, fee, memos, transfers, marks, before },
      after: keys.map(newest),
      bytes: () => bytes,
    });
  }

  function includeDeed({ name, keys, memos = [], bytes, change }: Deed, block: Block): Landed {
    const signature = bytes === undefined ? deedSignature(name) : signatureOf(bytes);
    const before = keys.map(newest);
    change?.({
      account: newest,
      set: (address, account) => set(address, block.slot, account),
      mint: () => mintState.newest(),
      setMint: (next) => mintState.set(block.slot, next),
    });
    return record({
      ...{ signature, slot: block.slot, error: null, keys, fee: LAMPORTS_PER_SIGNATURE, memos, before },
      bytes: () => bytes ?? '',
      ...{ transfers: [], marks: [], after: keys.map(newest) },
    });
  }

  /** Only a blockhash that was given out can be used by a transaction. */
  function tellBlockhash(block: Block): string {
    const hash = blockhashOf(block);
    blockhashes.set(hash, block);
    return hash;
  }

  function makeBlock(block: Block): void {
    if (waiting.length === 0) return;
    const due = waiting.filter(({ from }) => from <= block.slot);
    if (due.length === 0) return;
    waiting = waiting.filter(({ from }) => from > block.slot);
    for (const each of due) each.include(block);
  }

  // Makes the blocks before the world begins.
  slots.advance(scheduler.now(), makeBlock);
  const chain: Chain = {
    slots,
    mint,
    mintKeys,
    advance: () => slots.advance(scheduler.now(), makeBlock),
    accountAt: (address, slot) => accounts.get(address)?.at(slot) ?? NOTHING,
    accountWithin: (address, from, to) => accounts.get(address)?.within(from, to) ?? [NOTHING],
    mintAt: (slot) => mintState.at(slot),
    tokenAccounts: () => tokenAccounts,
    landed: (signature) => bySignature.get(signature),
    listed: (address) => byAddress.get(address) ?? [],
    all: () => landed,
    blockTime(slot) {
      const first = slots.first();
      return Math.floor((slots.atOrBefore(slot)?.at ?? first.at - (first.slot - slot) * SLOT_MS) / 1000);
    },
    firstSlot: slots.first().slot - PAST_SLOTS,
    blockhash: tellBlockhash,
    blockOf: (blockhash) => blockhashes.get(blockhash),
    submit(bytes) {
      const transaction = parseWire(bytes);
      const { signature } = transaction;
      if (underWay.has(signature) || bySignature.has(signature)) return signature;
      const after = input.landsAfter();
      if (after === null) return signature;
      underWay.add(signature);
      waiting.push({ from: slots.head().slot + 1 + after, include: (block) => include(transaction, block) });
      return signature;
    },
    simulate: (bytes, slot) => execute(parseWire(bytes), stateAt(slot)),
    act(deed) {
      waiting.push({ from: slots.head().slot + 1, include: (block) => includeDeed(deed, block) });
    },
    fork(depth, isKept) {
      const head = slots.fork(depth);
      const dropped = landed.filter(({ slot }) => slot > head.slot);
      landed = landed.filter(({ slot }) => slot <= head.slot);
      for (const versions of accounts.values()) versions.cut(head.slot);
      mintState.cut(head.slot);
      for (const { signature } of dropped) bySignature.delete(signature);
      for (const [address, list] of byAddress)
        byAddress.set(
          address,
          list.filter(({ slot }) => slot <= head.slot),
        );
      for (const [hash, block] of blockhashes) if (block.slot > head.slot) blockhashes.delete(hash);
      for (const transaction of dropped) {
        const bytes = transaction.bytes();
        if (bytes !== '' && isKept()) chain.submit(bytes);
      }
      scheduler.note(`chain: a fork drops ${dropped.length} transactions after slot ${head.slot}`);
    },
  };
  return chain;
}

const SIGNATURE_END = 65;
/** The first signature, which identifies a signed transaction. */
const signatureOf = (bytes: string) =>
  base58.encode(Uint8Array.from(Buffer.from(bytes, 'base64').subarray(1, SIGNATURE_END)));

const deedSignatures = new Map<string, string>();
function deedSignature(name: string): string {
  const known = deedSignatures.get(name);
  if (known !== undefined) return known;
  if (deedSignatures.size > 20_000) deedSignatures.clear();
  const made = base58.encode(Uint8Array.from(createHash('sha512').update(`deed ${name}`).digest()));
  deedSignatures.set(name, made);
  return made;
}

const hashes = new Map<number, string>();
function blockhashOf({ slot, height }: Block): string {
  const name = slot * 1_000 + (height % 1_000);
  const known = hashes.get(name);
  if (known !== undefined) return known;
  if (hashes.size > 20_000) hashes.clear();
  const made = base58.encode(Uint8Array.from(createHash('sha256').update(`block ${slot} ${height}`).digest()));
  hashes.set(name, made);
  return made;
}
