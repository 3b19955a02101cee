import '../world/quietBindings.ts';
import {
  AuthorityType,
  createApproveInstruction,
  createAssociatedTokenAccountIdempotentInstruction,
  createCloseAccountInstruction,
  createHarvestWithheldTokensToMintInstruction,
  createInitializeAccount3Instruction,
  createSetAuthorityInstruction,
  createTransferCheckedWithFeeInstruction,
  ExtensionType,
  getAccountLen,
  TOKEN_2022_PROGRAM_ID,
} from '@solana/spl-token';
import { Keypair, type PublicKey, SystemProgram, type TransactionInstruction } from '@solana/web3.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { judgeOnChain } from '../../commands/watcher/judgeOnChain.ts';
import { takeReading } from '../../commands/watcher/takeReading.ts';
import { type Address, address } from '../../src/address/address.ts';
import { godUnits } from '../../src/money/god.ts';
import { protocolOf } from '../../src/protocol/protocolOf.ts';
import type { Terms } from '../../src/terms/Terms.ts';
import type { PublishedList } from '../../src/witness/findSuspects.ts';
import { heldAt, type Reading } from '../../src/witness/Reading.ts';
import { createRpc } from '../../worker/chain/node/rpc.ts';
import { associatedAccount } from '../world/associatedAccount.ts';
import { callRpc } from '../world/callRpc.ts';
import { GOD, GOD_DECIMALS } from '../world/createMint.ts';
import { sendTransaction } from '../world/sendTransaction.ts';
import { startWorld, type World } from '../world/startWorld.ts';
import { transferFee } from '../world/transferFee.ts';
import { eventually } from './eventually.ts';

const PROGRAM = TOKEN_2022_PROGRAM_ID;
const [OWN, PASSED] = [60_000n * GOD, 200_000n * GOD];

let world: World;
beforeAll(async () => {
  world = await startWorld({ slotMs: 50, holders: 5, worldSeed: 'passing accounts' });
});
afterAll(() => world?.stop());

describe('a token account that belongs to a wallet at the lock, but in neither reading before and after it', () => {
  it('of somebody else before and after it makes no watcher accuse the list', async () => {
    const [lender, wallet, account] = [Keypair.generate(), await walletWith(OWN), Keypair.generate()];
    await openAccount(account, lender.publicKey);
    await pay(account.publicKey, PASSED);
    const hand = (from: Keypair, to: PublicKey) =>
      send([authority(account, { from, to, of: AuthorityType.AccountOwner })], from);
    const seen = await watched({
      upToLock: () => hand(lender, wallet.publicKey),
      afterIt: () => hand(wallet, lender.publicKey),
    });
    await expectJudged(seen, wallet.publicKey);
  });

  it('opened and closed by others between them makes no watcher accuse the list', async () => {
    const [helper, wallet, account] = [Keypair.generate(), await walletWith(OWN), Keypair.generate()];
    const seen = await watched({
      async upToLock() {
        await openAccount(account, wallet.publicKey);
        await pay(account.publicKey, PASSED);
        const all = PASSED - transferFee(PASSED);
        await send(
          [
            createApproveInstruction(account.publicKey, helper.publicKey, wallet.publicKey, all, [], PROGRAM),
            authority(account, { from: wallet, to: helper.publicKey, of: AuthorityType.CloseAccount }),
          ],
          wallet,
        );
      },
      async afterIt() {
        const all = PASSED - transferFee(PASSED);
        const back = world.holders.marketMaker.tokenAccount;
        await send(
          [
            transfer(account.publicKey, back, { owner: helper.publicKey, amount: all }),
            createHarvestWithheldTokensToMintInstruction(world.mint, [account.publicKey], PROGRAM),
            createCloseAccountInstruction(account.publicKey, world.marketMaker, helper.publicKey, [], PROGRAM),
          ],
          helper,
        );
      },
    });
    await expectJudged(seen, wallet.publicKey);
  });
});

describe('lamports that anybody sends to a token account', () => {
  it('between the readings are not a trade: nobody is accused, and nobody is left out', async () => {
    const wallet = await walletWith(PASSED);
    const owner = address(wallet.publicKey.toBase58());
    const account = associatedAccount(world.mint, wallet.publicKey);
    const dust = () =>
      send([SystemProgram.transfer({ fromPubkey: world.marketMaker, toPubkey: account, lamports: 1 })]);
    const seen = await watched({ upToLock: dust, afterIt: () => pay(account, PASSED) });
    const list = listOf(seen.atLock);
    const right = await judge(seen, list);
    expect([right.accused, right.notJudged]).toEqual([[], []]);
    const wrong = await judge(seen, { ...list, entries: list.entries.filter((entry) => entry.owner !== owner) });
    expect(wrong.accused).toEqual([{ kind: 'missing', owner, found: heldAt(seen.atLock, owner).free, why: null }]);
    await expectNoBalances(await dust());
  });
});

/** As Agave shows it: without any token balance. */
async function expectNoBalances(signature: string): Promise<void> {
  const options = { commitment: 'confirmed', encoding: 'json', maxSupportedTransactionVersion: 1 };
  const shown = await callRpc(world.rpcUrl, 'getTransaction', [signature, options]);
  expect(shown).toMatchObject({ meta: { err: null, preTokenBalances: [], postTokenBalances: [] } });
}

