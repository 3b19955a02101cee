import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { base58 } from '@scure/base';
import { Transaction } from '@solana/web3.js';
import { afterAll, describe, expect, it } from 'vitest';
import { type KeptTransfers, keptTransfers } from '../../commands/pay/keptTransfers.ts';
import { moveOptions } from '../../commands/pay/moveOptions.ts';
import { type MoveInput, moveSol } from '../../commands/pay/moveSol.ts';
import type { Address } from '../../src/address/address.ts';
import { lamports } from '../../src/money/lamports.ts';
import { SYSTEM_PROGRAM, TOKEN_PROGRAM } from '../../worker/chain/accounts/programs.ts';
import { createRpc } from '../../worker/chain/node/rpc.ts';
import { costOf } from '../../worker/chain/signing/costOf.ts';
import type { SignedTransaction } from '../../worker/chain/signing/transactions.ts';
import { parseSettings } from '../../worker/settings/parseSettings.ts';
import { COMPLETE } from '../worker/completeSettings.ts';
import { answering, fakeNodes } from '../worker/fakeNodes.ts';
import { ENDS_AT } from '../worker/honestRound.ts';
import { wallet } from './wallets.ts';

const parsed = parseSettings(COMPLETE);
if (!parsed.ok) throw new Error(parsed.problems.join());
const { settings } = parsed;
const NOW = ENDS_AT + 36_000;

const SOL = 1_000_000_000n;
const RENT = 890_880n;
const [FEE, TO] = [5_100n, wallet(9)];
/** An address off the curve: no key can belong to it. */
const VAULT = wallet(8);

const accountOf = (of: object) => ({ executable: false, data: ['', 'base64'], ...of });

/** A chain with two wallets, as one node shows it. What is sent lands at once, unless `lands` says otherwise. */
function moneyNode(held: Readonly<Record<string, bigint>>, more: Readonly<Record<string, unknown>> = {}) {
  const sent: string[] = [];
  const context = { slot: 9 };
  const node = answering({
    getBalance: (of: string) => ({ context, value: Number(held[of] ?? 0n) }),
    getMultipleAccounts: (page: string[]) => ({
      context,
      value: page.map((of) => (held[of] === undefined ? null : accountOf({ owner: SYSTEM_PROGRAM }))),
    }),
    getMinimumBalanceForRentExemption: Number(RENT),
    getGenesisHash: wallet(11),
    getLatestBlockhash: { context, value: { blockhash: wallet(10), lastValidBlockHeight: 200 } },
    isBlockhashValid: { context, value: true },
    getRecentPrioritizationFees: [],
    sendTransaction: (bytes: string) => sent.push(bytes),
    getSignatureStatuses: () => ({
      context,
      value: [sent.length === 0 ? null : { slot: 9, err: null, confirmationStatus: 'finalized' }],
    }),
    getEpochInfo: { blockHeight: 5, absoluteSlot: 9 },
    ...more,
  });
  return { node, sent };
}

interface Asked {
  readonly to?: Address;
  readonly amount: bigint | 'all';
  readonly kept?: KeptTransfers;
  /** Unix seconds. */
  readonly now?: number;
  readonly confirm?: MoveInput['confirm'];
  readonly wait?: MoveInput['wait'];
}
const folders: string[] = [];
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});
const newFolder = () => {
  const folder = mkdtempSync(join(tmpdir(), 'moved-'));
  folders.push(folder);
  return folder;
};
const noTransfer = () => keptTransfers(newFolder());

type MoneyNode = ReturnType<typeof moneyNode>;

