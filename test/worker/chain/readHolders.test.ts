import { afterEach, describe, expect, it } from 'vitest';
import { readHolders } from '../../../worker/chain/accounts/readHolders.ts';
import { MAX_TOKEN_ACCOUNTS, TooManyHolders } from '../../../worker/chain/accounts/tooManyHolders.ts';
import { Implausible, RpcError } from '../../../worker/chain/node/rpcError.ts';
import { wallet } from '../../domain/wallets.ts';
import { answering, rpcError } from '../fakeNodes.ts';
import {
  accountInList,
  accountsAnswer,
  clientOf,
  FROZEN,
  IMMUTABLE_OWNER,
  mintAnswer,
  tokenAccount,
  withheldFee,
} from '../tokenAccounts.ts';

let surprises: unknown[] = [];
afterEach(() => {
  expect(surprises).toEqual([]);
});

/** Reads the holders from a node with these answers; the epoch is always known. */
function readFrom(
  answers: Readonly<Record<string, unknown>>,
  calls: { method: string; params: readonly unknown[] }[] = [],
) {
  const client = clientOf((method, params) => {
    calls.push({ method, params });
    return answering({ getEpochInfo: { epoch: 500 }, ...answers })(method, params);
  });
  surprises = client.surprises;
  return readHolders(client.node, { mint: wallet(77), commitment: 'finalized' });
}

describe('the read of all holders', () => {
  const read = (held: Uint8Array[], ...mints: [supply: bigint, withheld: bigint][]) => {
    const left = mints.map(([supply, withheld]) => mintAnswer(supply, withheld));
    const looks = () => (left.length > 1 ? left.shift() : left[0]);
    return readFrom({ getAccountInfo: looks, getProgramAccounts: accountsAnswer(...held) });
  };
  const TWO = [tokenAccount(wallet(1), 60n), tokenAccount(wallet(2), 40n, { extensions: withheldFee(5n) })];

  it('sums what an owner holds in several accounts, frozen ones apart, and leaves empty ones out', async () => {
    const { holdings, accounts, slot } = await read(
      [
        tokenAccount(wallet(1), 60n),
        tokenAccount(wallet(1), 7n),
        tokenAccount(wallet(1), 100n, { state: FROZEN }),
        tokenAccount(wallet(2), 0n),
        tokenAccount(wallet(3), 8n, { state: FROZEN }),
      ],
      [175n, 0n],
    );
    expect([...holdings.values()]).toEqual([
      { owner: wallet(1), amount: 67n, frozen: 100n },
      { owner: wallet(3), amount: 0n, frozen: 8n },
    ]);
    expect({ accounts, slot }).toEqual({ accounts: 5, slot: 4_321 });
  });

  it('is complete when amounts and withheld fees add up to the supply, and not one unit off', async () => {
    expect(await read(TWO, [105n, 0n])).toMatchObject({ isComplete: true });
    expect(await read(TWO, [115n, 10n])).toMatchObject({ isComplete: true });
    expect(await read(TWO, [106n, 0n])).toMatchObject({ isComplete: false });
    expect(await read(TWO, [104n, 0n])).toMatchObject({ isComplete: false });
    expect(await read([], [0n, 0n])).toMatchObject({ isComplete: true });
  });

  it('tells a list that does not add up from one that was read while the supply changed', async () => {
    expect(await read(TWO, [106n, 0n])).toMatchObject({ isComplete: false, isMoving: false });
    expect(await read(TWO, [108n, 0n], [107n, 0n], [106n, 0n])).toMatchObject({ isComplete: false, isMoving: true });
  });

  it('counts the withheld fee of an empty account too', async () => {
    const emptied = tokenAccount(wallet(3), 0n, { extensions: withheldFee(20n) });
    expect(await read([...TWO, emptied], [125n, 0n])).toMatchObject({ isComplete: true });
  });

  it('is complete around a harvest, whether the accounts were read before or after it', async () => {
    expect(await read(TWO, [115n, 10n], [115n, 15n])).toMatchObject({ isComplete: true, mint: { withheld: 10n } });
    expect(await read(TWO, [115n, 5n], [115n, 10n])).toMatchObject({ isComplete: true, mint: { withheld: 10n } });
  });

  it('is no answer when an account is cut off', async () => {
    await expect(read([tokenAccount(wallet(1), 1n).subarray(0, 100)], [1n, 0n])).rejects.toThrow(RpcError);
  });

  it('knows the keys with power over the token', async () => {
    expect((await read(TWO, [105n, 0n])).mint.authorities).toEqual([
      { address: wallet(8), role: 'transfer fee authority' },
      { address: wallet(9), role: 'withdraw withheld authority' },
    ]);
  });
});

