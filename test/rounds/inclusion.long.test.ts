import '../world/quietBindings.ts';
import {
  createAssociatedTokenAccountIdempotentInstruction,
  createTransferCheckedWithFeeInstruction,
  TOKEN_2022_PROGRAM_ID,
} from '@solana/spl-token';
import { Keypair, type PublicKey } from '@solana/web3.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { askServer } from '../../client/audit/chain/askChain.ts';
import { createChainView } from '../../client/audit/chain/chainView.ts';
import type { InclusionAnswer } from '../../client/audit/check/findInclusion.ts';
import { findInclusion } from '../../client/audit/check/findInclusion.ts';
import { inclusionBadge, inclusionSentences } from '../../client/audit/panel/inclusionTexts.ts';
import { address } from '../../src/address/address.ts';
import { eventually } from '../rounds/eventually.ts';
import { type Lottery, startLotteries } from '../rounds/startLottery.ts';
import { associatedAccount } from '../world/associatedAccount.ts';
import type { Holder } from '../world/createHolders.ts';
import { GOD, GOD_DECIMALS } from '../world/createMint.ts';
import { ELIGIBLE_GOD } from '../world/holderAmounts.ts';
import { holderLies } from '../world/nodes/holderLies.ts';
import { lies, type Mark } from '../world/nodes/lie.ts';
import { type Node, startNode } from '../world/nodes/startNode.ts';
import { sendTransaction } from '../world/sendTransaction.ts';
import { startWorld, type World } from '../world/startWorld.ts';
import { transferFee } from '../world/transferFee.ts';

const ROUND = 1;
const SMALL = 10n * GOD;

let world: World;
let liar: Node;
let honest: Lottery;
let lying: Lottery;
/** Holders, named by what happens to them; the node of the second lottery lies about the last three. */
let wallets: Readonly<Record<'later' | 'earlier' | 'gone' | 'untouched' | 'renamed' | 'lowered' | 'raised', Holder>>;
const poor = Keypair.generate();
const late = Keypair.generate();

beforeAll(async () => {
  world = await startWorld({ slotMs: 100, holders: 30, worldSeed: 'was I in the list' });
  const rich = world.holders.ordinary.filter(({ amount }) => amount >= 2n * ELIGIBLE_GOD);
  const [later, earlier, gone, untouched, renamed, lowered] = rich;
  const raised = world.holders.ordinary.find(({ amount }) => amount + SMALL < ELIGIBLE_GOD);
  if (!(later && earlier && gone && untouched && renamed && lowered && raised)) throw new Error('too few holders');
  wallets = { later, earlier, gone, untouched, renamed, lowered, raised };
  for (const { keypair } of [later, earlier, gone, renamed, lowered, raised]) await receive(keypair.publicKey, SMALL);
  await pay(earlier, SMALL / 2n);
  await receive(poor.publicKey, 50_000n * GOD);
  const { connection } = world.runtime;
  const sent = await connection.getSlot('confirmed');
  await eventually(
    () => connection.getSlot('finalized'),
    (slot) => slot > sent,
  );
  liar = await startNode(world.rpcUrl);
  const mark = (...holders: readonly Holder[]) => ({ holders }) as unknown as Mark;
  // The lie must keep the sum of all amounts, because an answer with a wrong sum does not count.
  const moved = mark({ ...lowered, amount: await balanceOf(lowered) }, raised);
  liar.behave(lies(...holderLies.ownerExchanged(mark(renamed)), ...holderLies.amountMoved(moved)));
  // The only node is believed, as `ONE_NODE` allows.
  const started = await startLotteries([{ world }, { world, overrides: { RPC_URLS: liar.url } }]);
  [honest, lying] = started as [Lottery, Lottery];
  await honest.until(ROUND, ['locked', 'committed', 'drawn', 'paid']);
  await pay(later, SMALL);
  await pay(gone, await balanceOf(gone));
  await receive(late.publicKey, 200_000n * GOD);
  await Promise.all([honest, lying].map((lottery) => lottery.until(ROUND, ['paid'])));
});
afterAll(async () => {
  await Promise.all([honest?.stop(), lying?.stop()]);
  await liar?.stop();
  await world?.stop();
});

