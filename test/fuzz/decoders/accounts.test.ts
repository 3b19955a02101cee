import '../../world/quietBindings.ts';
import {
  ExtensionType,
  getMintLen,
  MINT_SIZE,
  MintLayout,
  TRANSFER_FEE_CONFIG_SIZE,
  TransferFeeConfigLayout,
} from '@solana/spl-token';
import { PublicKey } from '@solana/web3.js';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addressOf } from '../../../src/address/address.ts';
import { TOKEN_2022_PROGRAM } from '../../../worker/chain/accounts/programs.ts';
import { readMintAt } from '../../../worker/chain/accounts/readMint.ts';
import { readTokenAccounts } from '../../../worker/chain/accounts/readTokenAccounts.ts';
import { readTokenAmount } from '../../../worker/chain/accounts/readTokenAmount.ts';
import { parseTokenAccount, TOKEN_ACCOUNT_SLICE } from '../../../worker/chain/accounts/tokenAccount.ts';
import { createNode } from '../../../worker/chain/node/createNode.ts';
import { RpcError } from '../../../worker/chain/node/rpcError.ts';
import { readTable } from '../../../worker/swap/check/lookupTable.ts';
import { parsePool, parseRates } from '../../../worker/swap/cpmmPool.ts';
import { wallet } from '../../domain/wallets.ts';
import { tokenAccountBytes } from '../../world/tokenAccountBytes.ts';
import { DECODER_RUNS } from './decoderRuns.ts';
import { mangledBytes } from './mangled.ts';

const MAX_U64 = 2n ** 64n - 1n;
const ACCOUNTS = [true, false].map((associated) =>
  tokenAccountBytes({
    ...{ mint: new PublicKey(wallet(77)), owner: new PublicKey(wallet(1)), amount: 123_456_789n, associated },
  }),
);
const isUnsigned64 = (amount: bigint) => amount >= 0n && amount <= MAX_U64;

/** A node that answers every question with an account of these bytes. */
const nodeWith = (data: Uint8Array) => {
  const value = { data: [Buffer.from(data).toString('base64'), 'base64'], owner: TOKEN_2022_PROGRAM, lamports: 1 };
  const answer = { jsonrpc: '2.0', id: 1, result: { context: { slot: 1 }, value } };
  return createNode('http://node.test', 'node 1', async () => Response.json(answer));
};
const rpcErrorOf = async (asked: Promise<unknown>) => {
  const error = await asked.then(
    () => null,
    (thrown: unknown) => thrown,
  );
  if (error !== null) expect(error).toBeInstanceOf(RpcError);
};

describe('the bytes of a token account', () => {
  const slices = ACCOUNTS.map((bytes) =>
    bytes.subarray(TOKEN_ACCOUNT_SLICE.offset).slice(0, TOKEN_ACCOUNT_SLICE.length),
  );

  it('give an owner and amounts that are possible on the chain, or nothing', () => {
    fc.assert(
      fc.property(mangledBytes(slices), (slice) => {
        const account = parseTokenAccount(slice);
        if (account === null) return;
        expect(account.owner).toHaveLength(32);
        expect([account.amount, account.withheld].every(isUnsigned64)).toBe(true);
        expect(account.isFrozen).toBeTypeOf('boolean');
      }),
      DECODER_RUNS,
    );
  });

  it('come with an address that can be decoded quickly', async () => {
    const account = { data: [Buffer.from(slices[0] ?? []).toString('base64'), 'base64'] };
    const listed = (pubkey: string) => {
      const result = { context: { slot: 1 }, value: [{ pubkey, account }] };
      const node = createNode('http://node.test', 'node 1', async () =>
        Response.json({ jsonrpc: '2.0', id: 1, result }),
      );
      return readTokenAccounts(node, { mint: wallet(77), commitment: 'confirmed' }, () => undefined);
    };
    await expect(listed(wallet(1))).resolves.toMatchObject({ accounts: 1 });
    await expect(listed('a'.repeat(60_000))).rejects.toThrow('an element is no account');
  });

  it('give an amount, or the node counts as having no usable answer', async () => {
    await fc.assert(
      fc.asyncProperty(mangledBytes(ACCOUNTS), (bytes) => rpcErrorOf(readTokenAmount(nodeWith(bytes), wallet(1)))),
      DECODER_RUNS,
    );
  });
});