describe('the question for the accounts', () => {
  it('can be answered by a node’s index of token accounts by mint, and leaves out no account of the mint', async () => {
    const calls: { method: string; params: readonly unknown[] }[] = [];
    await readFrom({ getAccountInfo: mintAnswer(0n), getProgramAccounts: accountsAnswer() }, calls);
    const [asked] = calls.filter(({ method }) => method === 'getProgramAccounts');
    // "3" is the byte 2 in base58: the account type, after the 165 bytes that every token account has.
    expect(asked?.params[1]).toMatchObject({
      commitment: 'finalized',
      filters: [{ memcmp: { offset: 0, bytes: wallet(77) } }, { memcmp: { offset: 165, bytes: '3' } }],
    });
    expect(tokenAccount(wallet(1), 1n, { extensions: [...IMMUTABLE_OWNER, ...withheldFee(1n)] })[165]).toBe(2);
  });

  it.each([
    ['a JSON-RPC error', () => rpcError(-32_010, 'canary'), 'error -32010'],
    [
      'an answer cut off',
      () => new Response('{"result":{"context":{"slot":5},"value":[{"pubkey":"a"'),
      'answered no JSON',
    ],
    ['no list', () => ({ context: { slot: 5 }, value: null }), 'no list with its slot'],
    ['no slot', () => ({ value: [] }), 'no list with its slot'],
    ['an element that is no account', () => ({ context: { slot: 5 }, value: ['canary'] }), 'an element is no account'],
    ['status 429', () => new Response('canary', { status: 429 }), 'answered 429'],
    ['a body that breaks off', () => new Response(breaking(new TypeError('canary'))), 'broke off'],
    [
      'a body that is late',
      () => new Response(breaking(new DOMException('late', 'TimeoutError'))),
      'not read within 20000 ms',
    ],
  ])('answered with %s is no answer, and none of the node’s words is repeated', async (_what, answer, detail) => {
    const error = await readFrom({ getAccountInfo: mintAnswer(0n), getProgramAccounts: answer }).catch(
      (caught: unknown) => caught,
    );
    expect(error).toBeInstanceOf(RpcError);
    expect(String(error)).toContain('RPC node 1 getProgramAccounts: ');
    expect(String(error)).toContain(detail);
    expect(String(error)).not.toContain('canary');
  });

  it('may be answered with as many accounts with GOD as are supported; more are refused before the answer has ended', async () => {
    const filled = JSON.stringify(accountInList(tokenAccount(wallet(1), 1n).subarray(0, 110)));
    const mint = { getAccountInfo: mintAnswer(BigInt(MAX_TOKEN_ACCOUNTS)) };
    const most = await readFrom({
      ...mint,
      getProgramAccounts: () => new Response(listOf(filled, MAX_TOKEN_ACCOUNTS)),
    });
    expect(most).toMatchObject({ accounts: 200_000, isComplete: true });
    expect(most.holdings.size).toBe(1);
    let made = 0;
    const endless = readFrom({
      ...mint,
      getProgramAccounts: () => new Response(listOf(filled, Number.POSITIVE_INFINITY, (count) => (made += count))),
    });
    const error = await endless.catch((caught: unknown) => caught);
    expect(error).toBeInstanceOf(TooManyHolders);
    expect((error as TooManyHolders).summary).toBe(
      'The mint has more than 200,000 token accounts with GOD in them: more than that are not read',
    );
    // What was produced beyond that was already in the reader's buffers.
    expect(made).toBeLessThan(MAX_TOKEN_ACCOUNTS + 5_000);
  });

  it('may have more empty accounts than that, because anybody can open them and get the rent back, but not without end', async () => {
    const empty = JSON.stringify(accountInList(tokenAccount(wallet(1), 0n).subarray(0, 110)));
    const answered = (count: number) =>
      readFrom({ getAccountInfo: mintAnswer(0n), getProgramAccounts: () => new Response(listOf(empty, count)) });
    const many = await answered(MAX_TOKEN_ACCOUNTS + 10_000);
    expect([many.accounts, many.isComplete, many.holdings.size]).toEqual([210_000, true, 0]);
    await expect(answered(Number.POSITIVE_INFINITY)).rejects.toThrow('a list that does not end');
  });

  it('from a slot on is begun as soon as the node has reached it, whether it knows that option or not', async () => {
    for (const refuses of [true, false]) {
      let slot = 98;
      const asked: unknown[] = [];
      const client = clientOf(
        answering({
          getEpochInfo: { epoch: 500 },
          getAccountInfo: (_mint: string, options: { minContextSlot: number }) => {
            asked.push(options.minContextSlot);
            slot += 1;
            if (refuses && slot < options.minContextSlot)
              return rpcError(-32_016, 'Minimum context slot has not been reached');
            return { ...mintAnswer(5n), context: { slot } };
          },
          getProgramAccounts: (_program: string, options: { minContextSlot: number }) => {
            asked.push(options.minContextSlot);
            return { ...accountsAnswer(tokenAccount(wallet(1), 5n)), context: { slot } };
          },
        }),
      );
      const read = await readHolders(client.node, { mint: wallet(77), commitment: 'finalized', from: 101 });
      expect(read).toMatchObject({ isComplete: true });
      expect(read.slot).toBeGreaterThanOrEqual(101);
      expect(new Set(asked)).toEqual(new Set([101]));
      expect(client.surprises).toEqual([]);
    }
  });

  it('answered with more than any supply is a lie', async () => {
    const lie = [tokenAccount(wallet(1), 2n ** 64n - 1n), tokenAccount(wallet(1), 1n)];
    const read = readFrom({ getAccountInfo: mintAnswer(0n), getProgramAccounts: accountsAnswer(...lie) });
    await expect(read).rejects.toThrow(Implausible);
  });
});

