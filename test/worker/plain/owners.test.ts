import { env } from 'cloudflare:workers';
import { Keypair } from '@solana/web3.js';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Address, addressOf } from '../../../src/address/address.ts';
import { SYSTEM_PROGRAM, TOKEN_2022_PROGRAM } from '../../../worker/chain/programs.ts';
import { isOffCurve, readOwners } from '../../../worker/chain/readOwners.ts';
import { NodesDisagree, RpcError } from '../../../worker/chain/rpcError.ts';
import { createKnowOwners } from '../../../worker/rounds/knowOwners.ts';
import { readKnownOwners, writeOwners } from '../../../worker/store/owners.ts';
import { wallet } from '../../domain/wallets.ts';
import { emptyDatabase } from '../database.ts';
import { answering, type FakeNode } from '../fakeNodes.ts';
import { down } from '../rpcNodes.ts';
import { clientOf } from '../tokenAccounts.ts';

let surprises: unknown[] = [];
afterEach(() => {
  expect(surprises).toEqual([]);
});

const keyOf = (seed: number) =>
  Keypair.fromSeed(new Uint8Array(32).fill(seed)).publicKey.toBase58() as string as Address;
/** Derived by a program: no key belongs to it. */
const OFF_CURVE = '9dhwowhmKkiP6nCa5xtNmiHnAxKoXrBajogYkqqhDTSR' as string as Address;
const PROGRAM = { executable: true, owner: 'BPFLoaderUpgradeab1e11111111111111111111111' };
const OWNED = { executable: false, owner: TOKEN_2022_PROGRAM };
const SYSTEM = { executable: false, owner: SYSTEM_PROGRAM };

/** A node that knows these accounts, and no other. */
const knowing = (accounts: Readonly<Record<string, unknown>> = {}): FakeNode =>
  answering({
    getMultipleAccounts: (batch: Address[]) => ({
      context: { slot: 1 },
      value: batch.map((owner) => accounts[owner] ?? null),
    }),
  });

function client(...nodes: FakeNode[]) {
  const made = clientOf(...nodes);
  surprises = made.surprises;
  return made;
}

describe('who stands behind an owner', () => {
  it('is a wallet, a program or an account of one, finalized; off the curve there is no key', async () => {
    const { rpc, calls } = client(knowing({ [keyOf(2)]: SYSTEM, [keyOf(3)]: PROGRAM, [keyOf(4)]: OWNED }));
    const { kinds } = await readOwners(rpc, [keyOf(1), keyOf(2), keyOf(3), keyOf(4)]);
    expect(Object.fromEntries(kinds)).toEqual({
      [keyOf(1)]: 'wallet',
      [keyOf(2)]: 'wallet',
      [keyOf(3)]: 'executable',
      [keyOf(4)]: 'program-owned',
    });
    expect(calls.map(({ params }) => params[1])).toMatchObject([{ commitment: 'finalized' }]);
    expect([isOffCurve(OFF_CURVE), isOffCurve(keyOf(1))]).toEqual([true, false]);
  });

  it('is asked a hundred at a time, and everyone gets their own answer', async () => {
    const owners = Array.from({ length: 150 }, (_, i) => keyOf(i));
    const { rpc, calls } = client(knowing({ [keyOf(120)]: PROGRAM }));
    const { kinds } = await readOwners(rpc, owners);
    expect(calls.map(({ params }) => (params[0] as Address[]).length)).toEqual([100, 50]);
    expect(owners.filter((owner) => kinds.get(owner) !== 'wallet')).toEqual([keyOf(120)]);
  });

  it('is unknown when the node answers for fewer than it was asked about', async () => {
    const { rpc } = client(answering({ getMultipleAccounts: { context: { slot: 1 }, value: [null] } }));
    await expect(readOwners(rpc, [keyOf(1), keyOf(2)])).rejects.toThrow(RpcError);
  });

  it('is never one node’s word against another’s: of two nobody is believed, of three the two who agree', async () => {
    const lie = knowing({ [keyOf(1)]: PROGRAM });
    await expect(readOwners(client(lie, knowing()).rpc, [keyOf(1)])).rejects.toThrow(NodesDisagree);
    await expect(readOwners(client(knowing(), lie).rpc, [keyOf(1)])).rejects.toThrow(NodesDisagree);
    const { kinds } = await readOwners(client(lie, knowing(), knowing()).rpc, [keyOf(1)]);
    expect(kinds.get(keyOf(1))).toBe('wallet');
  });

  it.each([
    ['the only one there is', [knowing()], true],
    ['one of two while the other is silent', [down, knowing()], false],
    ['two of three', [knowing(), down, knowing()], true],
  ])('is witnessed or not by %s', async (_who, nodes, isWitnessed) => {
    expect(await readOwners(client(...nodes).rpc, [keyOf(1)])).toMatchObject({ isWitnessed });
  });
});

