import { TOKEN_2022_PROGRAM_ID, TOKEN_PROGRAM_ID } from '@solana/spl-token';
import type { TransactionInstruction } from '@solana/web3.js';
import { describe, expect, it } from 'vitest';
import type { SwapReason } from '../../../worker/swap/check/refusal.ts';
import { judge, reasonOf } from '../judgedSwap.ts';
import {
  AMOUNT,
  bytes,
  CPMM,
  call,
  clmm,
  close,
  cpmm,
  GOD_ACCOUNT,
  JUPITER,
  jupiterTail,
  MINIMUM,
  openWrapped,
  PLAN,
  PLAN_V2,
  route,
  routeV2,
  sharedRoute,
  sharedRouteV2,
  THIEF,
  THIEF_ACCOUNT,
  US,
  u64,
  v2Terms,
} from '../swapDrafts.ts';

describe('a hostile swap is refused', () => {
  const token2022 = TOKEN_2022_PROGRAM_ID;
  const around = (swap: TransactionInstruction) => [openWrapped(), swap, close()];

  const hostile: readonly (readonly [string, SwapReason, readonly TransactionInstruction[]])[] = [
    ['of the CPMM with a lower minimum', 'lower-minimum', around(cpmm({ minimum: MINIMUM - 1n }))],
    ['of the CPMM that takes more', 'too-much-god', around(cpmm({ amount: AMOUNT + 1n }))],
    ['of the CPMM from another account', 'foreign-account', around(cpmm({ from: THIEF_ACCOUNT }))],
    ['of the CPMM into another account', 'foreign-account', around(cpmm({ into: THIEF_ACCOUNT }))],
    ['of the CPMM into our GOD account', 'foreign-account', around(cpmm({ into: GOD_ACCOUNT }))],
    [
      'of the CPMM with bytes behind its data',
      'instruction-data',
      around(
        call(
          CPMM,
          cpmm().keys.map((key) => key.pubkey),
          cpmm().data,
          bytes('00'),
        ),
      ),
    ],
    [
      'of the CPMM by another instruction',
      'unknown-swap',
      around(
        call(
          CPMM,
          cpmm().keys.map((key) => key.pubkey),
          bytes('37d96256a34ab4ad'),
          u64(AMOUNT),
          u64(MINIMUM),
        ),
      ),
    ],
    ['of the CLMM whose threshold is a maximum', 'instruction-data', around(clmm({ isBaseInput: false }))],
    ['of Jupiter with a fee', 'platform-fee', around(route(PLAN, jupiterTail({ fee: 1 })))],
    ['of Jupiter with a fee in the second form', 'platform-fee', around(routeV2(v2Terms({ fee: 1 })))],
    ['of Jupiter that keeps what exceeds the quote', 'platform-fee', around(sharedRouteV2(v2Terms({ surplusFee: 1 })))],
    ['of Jupiter with more slippage', 'lower-minimum', around(routeV2(v2Terms({ slippage: 1 })))],
    ['of Jupiter with a slippage above everything', 'instruction-data', around(routeV2(v2Terms({ slippage: 10_001 })))],
    [
      'of Jupiter into another destination',
      'foreign-account',
      around(route(PLAN, jupiterTail(), { other: THIEF_ACCOUNT })),
    ],
    [
      'of Jupiter into another destination in the second form',
      'foreign-account',
      around(routeV2(v2Terms(), { other: THIEF_ACCOUNT })),
    ],
    ['of Jupiter with its own token program', 'foreign-account', around(route(PLAN, jupiterTail(), { token: THIEF }))],
    [
      'of Jupiter with the other token program',
      'foreign-account',
      around(route(PLAN, jupiterTail(), { token: token2022 })),
    ],
    [
      'of Jupiter’s shared accounts with its own token program',
      'foreign-account',
      around(sharedRoute({ token: THIEF })),
    ],
    [
      'of Jupiter’s shared accounts with its own Token-2022 program',
      'foreign-account',
      around(sharedRoute({ token2022: THIEF })),
    ],
    [
      'of Jupiter with its own Token-2022 program in the second form',
      'foreign-account',
      around(routeV2(v2Terms(), { tokens: [THIEF, TOKEN_PROGRAM_ID] })),
    ],
    [
      'of Jupiter with its own token program in the second form',
      'foreign-account',
      around(routeV2(v2Terms(), { tokens: [token2022, THIEF] })),
    ],
    [
      'of Jupiter’s shared accounts with its own token programs in the second form',
      'foreign-account',
      around(sharedRouteV2(v2Terms(), { tokens: [THIEF, THIEF] })),
    ],
    // Anchor reads the first tail and passes over the second one.
    [
      'of Jupiter with honest figures behind false ones',
      'instruction-data',
      around(route(PLAN, Buffer.concat([jupiterTail({ quoted: 0n }), jupiterTail()]))),
    ],
    [
      'of Jupiter with a step of unknown length',
      'unknown-route',
      around(route(bytes('01000000 2f640001'), jupiterTail())),
    ],
    ['of Jupiter without a step', 'instruction-data', around(route(bytes('00000000'), jupiterTail()))],
    ['of Jupiter with countless steps', 'instruction-data', around(route(bytes('ffffffff 2e640001'), jupiterTail()))],
    [
      'of Jupiter that opens a token ledger',
      'unknown-swap',
      around(call(JUPITER, [US, GOD_ACCOUNT], bytes('e455b9704e4f4d02'))),
    ],
  ];

  const plans: readonly (readonly [string, Uint8Array])[] = [
    ['no step', bytes('00000000')],
    ['countless steps', bytes('ffffffff 2810270001')],
    ['fewer steps than it says', bytes('02000000 2810270001')],
    ['half a step', bytes('01000000 28102700')],
    ['no count of steps', bytes('010000')],
    ['nothing at all', bytes('')],
    ['bytes behind its steps', Buffer.concat([PLAN_V2, bytes('00')])],
    ['a second plan behind its own', Buffer.concat([PLAN_V2, PLAN_V2])],
    ['steps of the first form', PLAN],
  ];
  it.each(plans)('of Jupiter in the second form whose plan has %s', (_what, plan) => {
    for (const swap of [routeV2, sharedRouteV2])
      expect(reasonOf({ instructions: around(swap(v2Terms({ plan }))) })).toBe('instruction-data');
  });

  it.each(hostile)('%s', (_what, reason, instructions) => {
    const check = judge({ instructions });
    expect(check).toMatchObject({ ok: false, reason });
    expect(!check.ok && check.detail).toMatch(/^.{10,200}$/);
  });
});
