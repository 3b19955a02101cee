import { afterEach, describe, expect, it } from 'vitest';
import { taxMemo } from '../../../src/tax/taxMemo.ts';
import { NodesDisagree, NodesSilent } from '../../../worker/chain/node/rpcError.ts';
import { createReadOwnParts } from '../../../worker/tax/readOwnParts.ts';
import { answering, type FakeNode, rpcError } from '../fakeNodes.ts';
import { rpcNodes } from '../rpcNodes.ts';
import { encodeTransaction, keyOf } from '../signedTransactions.ts';

const [US, STRANGER] = [keyOf(3), keyOf(2)];
const CYCLE = 1_790_000_000;
const [FROM, SLOT] = [3_000, 5_000];
/** Each slot has a block. The newest slot is past this height, and nothing of ours can be above it. */
const [HEIGHT, heightOf] = [4_900, (slot: number) => slot - 50];

interface Row {
  readonly signature: string;
  readonly slot: number;
  readonly blockTime: number | null;
  readonly memo: string | null;
  readonly err: unknown;
  readonly confirmationStatus: string;
  /** What `getTransaction` answers. */
  readonly answer?: unknown;
}

const row = (given: Partial<Row> & Pick<Row, 'signature'>): Row => ({
  ...{ slot: 4_000, blockTime: CYCLE + 30, memo: null, err: null, confirmationStatus: 'finalized' },
  ...given,
});

/** A part of a cycle's distribution, as it is listed; with a stranger's key it only looks like one. */
function part(number: number, { cycle = CYCLE, key = US, ...given }: Partial<Row> & Given = {}): Row {
  const text = taxMemo({ cycle, configVersion: 4, part: number });
  const name = `${number} ${JSON.stringify(given)} ${key.address}`;
  const { signature, bytes } = encodeTransaction({ name, signers: [key], memos: [text], mentions: [US.bytes] });
  const answer = { transaction: [Buffer.from(bytes).toString('base64'), 'base64'] };
  return row({ signature, memo: `[${text.length}] ${text}`, answer, ...given });
}
interface Given {
  readonly cycle?: number;
  readonly key?: typeof US;
}

const strangers = (count: number) => Array.from({ length: count }, (_, i) => row({ signature: `stranger ${i}` }));

/** A node that lists these rows, the newest first, and has these blocks. */
function node(
  rows: () => readonly Row[],
  { newest = SLOT, first = 0, has = (_slot: number): boolean => true } = {},
): FakeNode {
  return answering({
    getEpochInfo: { absoluteSlot: newest },
    getFirstAvailableBlock: first,
    getBlocks: (from: number, until: number) =>
      Array.from({ length: until - from + 1 }, (_, i) => from + i).filter(has),
    getBlock: (slot: number) => ({ blockHeight: heightOf(slot) }),
    getSignaturesForAddress: (_: string, { before, limit }: { before?: string; limit: number }) => {
      const from = before === undefined ? 0 : rows().findIndex(({ signature }) => signature === before) + 1;
      return rows()
        .slice(from, from + limit)
        .map(({ answer: _answer, ...listed }) => listed);
    },
    getTransaction: (signature: string) => rows().find((one) => one.signature === signature)?.answer ?? null,
  });
}

let surprises: unknown[] = [];
afterEach(() => {
  expect(surprises).toEqual([]);
  surprises = [];
});
function reading(...nodes: readonly FakeNode[]) {
  const each = rpcNodes(nodes);
  surprises = each.surprises;
  const readOwnParts = createReadOwnParts({ rpc: each.rpc, wallet: US.address });
  const read = (from = FROM) => readOwnParts({ from, to: SLOT, height: HEIGHT, isWanted: (cycle) => cycle === CYCLE });
  const asked = (method: string) => each.calls.filter((call) => call.method === method).length;
  return { ...each, read, asked };
}