/** Moves SOL with two nodes or three. Returns all output, and every transaction that was sent to the first node. */
async function move(
  chain: readonly [MoneyNode, ...MoneyNode[]],
  { to = TO, amount, kept = noTransfer(), now = NOW, ...more }: Asked,
) {
  const { confirm = async () => true, wait = async () => undefined } = more;
  const [one] = chain;
  const hosts = chain.map(({ node }, i) => [`node${i}.test`, node] as const);
  const nodes = fakeNodes(Object.fromEntries(hosts));
  const said: string[] = [];
  const done = await moveSol({
    ...{ from: settings.pool, to, amount: amount === 'all' ? amount : lamports(amount), confirm },
    ...{ keptOn: () => kept, now: () => now * 1000, wait, say: (line) => said.push(line) },
    rpc: createRpc({ urls: hosts.map(([host]) => `https://${host}`), fetch: nodes.fetch, now: () => NOW * 1000 }),
  }).catch((error: Error) => error.message);
  expect(nodes.surprises).toEqual([]);
  return { done, said: said.join('\n'), sent: [...new Set(one.sent)] };
}
const honest = (held: Readonly<Record<string, bigint>>, more: Readonly<Record<string, unknown>> = {}) => {
  const node = moneyNode({ [settings.pool.address]: 3n * SOL, ...held }, more);
  return [node, node] as const;
};

/** A transfer of an earlier command. */
const SIGNED: SignedTransaction = {
  ...{ bytes: 'AA==', signature: base58.encode(new Uint8Array(64).fill(7)) },
  blockhash: { blockhash: wallet(10), lastValidBlockHeight: 200, slot: 9 },
};
/** A node that has every later block and knows no transaction. */
const FORGOTTEN = {
  getSignatureStatuses: { context: { slot: 999 }, value: [null] },
  ...{ getEpochInfo: { blockHeight: 900, absoluteSlot: 900 }, getFirstAvailableBlock: 0 },
  getBlocks: (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, i) => from + i),
  getBlock: (slot: number) => ({ blockHeight: slot, blockTime: NOW, parentSlot: slot - 1, blockhash: 'x' }),
};
/** Waits without letting time pass, at most a given number of times. */
function patience(most: number) {
  let waits = 0;
  return async () => {
    waits += 1;
    if (waits > most) throw new Error(`still waiting after ${most} looks`);
  };
}