interface Seen {
  readonly before: Reading;
  readonly atLock: Reading;
  readonly after: Reading;
}

async function watched(moves: { upToLock(): Promise<unknown>; afterIt(): Promise<unknown> }): Promise<Seen> {
  const before = await finalReading();
  await moves.upToLock();
  const atLock = await finalReading();
  await moves.afterIt();
  return { before, atLock, after: await finalReading() };
}

/** The list as the lock saw it is judged complete. The same list with somebody in it who never held anything is not. */
async function expectJudged({ before, atLock, after }: Seen, wallet: PublicKey): Promise<void> {
  const owner = address(wallet.toBase58());
  const [at, least] = [heldAt(atLock, owner).free, protocolOf(1).threshold];
  expect([heldAt(before, owner).free < least, at > least, heldAt(after, owner).free < least]).toEqual([
    true,
    true,
    true,
  ]);
  const right = await judge({ before, after }, listOf(atLock));
  expect([right.accused, right.notJudged]).toEqual([[], []]);
  const list = listOf(atLock);
  const stranger = { owner: address(Keypair.generate().publicKey.toBase58()), amount: godUnits(least) };
  const wrong = await judge({ before, after }, { ...list, entries: [...list.entries, stranger] });
  expect(wrong.accused.map(({ kind, owner: accused }) => [kind, accused])).toEqual([['invented', stranger.owner]]);
}

async function judge(seen: Pick<Seen, 'before' | 'after'>, list: PublishedList) {
  const terms = { excluded: [...roles()] } as unknown as Terms;
  return judgeOnChain({
    ...{ node: ownNode(), mint: mint(), near: [], ...seen },
    published: { protocol: protocolOf(1), terms, root: '', list },
    ...{ deadline: Date.now() + 300_000, now: Date.now },
  });
}

/** All owners who have enough in accounts that are not frozen, and have no role in the lottery. */
function listOf(reading: Reading): PublishedList {
  const holdings = [...reading.accounts.keys()].map((owner) => {
    const { free, frozen } = heldAt(reading, owner);
    return { owner, amount: godUnits(free), frozen: godUnits(frozen) };
  });
  const { threshold } = protocolOf(1);
  const rules = { threshold, top: 0, isExcluded: (owner: Address) => roles().has(owner) };
  return { slot: reading.slot, ...protocolOf(1).selectEntries(holdings, rules), threshold, top: 0 };
}

const mint = () => address(world.mint.toBase58());
const roles = () => new Map([[address(world.marketMaker.toBase58()), 'market-maker']]);

function ownNode() {
  const rpc = createRpc({ urls: [world.rpcUrl], fetch, now: Date.now });
  const [node] = rpc.nodes;
  if (node === undefined) throw new Error('no node');
  return node;
}

/** A reading with everything that is confirmed by now, and nothing that comes later. */
async function finalReading(): Promise<Reading> {
  await passed('finalized', await world.runtime.connection.getSlot('confirmed'));
  const reading = await takeReading(ownNode(), mint());
  // The local chain may still add to the slot that was just read.
  await passed('confirmed', reading.slot);
  return reading;
}

async function passed(commitment: 'confirmed' | 'finalized', slot: number): Promise<void> {
  await eventually(
    () => world.runtime.connection.getSlot(commitment),
    (now) => now > slot,
  );
}

async function walletWith(amount: bigint): Promise<Keypair> {
  const keypair = Keypair.generate();
  const to = associatedAccount(world.mint, keypair.publicKey);
  const { publicKey: payer } = world.marketMakerKey;
  await send([createAssociatedTokenAccountIdempotentInstruction(payer, to, keypair.publicKey, world.mint, PROGRAM)]);
  await pay(to, amount);
  return keypair;
}

async function openAccount(account: Keypair, owner: PublicKey): Promise<void> {
  const space = getAccountLen([ExtensionType.TransferFeeAmount]);
  const lamports = await world.runtime.connection.getMinimumBalanceForRentExemption(space);
  const { publicKey: payer } = world.marketMakerKey;
  const made = { fromPubkey: payer, newAccountPubkey: account.publicKey, space, lamports, programId: PROGRAM };
  await send(
    [
      SystemProgram.createAccount(made),
      createInitializeAccount3Instruction(account.publicKey, world.mint, owner, PROGRAM),
    ],
    account,
  );
}

async function pay(to: PublicKey, amount: bigint): Promise<void> {
  await send([transfer(world.holders.marketMaker.tokenAccount, to, { owner: world.marketMaker, amount })]);
}

/** The market-maker pays for everything. */
function send(instructions: readonly TransactionInstruction[], ...signers: Keypair[]): Promise<string> {
  return sendTransaction(world.runtime.connection, instructions, [world.marketMakerKey, ...signers]);
}

function transfer(from: PublicKey, to: PublicKey, { owner, amount }: { owner: PublicKey; amount: bigint }) {
  const amounts = [amount, GOD_DECIMALS, transferFee(amount)] as const;
  return createTransferCheckedWithFeeInstruction(from, world.mint, to, owner, ...amounts, [], PROGRAM);
}

interface Handed {
  readonly from: Keypair;
  readonly to: PublicKey;
  readonly of: AuthorityType;
}

function authority({ publicKey }: Keypair, { from, to, of }: Handed) {
  return createSetAuthorityInstruction(publicKey, from.publicKey, of, to, [], PROGRAM);
}
