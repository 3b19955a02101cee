import { NATIVE_MINT } from '@solana/spl-token';
import {
  Ed25519Program,
  PublicKey,
  Secp256k1Program,
  StakeProgram,
  SYSVAR_CLOCK_PUBKEY,
  SYSVAR_EPOCH_SCHEDULE_PUBKEY,
  SYSVAR_INSTRUCTIONS_PUBKEY,
  SYSVAR_RECENT_BLOCKHASHES_PUBKEY,
  SYSVAR_RENT_PUBKEY,
  SYSVAR_REWARDS_PUBKEY,
  SYSVAR_SLOT_HASHES_PUBKEY,
  SYSVAR_SLOT_HISTORY_PUBKEY,
  SYSVAR_STAKE_HISTORY_PUBKEY,
  SystemProgram,
  VoteProgram,
} from '@solana/web3.js';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { address, addressBytes, addressOf, parseAddress } from '../../src/address/address.ts';
import { canChangeTokens } from '../../src/address/canChangeTokens.ts';
import { isNeighbour } from '../../src/address/isNeighbour.ts';
import { addressLink, transactionLink } from '../../src/address/links.ts';
import { isReservedKey } from '../../src/address/reservedKeys.ts';
import { WRAPPED_SOL } from '../../src/money/wrappedSol.ts';
import { PROPERTY_RUNS } from './propertyRuns.ts';
import { wallet } from './wallets.ts';

const TOKEN_2022 = 'TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb';
const TOKEN_2022_BYTES = '06ddf6e1ee758fde18425dbce46ccddab61afc4d83b90d27febdf928d8a18bfc';

const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex');

describe('an address', () => {
  it.each([TOKEN_2022, '11111111111111111111111111111111', wallet(1), wallet(255)])('%s is one', (text) => {
    expect(parseAddress(text)).toBe(text);
    expect(address(text)).toBe(text);
  });

  it('stands for 32 known bytes', () => {
    expect(hex(addressBytes(address(TOKEN_2022)))).toBe(TOKEN_2022_BYTES);
    expect(addressOf(Uint8Array.from(Buffer.from(TOKEN_2022_BYTES, 'hex')))).toBe(TOKEN_2022);
    expect(addressOf(new Uint8Array(32))).toBe('11111111111111111111111111111111');
    expect(addressOf(new Uint8Array(32).fill(255))).toBe(wallet(255));
  });

  it('of any 32 bytes can be written and read again, as web3.js writes it', () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 32, maxLength: 32 }), (bytes) => {
        const text = addressOf(bytes);
        expect(text).toBe(new PublicKey(bytes).toBase58());
        expect(hex(addressBytes(address(text)))).toBe(hex(bytes));
      }),
      PROPERTY_RUNS,
    );
  });

  it.each(['0', 'O', 'I', 'l', '+', ' ', 'é', '\n'])('never contains %j', (letter) => {
    expect(parseAddress(letter + TOKEN_2022.slice(1))).toBeNull();
    expect(parseAddress(TOKEN_2022.slice(0, -1) + letter)).toBeNull();
    expect(parseAddress(TOKEN_2022 + letter)).toBeNull();
  });

  it.each([
    ['an empty text', ''],
    ['31 ones, 31 bytes', '1'.repeat(31)],
    ['33 ones, 33 bytes', '1'.repeat(33)],
    ['31 bytes of 1', 'tVojvhToWjQ8Xvo4UPx2Xz9eRy7auyYMmZBjc2XfN'],
    ['31 bytes of 255', '4uQeVj5tqViQh7yWWGStvkEG1Zmhx6uasJtWCJziofL'],
    ['33 bytes of 1', 'JJEfe6DcPM2ziB2vfUWDV6aHVerXRGkv3TcyvJUNGHZz'],
    ['a wallet behind a zero byte', `1${wallet(1)}`],
    ['44 letters worth 33 bytes', 'z'.repeat(44)],
    ['45 letters', `${wallet(255)}1`],
    ['a wallet with a space', ` ${wallet(1)}`],
    ['hex', TOKEN_2022_BYTES],
  ])('is not %s', (_what, text) => {
    expect(parseAddress(text)).toBeNull();
    expect(() => address(text)).toThrow(new RangeError(`"${text}" is not a Solana address`));
  });

  it.each([0, 31, 33, 64])('is not made of %i bytes', (length) => {
    expect(() => addressOf(new Uint8Array(length))).toThrow(new RangeError(`an address has 32 bytes, not ${length}`));
  });
});

describe('an address beside another', () => {
  const one = wallet(1);
  const [first, last] = [one.slice(0, 4), one.slice(-4)];

  it.each([
    ['begins and ends alike', `${first}${wallet(2).slice(4, -4)}${last}`, true],
    ['begins and ends alike, and is shorter', `${first}${wallet(2).slice(5, -4)}${last}`, true],
    ['has two other letters in its end', `${one.slice(0, -2)}zz`, true],
    ['has two other letters in its beginning', `zz${one.slice(2)}`, true],
    ['has three other letters', `${one.slice(0, -3)}zzz`, false],
    ['only begins alike', `${first}${wallet(2).slice(4)}`, false],
    ['only ends alike', `${wallet(2).slice(0, -4)}${last}`, false],
    ['is the same but for a letter less', one.slice(0, -1), false],
    ['has nothing in common', wallet(2), false],
    ['is the same', one, false],
  ])('that %s: whether it is easily taken for it', (_how, other, isEasy) => {
    expect([isNeighbour(one, other), isNeighbour(other, one)]).toEqual([isEasy, isEasy]);
  });
});