describe('the parts that the tax wallet has on chain', () => {
  it('are those of the wanted cycle that it has signed, landed without an error, up to the slot', async () => {
    const [mine, other] = [part(0), part(1)];
    const rows = [
      part(5, { slot: SLOT + 1 }),
      other,
      part(2, { cycle: CYCLE - 120 }),
      part(3, { err: { InstructionError: [0, 'Custom'] } }),
      part(0, { key: STRANGER }),
      mine,
    ];
    const { read } = reading(
      node(() => rows),
      node(() => rows),
    );
    expect(await read()).toEqual({
      kind: 'whole',
      parts: [other, mine].map(({ signature, slot, blockTime }, i) => ({
        ...{ signature, slot, blockTime, cycle: CYCLE },
        part: 1 - i,
      })),
    });
  });

  it('are found behind 5,000 transactions of a stranger in six calls of each node, and none of those is looked up', async () => {
    const rows = [...strangers(5_000), part(0), row({ signature: 'old', slot: FROM - 1 }), ...strangers(9)];
    const { read, asked } = reading(
      node(() => rows),
      node(() => rows),
    );
    expect(await read()).toMatchObject({ kind: 'whole', parts: [{ part: 0 }] });
    expect([asked('getSignaturesForAddress'), asked('getTransaction')]).toEqual([12, 1]);
  });

  it('are found where the clock was an hour ahead when the cycle began, behind 5,000 transactions of a stranger', async () => {
    const rows = [...strangers(5_000), part(0, { blockTime: CYCLE - 3_600 })].map((one) => ({
      ...one,
      blockTime: CYCLE - 3_600,
    }));
    const { read } = reading(node(() => rows));
    expect(await read()).toMatchObject({ kind: 'whole', parts: [{ part: 0 }] });
  });

  it('are not known where there is more than can be read', async () => {
    const rows = [...strangers(20_001), part(0)];
    const { read } = reading(node(() => rows));
    expect(await read()).toEqual({ kind: 'too-long' });
    expect(await read(SLOT - 108_001)).toEqual({ kind: 'too-long' });
  });

  it('are not known before all look-alikes are looked up, some in each reading and each once', async () => {
    const rows = Array.from({ length: 450 }, (_, i) => part(i % 7, { key: STRANGER, slot: 3_999 - i }));
    const { read, asked } = reading(node(() => [...rows, part(6)]));
    expect([(await read()).kind, asked('getTransaction')]).toEqual(['not-yet', 200]);
    expect([(await read()).kind, asked('getTransaction')]).toEqual(['not-yet', 400]);
    expect(await read()).toMatchObject({ kind: 'whole', parts: [{ part: 6 }] });
    expect(asked('getTransaction')).toBe(451);
  });
});

describe('the beginning of a reading', () => {
  it('is the same for two honest nodes of which one has one more row: look-alikes from long before do not count', async () => {
    const earlier = Array.from({ length: 30 }, (_, i) => part(i, { key: STRANGER, slot: FROM - 1_501 - i }));
    const rows = [...strangers(980), part(0), ...earlier];
    const { read } = reading(
      node(() => rows),
      node(() => [row({ signature: 'new', slot: SLOT + 1 }), ...rows]),
    );
    expect(await read()).toMatchObject({ kind: 'whole', parts: [{ part: 0 }] });
  });

  it('leaves out a part that a cycle of the same number has signed long before', async () => {
    const rows = [part(1), part(0, { slot: FROM - 2_000 })];
    const { read } = reading(node(() => rows));
    const found = await read();
    expect(found.kind === 'whole' && found.parts.map(({ part: number }) => number)).toEqual([1]);
  });

  it('is early enough even after a restart of the cluster has set the chain back, behind 1,000 newer rows', async () => {
    const newer = strangers(1_000).map((one, i) => ({ ...one, slot: i < 900 ? 4_000 : FROM - 1 }));
    const { read } = reading(node(() => [...newer, part(0, { slot: FROM - 250 })]));
    expect(await read()).toMatchObject({ kind: 'whole', parts: [{ part: 0 }] });
  });
});