describe('the bytes of the mint', () => {
  it('give its state, or the node counts as having no usable answer', async () => {
    await fc.assert(
      fc.asyncProperty(mangledBytes([mintBytes()]), (bytes) =>
        rpcErrorOf(readMintAt(nodeWith(bytes), { mint: wallet(77), commitment: 'finalized', epoch: 5 })),
      ),
      DECODER_RUNS,
    );
  });

  it('are read as they were written', async () => {
    const read = await readMintAt(nodeWith(mintBytes()), { mint: wallet(77), commitment: 'finalized', epoch: 5 });
    expect(read).toMatchObject({ supply: 1_000n, decimals: 6, withheld: 7n });
  });
});

describe("the bytes of an exchange's accounts", () => {
  it('give a pool with amounts that are possible on the chain, or nothing', () => {
    const pool = Buffer.alloc(637, 1);
    pool.write('f7ede3f5d7c3de46', 'hex');
    fc.assert(
      fc.property(mangledBytes([pool]), (bytes) => {
        const read = parsePool(bytes);
        if (read === null) return;
        // Three of the chain's amounts each.
        expect(read.fees.every((fees) => fees >= 0n && fees <= 3n * MAX_U64)).toBe(true);
        expect(isUnsigned64(read.opensAt)).toBe(true);
      }),
      DECODER_RUNS,
    );
  });

  it('are rates, or none', () => {
    const config = Buffer.alloc(236, 1);
    config.write('daf42168cbcb2b6f', 'hex');
    fc.assert(
      fc.property(mangledBytes([config]), (bytes) => {
        const read = parseRates(bytes);
        expect(read === null || (isUnsigned64(read.trade) && isUnsigned64(read.creator))).toBe(true);
      }),
      DECODER_RUNS,
    );
  });

  it('give a lookup table of at most 256 addresses, or a sentence that says why not', () => {
    const table = Buffer.alloc(56 + 3 * 32, 7);
    table.writeUInt32LE(1, 0);
    table.writeBigUInt64LE(MAX_U64, 4);
    const owner = 'AddressLookupTab1e1111111111111111111111111';
    fc.assert(
      fc.property(mangledBytes([table]), (bytes) => {
        const listed = readTable({ address: wallet(1), owner, data: Buffer.from(bytes).toString('base64') });
        if (typeof listed !== 'string') expect(listed).toHaveLength((bytes.length - 56) / 32);
      }),
      DECODER_RUNS,
    );
    const listed = readTable({ address: wallet(1), owner, data: table.toString('base64') });
    expect(listed).toEqual(Array.from({ length: 3 }, () => addressOf(new Uint8Array(32).fill(7))));
  });
});

/** A Token-2022 mint with a transfer fee, by spl-token's own layouts. */
function mintBytes(): Uint8Array {
  const bytes = Buffer.alloc(getMintLen([ExtensionType.TransferFeeConfig]));
  const key = new PublicKey(wallet(5));
  MintLayout.encode(
    {
      ...{ mintAuthorityOption: 1, mintAuthority: key, supply: 1_000n, decimals: 6, isInitialized: true },
      ...{ freezeAuthorityOption: 0, freezeAuthority: PublicKey.default },
    },
    bytes,
  );
  const at = 166;
  expect(MINT_SIZE).toBeLessThan(at);
  bytes.writeUInt8(1, 165);
  bytes.writeUInt16LE(ExtensionType.TransferFeeConfig, at);
  bytes.writeUInt16LE(TRANSFER_FEE_CONFIG_SIZE, at + 2);
  const fee = { epoch: 1n, maximumFee: 1_000n, transferFeeBasisPoints: 500 };
  TransferFeeConfigLayout.encode(
    {
      ...{ transferFeeConfigAuthority: key, withdrawWithheldAuthority: key, withheldAmount: 7n },
      ...{ olderTransferFee: fee, newerTransferFee: fee },
    },
    bytes,
    at + 4,
  );
  return bytes;
}
