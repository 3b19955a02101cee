import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { expect } from 'vitest';
import { addressBytes, addressOf } from '../../src/address/address.ts';
import { RESERVED_KEYS } from '../../src/address/reservedKeys.ts';
import { godUnits } from '../../src/money/god.ts';
import { lamports } from '../../src/money/lamports.ts';
import { protocolOf } from '../../src/protocol/protocolOf.ts';
import { QUICKNET } from '../../src/protocol/terms/beaconNetwork.ts';
import { drawSeed } from '../../src/protocol/v1/drawWinners.ts';
import { reasonInBytes, selectEntries } from '../../src/protocol/v1/selectEntries.ts';
import { wallet } from './wallets.ts';

const { fixRound, joinList, placeWinners, splitPrize } = protocolOf(1);

/** The folder of the Python implementation. */
export const INDEPENDENT = new URL('../independent/', import.meta.url).pathname;

const isPythonHere = spawnSync('python3', ['--version']).status === 0;
/** In CI a missing interpreter is a failure; anybody else without Python can still run all other tests. */
export const isNeeded = isPythonHere || process.env.CI !== undefined;
if (!isNeeded) console.warn('python3 is not installed: the draw is not compared with its second implementation.');

/** Runs Python with these arguments and this text on its standard input, to its end. */
export async function python(args: readonly string[], input = ''): Promise<{ code: number; out: string; err: string }> {
  const child = spawn('python3', ['-B', ...args]);
  const ended = once(child, 'close');
  child.stdin.end(input);
  const [out, err] = await Promise.all([text(child.stdout), text(child.stderr)]);
  const [code] = await ended;
  return { code, out, err };
}

interface Draw {
  readonly round: number;
  /** In hex, in no order. */
  readonly owners: readonly string[];
  readonly randomness: string;
  readonly pool: string;
}

/** A random draw that is the same in every run: sizes, owners, amounts and pool come from a hash. */
function randomDraw(number: number): Draw {
  const bytes = (label: string) => createHash('sha256').update(`second implementation ${number} ${label}`).digest();
  const figures = bytes('figures');
  const size = number % 51;
  return {
    round: 1 + Number(figures.readBigUInt64BE(0) % 1_000_000_000_000n),
    owners: Array.from({ length: size }, (_, i) => bytes(`owner ${i}`).toString('hex')),
    randomness: bytes('randomness').toString('hex'),
    pool: String(figures.readBigUInt64BE(8) >> BigInt(figures.readUInt8(16) % 64)),
  };
}

const ownerOf = (hex: string) => addressOf(Uint8Array.from(Buffer.from(hex, 'hex')));

/** What our own code computes from it, in the steps of a round: holdings, entries, lock, winners. */
function ourAnswer({ round, owners, randomness, pool }: Draw) {
  const holdings = owners.map((owner, index) => ({
    owner: ownerOf(owner),
    amount: godUnits(BigInt(index)),
    frozen: godUnits(0n),
  }));
  const selected = selectEntries(holdings, {
    ...{ threshold: godUnits(0n), top: 0, isExcluded: () => false, reasonInBytes: () => null },
  });
  const list = joinList(selected.entries);
  const rules = { rules: 1, terms: '7e'.repeat(32), excluded: [] } as const;
  const lock = fixRound({
    ...{ round, endsAt: 1_795_161_600, lockSeconds: 60, wallet: wallet(9), slot: 1, takenAt: 1, list, rules },
    pool: lamports(BigInt(pool)),
    beacon: QUICKNET,
  });
  const winners = placeWinners(lock, list, randomness);
  return {
    root: lock.root,
    seed: Buffer.from(drawSeed(round, lock.root, randomness)).toString('hex'),
    winners: winners.map((winner) => Buffer.from(addressBytes(winner.address)).toString('hex')),
    total: String(lock.total),
    lamports: splitPrize(lock.pool).places.map(String),
  };
}

/** Expects the two implementations to say the same of this many random draws. */
export async function expectSameDraws(count: number): Promise<void> {
  const draws = Array.from({ length: count }, (_, i) => randomDraw(i));
  const asked = python([`${INDEPENDENT}draw.py`], draws.map((draw) => JSON.stringify(draw)).join('\n'));
  const ours = draws.map(ourAnswer);
  const { code, out, err } = await asked;
  expect({ code, err }).toEqual({ code: 0, err: '' });
  const theirs: unknown[] = out
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
  expect(theirs).toHaveLength(count);
  // One comparison for each draw, so that a difference names its draw and does not print ten thousand lines.
  for (const [i, answer] of theirs.entries()) expect(answer, JSON.stringify(draws[i])).toEqual(ours[i]);
}

/** Expects both to find the same reasons in the bytes of this many owners and of all reserved keys. */
export async function expectSameReasons(count: number): Promise<void> {
  const owners = Array.from({ length: count }, (_, i) => createHash('sha256').update(`owner ${i}`).digest('hex'));
  owners.push(...[...RESERVED_KEYS].map((key) => Buffer.from(addressBytes(key)).toString('hex')));
  const { out } = await python([`${INDEPENDENT}draw.py`], JSON.stringify({ reasons: owners }));
  const reasons: readonly unknown[] = JSON.parse(out).reasons;
  expect(reasons).toEqual(owners.map((owner) => reasonInBytes(ownerOf(owner))));
  expect(new Set(reasons)).toEqual(new Set([null, 'off curve', 'reserved key']));
}