describe('one node that lies or is silent', () => {
  it('of two hides no part: nothing is decided', async () => {
    const { read } = reading(
      node(() => [part(0)]),
      node(() => []),
    );
    await expect(read()).rejects.toThrow(NodesDisagree);
  });

  it('of three hides none, and invents none', async () => {
    const honest = () => node(() => [part(0)]);
    const hides = reading(
      node(() => []),
      honest(),
      honest(),
    );
    expect(await hides.read()).toMatchObject({ kind: 'whole', parts: [{ part: 0 }] });
    const invents = reading(
      node(() => [part(1), part(0)]),
      honest(),
      honest(),
    );
    const invented = await invents.read();
    expect(invented.kind === 'whole' && invented.parts.map(({ part: number }) => number)).toEqual([0]);
  });

  it('that shows other bytes for a part is named, and the part is proven by the other', async () => {
    const forged = { ...part(0), answer: part(1).answer };
    const { read, doubts } = reading(
      node(() => [forged]),
      node(() => [part(0)]),
    );
    expect(await read()).toMatchObject({ kind: 'whole', parts: [{ part: 0 }] });
    expect(doubts).toMatchObject([{ kind: 'lied', nodes: ['node 1'] }]);
  });

  it('that says it cannot read a part does not make the part a stranger’s while the other node is rate-limited', async () => {
    const lying = { ...part(0), answer: rpcError(-32_015, 'Transaction version (1) is not supported') };
    const refused = { ...part(0), answer: new Response('', { status: 429 }) };
    const { read } = reading(
      node(() => [lying]),
      node(() => [refused]),
    );
    await expect(read()).rejects.toThrow('cannot be read now');
  });

  it('that says it cannot read a part in this moment does not make it a stranger’s', async () => {
    const ill = { answer: rpcError(-32_603, 'Internal error') };
    const rows: Row[] = [{ ...part(0), ...ill }];
    const { read } = reading(node(() => rows));
    await expect(read()).rejects.toThrow('cannot be read now');
    rows[0] = part(0);
    expect(await read()).toMatchObject({ kind: 'whole', parts: [{ part: 0 }] });
  });

  it('that drops its oldest blocks during the reading proves nothing with an empty history', async () => {
    const kept = { first: FROM };
    const whole = node(() => (kept.first === FROM ? [part(0)] : []));
    const { read } = reading((method, params) => {
      // The ledger has no space left, and a part is dropped with its block.
      if (method === 'getSignaturesForAddress') kept.first = 4_001;
      return method === 'getFirstAvailableBlock' ? kept.first : whole(method, params);
    });
    await expect(read()).rejects.toThrow('does not have every block');
  });

  it.each([
    ['whose ledger begins after the cycle', { first: FROM + 1 }],
    ['that is not there yet', { newest: SLOT - 1 }],
    ['that has lost the block of a part', { has: (slot: number) => slot !== 4_000 }],
    ['that lacks all since the cycle began', { has: (slot: number) => slot < FROM || slot >= SLOT }],
  ])('%s proves nothing with an empty history', async (_, state) => {
    const { read } = reading(
      node(() => [], state),
      node(() => []),
    );
    await expect(read()).rejects.toThrow(NodesSilent);
  });

  it('that has lost the block of a part does not hide the part, neither as the only node nor as one of three', async () => {
    const holed = () => node(() => [], { has: (slot) => slot !== 4_000 });
    const whole = () => node(() => [part(0)]);
    await expect(reading(holed()).read()).rejects.toThrow('does not have every block from slot 3000 to height 4900');
    expect(await reading(holed(), whole(), whole()).read()).toMatchObject({ kind: 'whole', parts: [{ part: 0 }] });
  });
});