describe('what is remembered of owners', () => {
  let db: D1Database;
  beforeEach(async () => {
    db = await emptyDatabase();
  });
  const asked = (calls: readonly { readonly params: readonly unknown[] }[]) => calls.map(({ params }) => params[0]);

  it('are wallets and addresses off the curve: they are looked up once, also after a restart', async () => {
    const { rpc, calls } = client(knowing());
    const know = createKnowOwners(db, rpc);
    const kinds = new Map([
      [keyOf(1), 'wallet'],
      [OFF_CURVE, 'off-curve'],
    ]);
    for (const again of [know, know, createKnowOwners(db, rpc)]) {
      expect(new Map(await again([keyOf(1), OFF_CURVE], 5))).toEqual(kinds);
    }
    expect(asked(calls)).toEqual([[keyOf(1)]]);
    expect(await readKnownOwners(db, [keyOf(1), OFF_CURVE])).toEqual(kinds);
  });

  it.each([
    ['a program', PROGRAM, 'executable'],
    ['an account of a program', OWNED, 'program-owned'],
  ])(
    'is nothing of what is said to be %s: it is asked again each time, and may turn out to be a wallet',
    async (_what, said, kind) => {
      const accounts: Record<string, unknown> = { [keyOf(1)]: said };
      const know = createKnowOwners(db, client(knowing(accounts)).rpc);
      expect((await know([keyOf(1)], 5)).get(keyOf(1))).toBe(kind);
      expect((await know([keyOf(1)], 6)).get(keyOf(1))).toBe(kind);
      expect(await readKnownOwners(db, [keyOf(1)])).toEqual(new Map());
      delete accounts[keyOf(1)];
      expect((await know([keyOf(1)], 7)).get(keyOf(1))).toBe('wallet');
    },
  );

  it('is nothing that only one of several nodes has said', async () => {
    const alone = createKnowOwners(db, client(down, knowing()).rpc);
    expect((await alone([keyOf(1), OFF_CURVE], 5)).get(keyOf(1))).toBe('wallet');
    expect([...(await readKnownOwners(db, [keyOf(1), OFF_CURVE])).keys()]).toEqual([OFF_CURVE]);
    const { rpc, calls } = client(knowing({ [keyOf(1)]: OWNED }), knowing({ [keyOf(1)]: OWNED }));
    expect((await createKnowOwners(db, rpc)([keyOf(1)], 6)).get(keyOf(1))).toBe('program-owned');
    expect(calls).toHaveLength(2);
  });

  it('is found by a second reading at the same time, which asks nobody again', async () => {
    const { rpc, calls } = client(knowing());
    const know = createKnowOwners(db, rpc);
    await Promise.all([know([keyOf(1), keyOf(2)], 5), know([keyOf(2), keyOf(1)], 5)]);
    expect(calls).toHaveLength(1);
  });

  it('is kept of those who were looked up before a failure, and a failure ends no later reading', async () => {
    const owners = Array.from({ length: 700 }, (_, i) => keyOf(i % 256)).slice(0, 256);
    let calls = 0;
    const healthy = knowing();
    const failing: FakeNode = (method, params) =>
      ++calls === 2 ? new Response('', { status: 429 }) : healthy(method, params);
    const know = createKnowOwners(db, client(failing).rpc);
    await expect(know(owners, 5)).rejects.toThrow(RpcError);
    expect((await know(owners, 6)).size).toBe(256);
  });

  it('of another kind, by an older release, is not believed, and overwritten by what is found now', async () => {
    await db.prepare("INSERT INTO owners (address, kind, seen_slot) VALUES (?, 'executable', 1)").bind(keyOf(1)).run();
    const { rpc } = client(knowing());
    expect((await createKnowOwners(db, rpc)([keyOf(1)], 5)).get(keyOf(1))).toBe('wallet');
    expect(await readKnownOwners(db, [keyOf(1)])).toEqual(new Map([[keyOf(1), 'wallet']]));
  });

  it('of another kind is forgotten by the migration, and the rest is kept', async () => {
    const rows = ['wallet', 'off-curve', 'executable', 'program-owned'].map((kind) =>
      db.prepare('INSERT INTO owners (address, kind, seen_slot) VALUES (?1, ?1, 1)').bind(kind),
    );
    await db.batch(rows);
    const migration = env.TEST_MIGRATIONS.find(({ name }) => name === '0006_owners.sql');
    for (const query of migration?.queries ?? []) await db.prepare(query).run();
    const { results } = await db.prepare('SELECT address FROM owners ORDER BY address').all();
    expect(results.map(({ address }) => address)).toEqual(['off-curve', 'wallet']);
  });
});

describe('owners', () => {
  let db: D1Database;
  beforeEach(async () => {
    db = await emptyDatabase();
  });

  it('are remembered in one statement, however many, and read back', async () => {
    const kinds = ['wallet', 'off-curve'] as const;
    const seen = new Map(
      Array.from({ length: 5_000 }, (_, i) => {
        const bytes = new Uint8Array(32).fill(1);
        new DataView(bytes.buffer).setUint32(0, i);
        return [addressOf(bytes), kinds[i % 2] ?? 'wallet'] as const;
      }),
    );
    await writeOwners(db, seen, 900);
    expect(await readKnownOwners(db, [...seen.keys()])).toEqual(seen);
  });

  it('are read back for those who are asked about', async () => {
    await writeOwners(
      db,
      new Map([
        [wallet(1), 'wallet'],
        [wallet(2), 'off-curve'],
      ]),
      900,
    );
    expect([...(await readKnownOwners(db, [wallet(2), wallet(3)]))]).toEqual([[wallet(2), 'off-curve']]);
    expect(await readKnownOwners(db, [])).toEqual(new Map());
  });

  it('keep what was seen first', async () => {
    await writeOwners(db, new Map([[wallet(1), 'off-curve']]), 900);
    await writeOwners(
      db,
      new Map([
        [wallet(1), 'wallet'],
        [wallet(2), 'off-curve'],
      ]),
      901,
    );
    expect([...(await readKnownOwners(db, [wallet(1), wallet(2)]))].sort()).toEqual([
      [wallet(1), 'off-curve'],
      [wallet(2), 'off-curve'],
    ]);
  });

  it('may be none at all', async () => {
    await writeOwners(db, new Map(), 900);
    expect(await readKnownOwners(db, [wallet(1)])).toEqual(new Map());
  });
});