describe('“was I in the list?”, asked of a real chain after the round', () => {
  it.each([
    ['traded after the lock', 'later'],
    ['sold everything after the lock', 'gone'],
    ['traded only before it', 'earlier'],
  ] as const)('is yes for a wallet that %s', async (_what, name) => {
    const answer = await find(honest, wallets[name].owner);
    expect(answer, JSON.stringify(answer)).toMatchObject({ chain: { state: 'ok' }, amount: { state: 'ok' } });
    const proof = await honest.proof(ROUND);
    expect(proof.snapshot?.entries).toContain(wallets[name].owner.toBase58());
    expect(answer.place).toMatchObject({ kind: 'listed', root: proof.snapshot?.root });
    expect(inclusionBadge(answer)).toEqual({ tone: 'mint', text: 'IN THE LIST' });
  });

  it('cannot check the amount of a wallet whose account has no known transaction, and names the account', async () => {
    const { owner, tokenAccount } = wallets.untouched;
    const answer = await find(honest, owner);
    expect([answer.place.kind, answer.chain.state]).toEqual(['listed', 'ok']);
    expect(answer.amount).toEqual({
      ...{ state: 'could-not-check' },
      value: expect.stringContaining(`no transaction of ${tokenAccount.toBase58()} up to slot`),
    });
  });

  it.each([
    ['that held too little', poor],
    ['that bought only after the lock', late],
    ['that never held any', Keypair.generate()],
  ])('is no for one %s, and nobody is accused', async (_name, { publicKey }) => {
    const answer = await find(honest, publicKey);
    expect([answer.place.kind, answer.chain.state]).toEqual(['absent', 'ok']);
    expect(answer.amount.state).toBe('could-not-check');
    expect(inclusionBadge(answer)).toEqual({ tone: 'amber', text: 'NOT IN THE LIST' });
    expect(inclusionSentences(answer).join('\n')).toContain('It had no chance in that draw.');
  });

  it('says that the rules exclude a wallet, and what it held', async () => {
    const answer = await find(honest, world.marketMaker);
    expect(answer).toMatchObject({ place: { kind: 'absent', excluded: 'excluded' } });
    expect([answer.chain.state, answer.amount.state], JSON.stringify(answer)).toEqual(['ok', 'ok']);
  });

  it.each([
    ['gave its account to another', 'renamed'],
    ['showed it below the threshold', 'lowered'],
  ] as const)('is red for a wallet that is missing because the only node %s', async (_what, name) => {
    const answer = await find(lying, wallets[name].owner);
    // It is the list that was promised, but it was a lie.
    expect([answer.place.kind, answer.chain.state, answer.amount.state], JSON.stringify(answer)).toEqual([
      ...['absent', 'ok', 'failed'],
    ]);
    expect(answer.amount.value).toMatch(/^expected it in the list: it held [\d,.]+ GOD at slot \d+/);
    expect(inclusionBadge(answer)).toEqual({ tone: 'ruby', text: 'WRONGLY LEFT OUT' });
    expect(inclusionSentences(answer).join('\n')).toContain('The list is wrong on this wallet: ');
  });

  it('cannot check a listed wallet that held less than the threshold, because it may have closed an account since', async () => {
    const answer = await find(lying, wallets.raised.owner);
    expect([answer.place.kind, answer.chain.state, answer.amount.state]).toEqual(['listed', 'ok', 'could-not-check']);
    expect(answer.amount.value).toContain('accounts closed since are not counted');
    const honestly = await find(honest, wallets.raised.owner);
    expect(honestly.place.kind).toBe('absent');
  });
});

/** What the wallet's page finds out, by the code of its worker thread. */
async function find(lottery: Lottery, wallet: PublicKey): Promise<InclusionAnswer> {
  const { publicKey, genesisTime, period } = world.beacon.chain;
  const proof = await lottery.proof(ROUND);
  return findInclusion({
    proof,
    ...{
      round: ROUND,
      address: wallet.toBase58(),
      // This mint has had two lotteries, and its present authority is that of the second one.
      lottery: { mint: address(world.mint.toBase58()), pinned: lottery.announced.hash },
    },
    view: createChainView(askServer(world.rpcUrl)),
    network: { network: { name: 'local', publicKey, genesisTime, periodSeconds: period }, by: 'told' },
  });
}

/** From the market-maker, who pays for everything. */
async function receive(owner: PublicKey, amount: bigint): Promise<void> {
  const { marketMakerKey: maker, mint } = world;
  const to = associatedAccount(mint, owner);
  await sendTransaction(
    world.runtime.connection,
    [
      createAssociatedTokenAccountIdempotentInstruction(maker.publicKey, to, owner, mint, TOKEN_2022_PROGRAM_ID),
      transfer(world.holders.marketMaker.tokenAccount, to, { owner: maker.publicKey, amount }),
    ],
    [maker],
  );
}

/** Back to the market-maker. */
async function pay({ tokenAccount, keypair }: Holder, amount: bigint): Promise<void> {
  const instruction = transfer(tokenAccount, world.holders.marketMaker.tokenAccount, {
    ...{ owner: keypair.publicKey, amount },
  });
  await sendTransaction(world.runtime.connection, [instruction], [world.marketMakerKey, keypair]);
}

function transfer(from: PublicKey, to: PublicKey, { owner, amount }: { owner: PublicKey; amount: bigint }) {
  const fee = transferFee(amount);
  const program = TOKEN_2022_PROGRAM_ID;
  return createTransferCheckedWithFeeInstruction(from, world.mint, to, owner, amount, GOD_DECIMALS, fee, [], program);
}

async function balanceOf({ tokenAccount }: Holder): Promise<bigint> {
  const { value } = await world.runtime.connection.getTokenAccountBalance(tokenAccount, 'confirmed');
  return BigInt(value.amount);
}
