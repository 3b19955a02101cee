import { setTimeout as sleep } from 'node:timers/promises';
import { TOKEN_2022_PROGRAM_ID } from '@solana/spl-token';
import { Keypair, PublicKey, TransactionMessage, VersionedTransaction } from '@solana/web3.js';
import { associatedAccount } from '../../world/associatedAccount.ts';
import { createMint } from '../../world/createMint.ts';
import { type Runtime, startRuntime } from '../../world/startRuntime.ts';
import { tokenAccountBytes } from '../../world/tokenAccountBytes.ts';
import { createDice } from '../dice.ts';
import { type Account, type MintModel, NOTHING, rentOf, TOKEN_ACCOUNT_BYTES } from '../model/accounts.ts';
import { execute, type RuntimeState } from '../model/runtime.ts';
import { parseWire } from '../model/wire.ts';
import { type DraftTransaction, type Scenario, scenarioOf } from './scenario.ts';

/** What the two chains said of one transaction, where they differ. */
export interface Difference {
  readonly seed: number;
  readonly transaction: string;
  readonly what: string;
  readonly real: string;
  readonly model: string;
}

export interface Differential {
  readonly scenarios: number;
  readonly same: number;
  readonly transactions: number;
  /** How many of them failed on both chains. */
  readonly failed: number;
  readonly differences: readonly Difference[];
}

const SLOT_MS = 20;
const SUPPLY = 10n ** 15n;
const POLL_MS = 5;
/** Errors that the runtime gives before it charges a fee. Such a transaction is in no block. */
const NEVER_TAKEN = /InsufficientFundsForFee|AccountNotFound|SanitizeFailure/;

/**
 * Plays scenarios without lies on the real Solana runtime and on the model, one transaction after the other. Compares
 * the error of each, and lamports, tokens and data of every account that could have changed.
 */
export async function compareRuntimes(input: {
  readonly from: number;
  readonly seeds: number;
  readonly say: (line: string) => void;
}): Promise<Differential> {
  const runtime = await startRuntime({ slotMs: SLOT_MS, isStill: true });
  try {
    const keys = { mint: Keypair.generate(), marketMaker: Keypair.generate(), mintOperator: Keypair.generate() };
    const taxAuthority = Keypair.generate();
    await runtime.fundSol(keys.marketMaker.publicKey, 10n ** 12n);
    await createMint(runtime.connection, { ...keys, taxAuthority: taxAuthority.publicKey }, SUPPLY);
    const mint = keys.mint.publicKey;
    const differences: Difference[] = [];
    let [same, transactions, failed] = [0, 0, 0];
    for (let seed = input.from; seed < input.from + input.seeds; seed++) {
      const scenario = scenarioOf({ seed, dice: createDice(seed), mint, taxAuthority });
      const played = await playBoth({ runtime, mint, taxAuthority: taxAuthority.publicKey }, scenario);
      transactions += played.transactions;
      failed += played.failed;
      if (played.difference === null) same += 1;
      else {
        differences.push({ seed, ...played.difference });
        input.say(tell({ seed, ...played.difference }));
      }
    }
    return { scenarios: input.seeds, same, transactions, failed, differences };
  } finally {
    runtime.stop();
  }
}

const tell = ({ seed, transaction, what, real, model }: Difference) =>
  `seed ${seed}, ${transaction}: ${what}\n  real  ${real}\n  model ${model}`;

interface Sides {
  readonly runtime: Runtime;
  readonly mint: PublicKey;
  readonly taxAuthority: PublicKey;
}

/** The model's accounts, changed by what it executes. */
interface ModelChain extends RuntimeState {
  readonly accounts: Map<string, Account>;
  mint: MintModel;
}

async function playBoth(sides: Sides, scenario: Scenario) {
  const { runtime, mint, taxAuthority } = sides;
  const accounts = new Map<string, Account>();
  for (const { keypair, lamports, god } of scenario.wallets) {
    const owner = keypair.publicKey;
    await runtime.fundSol(owner, lamports);
    accounts.set(owner.toBase58(), { lamports, data: null });
    if (god === null) continue;
    const [at, rent] = [associatedAccount(mint, owner), rentOf(TOKEN_ACCOUNT_BYTES)];
    const data = tokenAccountBytes({ mint, owner, amount: god, associated: true });
    await runtime.setAccount(at, { lamports: rent, owner: TOKEN_2022_PROGRAM_ID, data });
    const token = { kind: 'token', owner: owner.toBase58(), amount: god, withheld: 0n } as const;
    accounts.set(at.toBase58(), { lamports: rent, data: token });
  }
  const chain: ModelChain = {
    ...{ accounts, account: (address) => accounts.get(address) ?? NOTHING },
    ...{ mintAddress: mint.toBase58(), withdrawAuthority: taxAuthority.toBase58() },
    mint: { supply: SUPPLY, withheld: await withheldInMint(runtime, mint) },
  };
  let [transactions, failed] = [0, 0];
  for (const draft of scenario.transactions) {
    transactions += 1;
    const bytes = await sign(runtime, draft);
    const real = await land(runtime, bytes);
    const execution = execute(parseWire(Buffer.from(bytes).toString('base64')), chain);
    const model = execution === null ? 'never in a block' : JSON.stringify(execution.error);
    if (execution?.error) failed += 1;
    if (real !== model)
      return { transactions, failed, difference: { transaction: draft.name, what: 'error', real, model } };
    for (const [address, account] of execution?.accounts ?? []) accounts.set(address, account);
    if (execution !== null) chain.mint = execution.mint;
    const difference = await compareState(sides, scenario, chain);
    if (difference !== null) return { transactions, failed, difference: { transaction: draft.name, ...difference } };
  }
  return { transactions, failed, difference: null };
}