describe('SOL that is moved by hand', () => {
  it('is all that the wallet holds, less the fee and the least that must stay, even if fees rise before the yes', async () => {
    const fees = [0, 900_000];
    const asked: bigint[] = [];
    const { sent } = await move(
      honest({}, { getRecentPrioritizationFees: () => [{ prioritizationFee: fees.shift() }] }),
      {
        amount: 'all',
        confirm: async (lamports) => asked.push(lamports) === 1,
      },
    );
    expect(asked).toHaveLength(1);
    expect(costOf(sent[0] ?? '')).toMatchObject({ fee: 3n * SOL - RENT - (asked[0] ?? 0n) });
  });

  it('cannot be stopped by a stranger who sends the wallet a lamport in every slot', async () => {
    const dusted = [0n, 1n].map((dust) => honest({ [settings.pool.address]: 3n * SOL + dust })[0]);
    for (const amount of ['all', SOL] as const) {
      const { sent } = await move(dusted as [MoneyNode, MoneyNode], { amount });
      expect(sent).toHaveLength(1);
    }
  });

  it('is not reduced by one node that says that the wallet holds less', async () => {
    const [honestOne] = honest({});
    const { done, sent } = await move([moneyNode({ [settings.pool.address]: SOL }), honestOne], { amount: 'all' });
    expect([done, sent]).toEqual([expect.stringContaining('their answers differ'), []]);
  });

  it('is not sent to a program, to an account of a program, or to an address without a private key', async () => {
    const [isProgram, isToken, isMark] = [
      accountOf({ owner: 'BPFLoader2111111111111111111111111111111111', executable: true }),
      accountOf({ owner: TOKEN_PROGRAM }),
      accountOf({ owner: SYSTEM_PROGRAM, data: ['AA==', 'base64'] }),
    ].map((found) => honest({ [TO]: SOL }, { getMultipleAccounts: { context: { slot: 9 }, value: [found] } }));
    if (isProgram === undefined || isToken === undefined || isMark === undefined) throw new Error('three chains');
    for (const [chain, to, why] of [
      [isProgram, TO, 'is a program'],
      [isToken, TO, 'belongs to a program'],
      // The System program moves nothing out of an account with data, such as the mark of an hour.
      [isMark, TO, 'belongs to a program'],
      [honest({}), VAULT, 'no key can belong to it'],
    ] as const) {
      const { done, sent } = await move(chain, { to, amount: SOL });
      expect([done, sent]).toEqual([expect.stringContaining(why), []]);
    }
    // A vault that exists already belongs to somebody.
    expect((await move(honest({ [VAULT]: SOL }), { to: VAULT, amount: SOL })).sent).toHaveLength(1);
  });

  it('is not sent when the chain would refuse it: each wallet must end with nothing, or with at least the rent minimum', async () => {
    for (const [amount, why] of [
      [3n * SOL - FEE - RENT + 1n, 'would keep'],
      [RENT - 1n, 'would hold'],
      [3n * SOL - FEE + 1n, 'holds too little'],
    ] as const) {
      const { done, sent } = await move(honest({}), { amount });
      expect([done, sent]).toEqual([expect.stringContaining(why), []]);
    }
    for (const amount of [3n * SOL - FEE - RENT, 3n * SOL - FEE, RENT])
      expect((await move(honest({}), { amount })).sent).toHaveLength(1);
    expect((await move(honest({ [TO]: RENT }), { amount: 1n })).sent).toHaveLength(1);
  });

  it('is not sent twice by a command that was ended and run again: the first transfer is only watched', async () => {
    const kept = noTransfer();
    const looks: unknown[] = [null];
    const look = () => ({ context: { slot: 9 }, value: [looks.length > 1 ? looks.shift() : looks[0]] });
    const chain = honest({}, { getSignatureStatuses: look });
    async function wait() {
      throw new Error('the terminal was closed');
    }
    const first = await move(chain, { amount: SOL, kept, wait });
    expect([first.done, first.sent]).toEqual(['the terminal was closed', [expect.any(String)]]);
    const before = chain[0].sent.length;
    looks.push(null, null, null, { slot: 9, err: null, confirmationStatus: 'finalized' });
    expect((await move(chain, { amount: SOL, kept })).done).toContain('has landed');
    expect(chain[0].sent).toHaveLength(before);
    // The end of the first transfer is known, so the next one is sent.
    looks.unshift(null, null);
    expect((await move(chain, { amount: 2n * SOL, kept })).sent).toHaveLength(2);
  });

  it('is not sent by a second terminal that was waiting for its answer, whether the first transfer is on its way or has landed', async () => {
    for (const isLanded of [true, false]) {
      const folder = newFolder();
      const kept = keptTransfers(folder);
      const [first, second] = [honest({}), honest({})];
      async function confirm() {
        const onItsWay = honest({}, { getSignatureStatuses: { context: { slot: 9 }, value: [null] } });
        const more = isLanded ? {} : { wait: patience(1) };
        await move(isLanded ? first : onItsWay, { amount: SOL, kept: keptTransfers(folder), ...more });
        return true;
      }
      expect(await move(second, { amount: SOL, kept, confirm })).toMatchObject({
        ...{ done: expect.stringContaining('Another command has begun to move SOL'), sent: [] },
      });
      expect(kept.read()).toMatchObject({ count: 1, open: isLanded ? null : { signed: {} } });
    }
  });

  it('is not sent when the same amount has left the wallet since the question, from another machine', async () => {
    const held = [3n * SOL, 2n * SOL];
    const balance = { getBalance: () => ({ context: { slot: 9 }, value: Number(held[0]) }) };
    const [node] = honest({}, balance);
    async function confirm() {
      held.shift();
      return true;
    }
    const kept = noTransfer();
    expect(await move([node, node], { to: settings.taxWallet.address, amount: SOL, kept, confirm })).toMatchObject({
      ...{ done: expect.stringContaining('holds 2 SOL now: something else was sent'), sent: [] },
    });
    expect(kept.read()).toEqual({ count: 0, open: null });
  });

  it('is not sent while it is unknown what was sent: the file cannot be read, or half of it is missing', async () => {
    const folder = newFolder();
    const kept = keptTransfers(folder);
    writeFileSync(join(folder, '1.json'), '{');
    expect(await move(honest({}), { amount: SOL, kept })).toMatchObject({
      ...{ done: expect.stringMatching(/1\.json cannot be read.*empty file 1\.ended/), sent: [] },
    });
    // A person has found out how the transfer ended.
    writeFileSync(join(folder, '1.ended'), '');
    expect((await move(honest({}), { amount: SOL, kept })).sent).toHaveLength(1);
    rmSync(join(folder, '2.json'));
    async function wait() {
      throw new Error('the terminal was closed');
    }
    const open = honest({}, { getSignatureStatuses: { context: { slot: 9 }, value: [null] } });
    await move(open, { amount: SOL, kept, wait });
    expect(kept.read().open?.place).toBe(join(folder, '3.json'));
  });

  it('is kept by its wallet and its chain: another environment knows it, and another chain does not', async () => {
    const chains: string[] = [];
    const [node] = honest({});
    const nodes = fakeNodes({ 'a.test': node.node });
    await moveSol({
      ...{
        from: settings.pool,
        to: TO,
        amount: lamports(SOL),
        confirm: async () => false,
        wait: async () => undefined,
      },
      ...{ say: () => undefined, now: () => NOW * 1000 },
      keptOn: (chain) => {
        chains.push(chain);
        return noTransfer();
      },
      rpc: createRpc({ urls: ['https://a.test'], fetch: nodes.fetch, now: () => NOW * 1000 }),
    }).catch(() => undefined);
    expect(chains).toEqual([wallet(11)]);
  });

  it('is signed with the blockhash of another node when the first node lies and the third is silent', async () => {
    const down = () => new Response('', { status: 503 });
    const [silent] = honest({}, { getLatestBlockhash: down, isBlockhashValid: down });
    const of = (blockhash: string) => ({
      getLatestBlockhash: { context: { slot: 9 }, value: { blockhash, lastValidBlockHeight: 200 } },
      isBlockhashValid: { context: { slot: 9 }, value: false },
    });
    const signed = async (now: number) => {
      const [liar, knowing] = [honest({}, of(wallet(5)))[0], honest({}, of(wallet(6)))[0]];
      const { sent } = await move([liar, knowing, silent], { amount: SOL, now });
      return Transaction.from(Buffer.from(sent[0] ?? '', 'base64')).recentBlockhash;
    };
    expect([await signed(NOW), await signed(NOW + 1)].sort()).toEqual([wallet(5), wallet(6)].sort());
  });

  it('may be sent again when the earlier one was refused, or can land no more', async () => {
    const ended: readonly Readonly<Record<string, unknown>>[] = [
      {
        getSignatureStatuses: {
          context: { slot: 9 },
          value: [{ slot: 9, err: 'no', confirmationStatus: 'finalized' }],
        },
      },
      FORGOTTEN,
    ];
    for (const more of ended) {
      const kept = noTransfer();
      const { done } = await move(honest({}, more), { amount: SOL, kept });
      expect(done).toMatch(/^(?:The chain refused|It did not land, and cannot any more)/);
      expect(kept.read().open).toBeNull();
    }
  });

  it('is not sent again while one node knows the earlier transfer or is silent, even if two others have forgotten it', async () => {
    const seen = (confirmationStatus: string) => ({
      getSignatureStatuses: { context: { slot: 999 }, value: [{ slot: 9, err: null, confirmationStatus }] },
    });
    const silent = { getSignatureStatuses: () => new Response('', { status: 503 }) };
    for (const more of [seen('finalized'), seen('confirmed'), seen('processed'), silent]) {
      const kept = noTransfer();
      kept.keep(SIGNED, 0);
      const [forgetful, knowing] = [honest({}, FORGOTTEN)[0], honest({}, { ...FORGOTTEN, ...more })[0]];
      const { done, sent } = await move([forgetful, knowing, forgetful], { amount: SOL, kept, wait: patience(1_000) });
      expect([done, sent]).toEqual([expect.stringContaining('do not all say whether it did'), []]);
      expect(kept.read().open?.signed).toEqual(SIGNED);
    }
  });

  it('is no longer followed when it can no longer land and never became final', async () => {
    const kept = noTransfer();
    kept.keep(SIGNED, 0);
    const halfWay = { slot: 9, err: null, confirmationStatus: 'confirmed' };
    const stuck = honest({}, { ...FORGOTTEN, getSignatureStatuses: { context: { slot: 999 }, value: [halfWay] } });
    const { done } = await move(stuck, { amount: SOL, kept, wait: patience(1_000) });
    expect(done).toContain('do not all say whether it did');
  });

  it('does not wait for ever for an earlier transfer whose end no node knows: it names the stored file', async () => {
    const kept = noTransfer();
    kept.keep(SIGNED, 0);
    const pruned = honest({}, { ...FORGOTTEN, getFirstAvailableBlock: 300 });
    const { done, said, sent } = await move(pruned, { amount: SOL, kept, wait: patience(1_000) });
    expect([done, sent]).toEqual([
      expect.stringMatching(/do not all say whether it did.*make an empty file .*1\.ended\.$/),
      [],
    ]);
    expect(said).toContain('1.json');
    expect(kept.read().open?.signed).toEqual(SIGNED);
    // A node that is behind, or silent for a moment, is waited for.
    const late = honest({}, { ...FORGOTTEN, getFirstAvailableBlock: () => (asked++ < 20 ? 300 : 0) });
    let asked = 0;
    expect((await move(late, { amount: SOL, kept, wait: patience(1_000) })).done).toContain('It did not land');
    expect(kept.read().open).toBeNull();
  });

  it('keeps the file of a later command when a command that watched an earlier transfer ends after it', async () => {
    const kept = noTransfer();
    const later = { ...SIGNED, signature: 'of a later command' };
    const first = kept.keep(SIGNED, 0);
    const looks = [null, { slot: 9, err: null, confirmationStatus: 'finalized' }];
    const [node] = honest({}, { getSignatureStatuses: () => ({ context: { slot: 9 }, value: [looks[0]] }) });
    async function wait() {
      first.end();
      kept.keep(later, 1);
      looks.shift();
    }
    expect((await move([node, node], { amount: SOL, kept, wait })).done).toContain('has landed');
    expect(kept.read()).toMatchObject({ count: 2, open: { signed: later } });
  });

  it('is not sent when it cannot be stored first', async () => {
    const folder = newFolder();
    writeFileSync(join(folder, 'file'), '');
    const full = { ...keptTransfers(join(folder, 'file/1')), read: () => ({ count: 0, open: null }) };
    const { done, sent } = await move(honest({}), { amount: SOL, kept: full });
    expect([done, sent]).toEqual([expect.stringContaining('ENOTDIR'), []]);
    expect(readdirSync(folder)).toEqual(['file']);
  });

  it.each([
    [[], ['the file of a key is wanted', 'the address of a wallet is wanted', 'an amount in SOL is wanted, or all']],
    [['key.json', `${wallet(9)}x`, '1'], ['the address of a wallet is wanted']],
    [['key.json', '1'.repeat(32), 'all'], [`${'1'.repeat(32)} is reserved by Solana: nobody could spend what it gets`]],
    [['key.json', wallet(9), '0'], ['an amount in SOL is wanted, or all']],
    [['key.json', wallet(9), '-1', '2'], ['Unknown option']],
    [
      ['key.json', wallet(9), '1,5', '2'],
      ['an amount in SOL is wanted, or all', '2: nothing is expected after the amount'],
    ],
  ])('says of %j all that is wrong', (words, problems) => {
    const said = moveOptions([...words, '--env', 'staging']);
    for (const problem of problems) expect(said).toContain(problem);
  });
});