it('only a transaction that names the token program can change a balance of GOD', () => {
  expect(canChangeTokens([wallet(1), TOKEN_2022])).toBe(true);
  expect(canChangeTokens([wallet(1)])).toBe(false);
});

describe('a link to the explorer', () => {
  const settings = { explorerUrl: 'https://look.example', rpcUrl: 'http://127.0.0.1:8899/?a=b' };

  it.each([
    ['mainnet-beta', ''],
    ['devnet', '?cluster=devnet'],
    ['custom', '?cluster=custom&customUrl=http%3A%2F%2F127.0.0.1%3A8899%2F%3Fa%3Db'],
  ])('names the cluster %s so that it finds it: %j', (cluster, query) => {
    expect(transactionLink({ ...settings, cluster }, 'abc')).toBe(`https://look.example/tx/abc${query}`);
    expect(addressLink({ ...settings, cluster }, 'xyz')).toBe(`https://look.example/address/xyz${query}`);
  });
});

describe('keys that can never be paid', () => {
  // The reserved account keys of Agave, plus the incinerator, written down from its source.
  it.each([
    ['system program', '11111111111111111111111111111111'],
    ['incinerator', '1nc1nerator11111111111111111111111111111111'],
    ['address lookup tables', 'AddressLookupTab1e1111111111111111111111111'],
    ['loader, deprecated', 'BPFLoader1111111111111111111111111111111111'],
    ['loader, second', 'BPFLoader2111111111111111111111111111111111'],
    ['loader, upgradeable', 'BPFLoaderUpgradeab1e11111111111111111111111'],
    ['loader, fourth', 'LoaderV411111111111111111111111111111111111'],
    ['native loader', 'NativeLoader1111111111111111111111111111111'],
    ['compute budget', 'ComputeBudget111111111111111111111111111111'],
    ['config', 'Config1111111111111111111111111111111111111'],
    ['features', 'Feature111111111111111111111111111111111111'],
    ['stake', 'Stake11111111111111111111111111111111111111'],
    ['stake config', 'StakeConfig11111111111111111111111111111111'],
    ['vote', 'Vote111111111111111111111111111111111111111'],
    ['ed25519 precompile', 'Ed25519SigVerify111111111111111111111111111'],
    ['secp256k1 precompile', 'KeccakSecp256k11111111111111111111111111111'],
    ['secp256r1 precompile', 'Secp256r1SigVerify1111111111111111111111111'],
    ['ZK ElGamal proofs', 'ZkE1Gama1Proof11111111111111111111111111111'],
    ['ZK token proofs', 'ZkTokenProof1111111111111111111111111111111'],
    ['owner of the sysvars', 'Sysvar1111111111111111111111111111111111111'],
    ['sysvar clock', 'SysvarC1ock11111111111111111111111111111111'],
    ['sysvar epoch rewards', 'SysvarEpochRewards1111111111111111111111111'],
    ['sysvar epoch schedule', 'SysvarEpochSchedu1e111111111111111111111111'],
    ['sysvar fees', 'SysvarFees111111111111111111111111111111111'],
    ['sysvar instructions', 'Sysvar1nstructions1111111111111111111111111'],
    ['sysvar last restart slot', 'SysvarLastRestartS1ot1111111111111111111111'],
    ['sysvar recent blockhashes', 'SysvarRecentB1ockHashes11111111111111111111'],
    ['sysvar rent', 'SysvarRent111111111111111111111111111111111'],
    ['sysvar rewards', 'SysvarRewards111111111111111111111111111111'],
    ['sysvar slot hashes', 'SysvarS1otHashes111111111111111111111111111'],
    ['sysvar slot history', 'SysvarS1otHistory11111111111111111111111111'],
    ['sysvar stake history', 'SysvarStakeHistory1111111111111111111111111'],
  ])('include the %s', (_name, key) => {
    expect(isReservedKey(address(key))).toBe(true);
  });

  it('include everything built in that web3.js knows by name', () => {
    const builtIn = [
      SystemProgram.programId,
      StakeProgram.programId,
      VoteProgram.programId,
      Ed25519Program.programId,
      Secp256k1Program.programId,
      SYSVAR_CLOCK_PUBKEY,
      SYSVAR_EPOCH_SCHEDULE_PUBKEY,
      SYSVAR_INSTRUCTIONS_PUBKEY,
      SYSVAR_RECENT_BLOCKHASHES_PUBKEY,
      SYSVAR_RENT_PUBKEY,
      SYSVAR_REWARDS_PUBKEY,
      SYSVAR_SLOT_HASHES_PUBKEY,
      SYSVAR_SLOT_HISTORY_PUBKEY,
      SYSVAR_STAKE_HISTORY_PUBKEY,
    ];
    expect(builtIn.map((key) => key.toBase58()).filter((key) => !isReservedKey(address(key)))).toEqual([]);
  });

  it.each([wallet(1), wallet(255), address(TOKEN_2022)])('do not include %s', (key) => {
    expect(isReservedKey(key)).toBe(false);
  });
});

it('SOL is traded under the mint that the token program calls the native one', () => {
  expect(WRAPPED_SOL).toBe(NATIVE_MINT.toBase58());
});