async function sign(runtime: Runtime, { instructions, signers, isVersioned }: DraftTransaction): Promise<Uint8Array> {
  const { blockhash } = await runtime.connection.getLatestBlockhash('confirmed');
  const payerKey = signers[0].publicKey;
  const message = new TransactionMessage({ payerKey, recentBlockhash: blockhash, instructions: [...instructions] });
  const compiled = isVersioned ? message.compileToV0Message() : message.compileToLegacyMessage();
  const transaction = new VersionedTransaction(compiled);
  const needed = compiled.staticAccountKeys.slice(0, compiled.header.numRequiredSignatures);
  transaction.sign(signers.filter(({ publicKey }) => needed.some((key) => key.equals(publicKey))));
  return transaction.serialize();
}

/** Sends a transaction and waits. Returns its error in the block, as JSON, or that no block takes it. */
async function land({ connection, rpc }: Runtime, bytes: Uint8Array): Promise<string> {
  const text = Buffer.from(bytes).toString('base64');
  const tried = (await rpc('simulateTransaction', [text, { encoding: 'base64', commitment: 'confirmed' }])) as {
    readonly value: { readonly err: unknown; readonly logs: readonly string[] | null };
  };
  const refusal = tried.value.err === null ? '' : JSON.stringify(tried.value.err);
  // No log means that nothing was executed, because the fee would leave its payer below the rent.
  const isBefore = refusal.includes('InsufficientFundsForRent') && (tried.value.logs ?? []).length === 0;
  if (isBefore || NEVER_TAKEN.test(refusal)) return 'never in a block';
  const signature = await connection.sendRawTransaction(bytes, { skipPreflight: true, maxRetries: 0 });
  // Each transaction makes a block, so this loop ends soon.
  for (;;) {
    const { value } = await connection.getSignatureStatuses([signature]);
    const status = value[0];
    if (status != null && status.confirmationStatus !== 'processed') return JSON.stringify(status.err);
    await sleep(POLL_MS);
  }
}

/**
 * The offsets of the amounts in a token account of the mint: the amount at 64, the withheld amount in the fee
 * extension.
 */
const AMOUNT_AT = 64;
const FEE_AMOUNT = 2;
const EXTENSIONS_AT = 166;

async function compareState({ runtime, mint }: Sides, { addresses }: Scenario, chain: ModelChain) {
  const infos = await runtime.connection.getMultipleAccountsInfo([...addresses], 'confirmed');
  for (const [i, address] of addresses.entries()) {
    const info = infos[i] ?? null;
    const real = info === null ? 'nothing' : describe(BigInt(info.lamports), info.owner, info.data);
    const own = chain.account(address.toBase58());
    const model = own.lamports === 0n ? 'nothing' : describeModel(own);
    if (real !== model) return { what: `account ${address.toBase58()}`, real, model };
  }
  const withheld = await withheldInMint(runtime, mint);
  if (withheld === chain.mint.withheld) return null;
  return { what: 'withheld in the mint', real: String(withheld), model: String(chain.mint.withheld) };
}

function describe(lamports: bigint, owner: PublicKey, data: Buffer): string {
  if (!owner.equals(TOKEN_2022_PROGRAM_ID)) return `${lamports} lamports, ${data.length} bytes`;
  const holder = new PublicKey(data.subarray(32, AMOUNT_AT)).toBase58();
  return `${lamports} lamports, ${holder} ${data.readBigUInt64LE(AMOUNT_AT)} withheld ${withheldIn(data)}`;
}

function describeModel({ lamports, data }: Account): string {
  if (data?.kind === 'token') return `${lamports} lamports, ${data.owner} ${data.amount} withheld ${data.withheld}`;
  return `${lamports} lamports, ${data?.kind === 'mark' ? data.bytes : 0} bytes`;
}

function withheldIn(data: Buffer): bigint {
  for (let at = EXTENSIONS_AT; at + 4 <= data.length; at += 4 + data.readUInt16LE(at + 2))
    if (data.readUInt16LE(at) === FEE_AMOUNT) return data.readBigUInt64LE(at + 4);
  return 0n;
}

/** The mint's fee extension: type 1, two authorities, and the withheld amount. */
async function withheldInMint({ connection }: Runtime, mint: PublicKey): Promise<bigint> {
  const data = (await connection.getAccountInfo(mint, 'confirmed'))?.data;
  if (data === undefined) throw new Error('The mint is gone.');
  for (let at = EXTENSIONS_AT; at + 4 <= data.length; at += 4 + data.readUInt16LE(at + 2))
    if (data.readUInt16LE(at) === 1) return data.readBigUInt64LE(at + 4 + 64);
  throw new Error('The mint has no fee.');
}
