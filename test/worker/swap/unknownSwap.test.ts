import type { TransactionInstruction } from '@solana/web3.js';
import { describe, expect, it } from 'vitest';
import { isUnknown } from '../../../worker/swap/check/refusal.ts';
import { judgeBytes } from '../judgedSwap.ts';
import {
  bytes,
  CPMM,
  call,
  close,
  compile,
  cpmm,
  HONEST,
  jupiterTail,
  ORDER,
  openWrapped,
  PLAN_V2,
  route,
  routeV2,
  sharedRouteV2,
  US,
  u64,
  v2Terms,
} from '../swapDrafts.ts';

const around = (swap: TransactionInstruction) => [openWrapped(), swap, close()];
const maker = compile({ instructions: HONEST['the market-maker'] ?? [] });

function reasonOf(given: Uint8Array, order = ORDER) {
  const check = judgeBytes(given, order);
  return check.ok ? 'accepted' : check.reason;
}

describe('something unknown is refused without accusing anybody:', () => {
  /** SIMD-0385: the message first, its version in its first byte, the signatures at the end. */
  const versionOne = Buffer.concat([bytes('81'), Buffer.from(maker).subarray(129), Buffer.alloc(128)]);

  it('a transaction of version 1, and of any later one, by its version', () => {
    for (const version of [1, 2, 127]) {
      const given = versionOne.slice();
      given[0] = 0x80 + version;
      expect(judgeBytes(given)).toMatchObject({
        ...{ ok: false, reason: 'version' },
        detail: `the transaction is of version ${version}, which is not read here`,
      });
    }
    // The same in the older order: signatures first. The market-maker's has two.
    const later = maker.slice();
    later[129] = 0x81;
    expect([maker[0], reasonOf(maker), reasonOf(later)]).toEqual([2, 'accepted', 'version']);
  });

  it('a complete transaction of version 1 that the library can read', () => {
    // Header, no configuration, blockhash, no instructions, one account.
    const head = [bytes('81 010000 00000000'), new Uint8Array(32), bytes('00 01'), US.toBytes(), new Uint8Array(64)];
    expect(reasonOf(Buffer.concat(head))).toBe('version');
  });

  const plans: readonly (readonly [string, Uint8Array])[] = [
    ['a step of the old CLMM', bytes('01000000 1a10270001')],
    ['a step between the two allowed ones', bytes('02000000 2888130001 2988130001')],
    // The 47th is the Whirlpool, with fields of its own.
    ['a step of unknown length', bytes('01000000 2f010010270001')],
    ['a dynamic variant of a Raydium pool', bytes('01000000 6f10270001')],
    ['another dynamic variant', bytes('01000000 9210270001')],
  ];
  it.each(plans)('a route of Jupiter with %s', (_what, plan) => {
    for (const swap of [routeV2, sharedRouteV2])
      expect(reasonOf(compile({ instructions: around(swap(v2Terms({ plan }))) }))).toBe('unknown-route');
  });

  it('a route in the first form with such a step', () => {
    const swap = route(bytes('01000000 1a640001'), jupiterTail());
    expect(reasonOf(compile({ instructions: around(swap) }))).toBe('unknown-route');
  });

  it('another instruction of a known exchange', () => {
    const keys = cpmm().keys.map((key) => key.pubkey);
    const swap = call(CPMM, keys, bytes('1122334455667788'), u64(1n), u64(1n));
    expect(reasonOf(compile({ instructions: around(swap) }))).toBe('unknown-swap');
  });

  it('an exchange that the settings leave out', () => {
    expect(reasonOf(compile({ instructions: around(cpmm()) }), { ...ORDER, programs: [] })).toBe('program-off');
  });

  it('but a plan with bytes behind it, a foreign program and a theft are hostile', () => {
    expect(
      ['version', 'unknown-swap', 'unknown-route', 'program-off'].map((reason) => isUnknown(reason as 'version')),
    ).toEqual([true, true, true, true]);
    const behind = compile({ instructions: around(routeV2(v2Terms({ plan: Buffer.concat([PLAN_V2, bytes('00')]) }))) });
    expect(reasonOf(behind)).toBe('instruction-data');
    for (const reason of ['instruction-data', 'foreign-program', 'approve', 'transfer-out', 'garbage'] as const)
      expect(isUnknown(reason)).toBe(false);
  });
});