/** A list of `count` equal elements, made as it is read. */
function listOf(
  element: string,
  count: number,
  onMade = (_count: number): unknown => null,
): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  const piece = `${element},`.repeat(500);
  let left = count;
  return new ReadableStream({
    start: (controller) => controller.enqueue(encoder.encode('{"result":{"context":{"slot":5},"value":[')),
    pull(controller) {
      if (left > 500) {
        controller.enqueue(encoder.encode(piece));
        onMade(500);
        left -= 500;
        return;
      }
      controller.enqueue(encoder.encode(`${Array(left).fill(element).join(',')}]},"id":1}`));
      controller.close();
    },
  });
}

function breaking(error: Error): ReadableStream<Uint8Array> {
  let isBegun = false;
  return new ReadableStream({
    pull(controller) {
      if (isBegun) return controller.error(error);
      isBegun = true;
      controller.enqueue(new TextEncoder().encode('{"result":{"context":{"slot":5},"value":['));
    },
  });
}

describe('a burn in every slot', () => {
  /** A chain whose only holder burns one unit whenever the test says that a slot has passed. */
  function burningChain() {
    let supply = 1_000n;
    return {
      pass: () => {
        supply -= 1n;
      },
      mint: () => mintAnswer(supply),
      accounts: () => [tokenAccount(wallet(1), supply)],
    };
  }

  it('before or after the accounts are read is no problem: a look at the mint close to the accounts fits', async () => {
    const chain = burningChain();
    const calls: { method: string }[] = [];
    const read = await readFrom(
      {
        getAccountInfo: () => {
          const answer = chain.mint();
          chain.pass();
          return answer;
        },
        getProgramAccounts: async () => {
          const answer = accountsAnswer(...chain.accounts());
          await new Promise((resolve) => setTimeout(resolve, 0));
          chain.pass();
          return answer;
        },
      },
      calls as { method: string; params: readonly unknown[] }[],
    );
    expect(read).toMatchObject({ isComplete: true, mint: { supply: 999n } });
    expect([...read.holdings]).toEqual([{ owner: wallet(1), amount: 999n, frozen: 0n }]);
  });

  it('is followed while a slow node answers, whichever slot its accounts are from', async () => {
    for (const slots of [0, 1, 2, 3]) {
      const chain = burningChain();
      const isSeen = Promise.withResolvers<void>();
      let looks = 0;
      const read = await readFrom({
        getAccountInfo: () => {
          const answer = chain.mint();
          chain.pass();
          if (++looks === slots + 2) isSeen.resolve();
          return answer;
        },
        getProgramAccounts: async () => {
          await isSeen.promise;
          return accountsAnswer(tokenAccount(wallet(1), 999n - BigInt(slots)));
        },
      });
      expect(read, `${slots} slots later`).toMatchObject({ isComplete: true, mint: { supply: 999n - BigInt(slots) } });
    }
  });

  it('never makes a list complete that is one unit off, and is looked at seven times at most', async () => {
    const chain = burningChain();
    const calls: { method: string; params: readonly unknown[] }[] = [];
    const isEnough = Promise.withResolvers<void>();
    let looks = 0;
    const read = await readFrom(
      {
        getAccountInfo: () => {
          const answer = chain.mint();
          chain.pass();
          chain.pass();
          if (++looks === 6) isEnough.resolve();
          return answer;
        },
        getProgramAccounts: async () => {
          await isEnough.promise;
          return accountsAnswer(tokenAccount(wallet(1), 997n));
        },
      },
      calls,
    );
    expect(read.isComplete).toBe(false);
    expect(calls.filter(({ method }) => method === 'getAccountInfo')).toHaveLength(7);
    expect(calls).toHaveLength(8);
  });

  it('is looked at as often as the node allows: a look refused while the accounts are read costs nothing else', async () => {
    let looks = 0;
    const read = await readFrom({
      getAccountInfo: () => (++looks === 1 ? mintAnswer(5n) : rpcError(-32_005, 'slow down')),
      getProgramAccounts: accountsAnswer(tokenAccount(wallet(1), 5n)),
    });
    expect(read.isComplete).toBe(true);
    await expect(
      readFrom({
        getAccountInfo: () => (++looks === 3 ? mintAnswer(5n) : rpcError(-32_005, 'slow down')),
        getProgramAccounts: accountsAnswer(tokenAccount(wallet(1), 4n)),
      }),
    ).rejects.toThrow(RpcError);
  });
});
