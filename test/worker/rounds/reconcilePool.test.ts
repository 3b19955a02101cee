import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { Address } from '../../../src/address/address.ts';
import { alertKind } from '../../../src/alerts/alertKinds.ts';
import { createRpc } from '../../../worker/chain/node/rpc.ts';
import { createReconcilePool } from '../../../worker/rounds/watch/reconcilePool.ts';
import type { Settings } from '../../../worker/settings/Settings.ts';
import { unweighedOutflows } from '../../../worker/store/rounds/losses.ts';
import { recordOutflows } from '../../../worker/store/rounds/outflows.ts';
import { createRoundStore } from '../../../worker/store/rounds/rounds.ts';
import type { TermsBook } from '../../../worker/terms/TermsBook.ts';
import { wallet } from '../../domain/wallets.ts';
import { emptyDatabase } from '../database.ts';
import { answering, fakeNodes } from '../fakeNodes.ts';
import { countedTerms } from '../fixedTerms.ts';
import { DOCUMENTS, lockOf } from '../honestRound.ts';
import { newestCheckpoint } from '../newestCheckpoint.ts';
import { A, B, C, isPaused, NOW, open, resume, SENT, SETTINGS, STRANGERS } from '../poolOutflows.ts';

let db: D1Database;
beforeEach(async () => {
  db = await emptyDatabase();
});

describe('the reconciler', () => {
  const SOL = 1_000_000_000n;

  /** The pool on a chain of its own: each transfer takes one SOL, one slot. */
  function pool({
    settings = SETTINGS,
    terms = countedTerms([]),
    downFor = () => false,
    overstated = 0n,
  }: {
    readonly settings?: Settings;
    readonly terms?: TermsBook;
    /** Wallets whose balance no node says. */
    readonly downFor?: (asked: string) => boolean;
    /** According to a second node, each transaction took this much more from the pool. */
    readonly overstated?: bigint;
  } = {}) {
    const chain = {
      lamports: 100n * SOL,
      slot: 1_000,
      rows: [] as { signature: string; slot: number }[],
      /** Transactions that the index does not list yet. */
      unlisted: [] as { signature: string; slot: number }[],
      /** Transactions that the node does not show at this moment. */
      refused: new Set<string>(),
      /** Transactions that the node does not know any more. */
      forgotten: new Set<string>(),
      isListing: true,
      /** The view of a server that lags; null for the newest. */
      lagging: null as { readonly slot: number; readonly lamports: bigint } | null,
      /** Lamports of another account that each transaction names. */
      rich: Number(SOL),
    };
    const alerts: string[] = [];
    const messages: string[] = [];
    const node = (more: bigint) =>
      answering({
        getBalance: (asked: string) =>
          downFor(asked)
            ? new Response('', { status: 503 })
            : {
                context: { slot: chain.lagging?.slot ?? chain.slot },
                value: asked === SETTINGS.pool.address ? Number(chain.lagging?.lamports ?? chain.lamports) : 5,
              },
        getMinimumBalanceForRentExemption: () => 900_000,
        getSignaturesForAddress: () =>
          chain.isListing
            ? [...chain.rows].reverse().map(({ signature: one, slot }) => ({
                ...{ signature: one, slot, blockTime: 1, memo: null, err: null },
                confirmationStatus: 'finalized',
              }))
            : new Response('', { status: 503 }),
        getTransaction: (asked: string, { encoding }: { encoding: string }) => {
          if (chain.refused.has(asked)) return new Response('', { status: 429 });
          if (chain.forgotten.has(asked)) return null;
          if (encoding === 'base64')
            return { transaction: [Buffer.from(SENT.get(asked) ?? []).toString('base64'), 'base64'] };
          const slot = [...chain.rows, ...chain.unlisted].find(({ signature: one }) => one === asked)?.slot;
          if (slot === undefined) return null;
          const [preBalances, postBalances] = [
            [Number(SOL + more), 0, chain.rich],
            [0, Number(SOL), chain.rich],
          ];
          const accountKeys = [SETTINGS.pool.address, wallet(11), wallet(10)];
          const meta = { err: null, fee: 5_000, preBalances, postBalances };
          return { slot, meta, transaction: { message: { accountKeys } } };
        },
        getSignatureStatuses: ([asked]: [string]) => ({
          context: { slot: chain.slot },
          value: [
            !chain.forgotten.has(asked) &&
            [...chain.rows, ...chain.unlisted].some(({ signature: one }) => one === asked)
              ? { slot: 1, confirmationStatus: 'finalized', err: null }
              : null,
          ],
        }),
      });
    const nodes = fakeNodes({ 'rpc.test': node(0n), 'second.test': node(overstated) });
    const urls = ['https://rpc.test', ...(overstated > 0n ? ['https://second.test'] : [])];
    let at = NOW;
    const now = () => at;
    const start = () =>
      createReconcilePool({
        ...{ db, settings, terms, now, rounds: createRoundStore(db, now) },
        rpc: createRpc({ urls, fetch: nodes.fetch, now }),
        async raiseAlert(key, message) {
          alerts.push(key);
          messages.push(message);
        },
      });
    let reconcile = start();
    return {
      ...{ alerts, messages },
      surprises: nodes.surprises,
      /** The minute's look. */
      tick: async (minutes = 1) => {
        at += minutes * 60_000;
        chain.slot += 150;
        await reconcile();
      },
      transfer: (one: string) => {
        chain.lamports -= SOL;
        chain.rows.push({ signature: one, slot: ++chain.slot });
      },
      /** A transfer that is listed in a slot newer than every balance. */
      transferLater: (one: string) => void chain.rows.push({ signature: one, slot: chain.slot + 10_000 }),
      /** As `transfer`, in the slot of the last look. */
      transferInPlace: (one: string) => {
        chain.lamports -= SOL;
        chain.rows.push({ signature: one, slot: chain.slot });
      },
      /** As `transfer`; the history lists it only after `catchUp`. */
      transferUnlisted: (one: string) => {
        chain.lamports -= SOL;
        chain.unlisted.push({ signature: one, slot: ++chain.slot });
      },
      /** A new instance, which remembers nothing. */
      restart: () => {
        reconcile = start();
      },
      /** From now on no node lists anything, as while a stranger's flood is being read. */
      stopListing: () => {
        chain.isListing = false;
      },
      refuse: (one: string) => void chain.refused.add(one),
      showAll: () => chain.refused.clear(),
      forget: (one: string) => void chain.forgotten.add(one),
      /** The server's view stays at this moment. */
      view: () => ({ slot: chain.slot, lamports: chain.lamports }),
      lag: (to: { readonly slot: number; readonly lamports: bigint }) => {
        chain.lagging = to;
      },
      /** Each transaction also names an account with this many lamports. */
      nameRich: (held: number) => {
        chain.rich = held;
      },
      catchUp: () => void chain.rows.push(...chain.unlisted.splice(0)),
      resume: (acknowledge: readonly string[]) => resume(db, acknowledge, 'ops', at),
      lamports: () => chain.lamports,
    };
  }

  it('lists and pauses for an outflow until it is acknowledged; then it takes a new checkpoint, and the rounds stay on', async () => {
    const { tick, transfer, alerts, surprises, lamports, ...operator } = pool();
    await tick();
    transfer(A);
    await tick();
    await tick();
    expect([await open(db), await isPaused(db), new Set(alerts)]).toEqual([[A], true, new Set([`outflow:${A}`])]);
    expect((await newestCheckpoint(db, SETTINGS.pool.address))?.lamports).toBe(100n * SOL);

    expect(await operator.resume([])).toMatchObject({ kind: 'unacknowledged' });
    expect(await operator.resume([A])).toEqual({ kind: 'resumed' });
    for (let minutes = 0; minutes < 3; minutes++) {
      await tick();
      expect([await isPaused(db), await open(db)]).toEqual([false, []]);
    }
    expect((await newestCheckpoint(db, SETTINGS.pool.address))?.lamports).toBe(lamports());
    expect(surprises).toEqual([]);
  });

  it('lists a second outflow with the first, and lists one after an acknowledgement alone', async () => {
    const { tick, transfer, surprises, ...operator } = pool();
    await tick();
    transfer(A);
    await tick();
    transfer(B);
    await tick();
    expect(new Set(await open(db))).toEqual(new Set([A, B]));
    expect(await operator.resume([A])).toMatchObject({ kind: 'unacknowledged' });
    expect(await operator.resume([A, B])).toEqual({ kind: 'resumed' });
    // Before the new checkpoint was taken.
    transfer(C);
    await tick();
    expect([await open(db), await isPaused(db)]).toEqual([[C], true]);
    expect(await operator.resume([C])).toEqual({ kind: 'resumed' });
    await tick();
    await tick();
    expect(await isPaused(db)).toBe(false);
    expect(surprises).toEqual([]);
  });

  it('takes no checkpoint over an acknowledged outflow while another one is listed that nobody shows', async () => {
    const { tick, transfer, refuse, showAll, ...operator } = pool();
    await tick();
    transfer(A);
    await tick();
    await operator.resume([A]);
    transfer(B);
    refuse(B);
    await tick();
    expect(await isPaused(db)).toBe(false);
    expect((await newestCheckpoint(db, SETTINGS.pool.address))?.lamports).toBe(100n * SOL);
    showAll();
    await tick();
    expect([await open(db), await isPaused(db)]).toEqual([[B], true]);
  });

  it('needs no history once every outflow is acknowledged: enough nodes say what each took', async () => {
    const { tick, transfer, stopListing, restart, alerts, lamports, ...operator } = pool();
    await tick();
    for (const one of [A, B]) transfer(one);
    await tick();
    await operator.resume([A, B]);
    stopListing();
    restart();
    await tick();
    expect((await newestCheckpoint(db, SETTINGS.pool.address))?.lamports).toBe(lamports());
    expect([await isPaused(db), new Set(alerts)]).toEqual([false, new Set([`outflow:${A}`, `outflow:${B}`])]);
  });

  it('accepts an acknowledged outflow as an explanation once, and only for what it took', async () => {
    const { tick, transfer, transferUnlisted, alerts, ...operator } = pool();
    await tick();
    transfer(A);
    await tick();
    await operator.resume([A]);
    transferUnlisted(B);
    for (let minutes = 0; minutes < 7; minutes++) await tick();
    const stored = await newestCheckpoint(db, SETTINGS.pool.address);
    expect(stored?.lamports).toBe(100n * SOL);
    expect(alerts).toContain(`pool-unexplained:${stored?.slot}:${SETTINGS.pool.address}`);
    operator.catchUp();
    await tick();
    expect(await open(db)).toEqual([B]);
    await operator.resume([B]);
    await tick();
    // Both are before the checkpoint now.
    transfer(C);
    await tick();
    expect(await open(db)).toEqual([C]);
  });

  it('accepts no amount that only one of two nodes gives', async () => {
    const { tick, transfer, lamports, ...operator } = pool({ overstated: 5n * SOL });
    await tick();
    transfer(A);
    await tick();
    await operator.resume([A]);
    await tick();
    const stored = await newestCheckpoint(db, SETTINGS.pool.address);
    expect([stored?.lamports, lamports()]).toEqual([100n * SOL, 99n * SOL]);
  });

  it('believes no outflow that is newer than the balance', async () => {
    const { tick, transfer, transferLater, ...operator } = pool();
    await tick();
    transfer(A);
    await tick();
    transferLater(B);
    await recordOutflows(db, [B], { by: 'reconciler', reason: 'found', at: NOW });
    await operator.resume([A, B]);
    await tick();
    const { results } = await db.prepare('SELECT signature FROM losses').all();
    expect(results).toEqual([{ signature: A }]);
    expect(await unweighedOutflows(db)).toEqual([B]);
  });

  it('does not use an outflow that landed after the compared balance', async () => {
    const { tick, transfer, transferUnlisted, view, lag, ...operator } = pool();
    await tick();
    transferUnlisted(A);
    const past = view();
    transfer(B);
    await tick();
    await operator.resume([B]);
    await tick();
    expect(await unweighedOutflows(db)).toEqual([]);
    // A server that lags shows the balance after A, which nobody lists, and before B, which is acknowledged.
    lag(past);
    await tick();
    expect((await newestCheckpoint(db, SETTINGS.pool.address))?.lamports).toBe(100n * SOL);
  });

  it('stores what an outflow took as soon as it is found, because no node may show it any more when it is acknowledged', async () => {
    const { tick, transfer, forget, lamports, ...operator } = pool();
    await tick();
    transfer(A);
    await tick();
    await tick();
    forget(A);
    await operator.resume([A]);
    await tick();
    expect((await newestCheckpoint(db, SETTINGS.pool.address))?.lamports).toBe(lamports());
  });

  it('stores what an outflow took even if it names an account with more lamports than a JavaScript number can hold', async () => {
    const { tick, transfer, nameRich, lamports, ...operator } = pool();
    nameRich(2 ** 53 + 2);
    await tick();
    transfer(A);
    await tick();
    await operator.resume([A]);
    await tick();
    expect((await newestCheckpoint(db, SETTINGS.pool.address))?.lamports).toBe(lamports());
  });

  it('lists nothing that a stranger signed', async () => {
    const { tick, transfer, alerts } = pool();
    await tick();
    transfer(STRANGERS);
    await tick();
    expect([await open(db), await isPaused(db), alerts]).toEqual([[], false, []]);
  });

  it('takes no checkpoint while the balance shows an outflow that the history does not list yet', async () => {
    const { tick, transferUnlisted, catchUp, alerts } = pool();
    await tick();
    transferUnlisted(A);
    await tick();
    await tick();
    expect([(await newestCheckpoint(db, SETTINGS.pool.address))?.lamports, await open(db), alerts]).toEqual([
      100n * SOL,
      [],
      [],
    ]);
    catchUp();
    await tick();
    expect([await open(db), await isPaused(db), alerts]).toEqual([[A], true, [`outflow:${A}`]]);
  });

  it('tells a person when nothing explains the balance for five minutes', async () => {
    const { tick, transferUnlisted, alerts, messages } = pool();
    await tick();
    const slot = (await newestCheckpoint(db, SETTINGS.pool.address))?.slot;
    transferUnlisted(A);
    for (let minutes = 0; minutes < 5; minutes++) await tick();
    expect(alerts).toEqual([]);
    await tick();
    expect(alerts).toEqual([`pool-unexplained:${slot}:${SETTINGS.pool.address}`]);
    expect(messages).toEqual([expect.stringContaining('No round is locked for it')]);
  });

  it('tells a person after five minutes even if the clock was a day ahead at the beginning', async () => {
    const { tick, transferUnlisted, alerts } = pool();
    await tick();
    transferUnlisted(A);
    await tick(24 * 60);
    await tick(-24 * 60);
    for (let minutes = 0; minutes < 5; minutes++) await tick();
    expect(alerts).toHaveLength(1);
  });

  it('finds an outflow in the same slot as the checkpoint', async () => {
    const { tick, transferInPlace } = pool();
    await tick();
    transferInPlace(A);
    await tick();
    expect(await open(db)).toEqual([A]);
  });

  it('says nothing while a round is in flight', async () => {
    const { tick, transfer } = pool();
    await tick();
    transfer(A);
    await createRoundStore(db, () => NOW).insertLock(lockOf(1), DOCUMENTS, 'lock-1');
    await tick();
    expect(await open(db)).toEqual([]);
  });

  describe('of a wallet that was the pool', () => {
    const NEW = { address: wallet(12), secretKey: new Uint8Array(64) };
    const settings: Settings = { ...SETTINGS, pool: NEW, oldPools: [SETTINGS.pool] };
    const OLD = SETTINGS.pool.address;
    const balanceAt = async (of: Address) => (await newestCheckpoint(db, of))?.lamports;

    const switched = (clock = SETTINGS.clock) =>
      countedTerms(
        [
          { from: 1, pool: OLD },
          { from: 2, pool: NEW.address },
        ],
        clock,
      );

    /** Round 2, and with it the switch, begins at NOW; the first look is a minute later. */
    const clock = { ...SETTINGS.clock, genesisTime: NOW / 1000 - 3_600, roundSeconds: 3_600 };
    const switchedAtNow = { settings: { ...settings, clock }, terms: switched(clock) };

    it('tells a person once of everything that a look finds, and pauses nothing, because no round is promised from it any more', async () => {
      const { tick, transfer, alerts, messages, lamports } = pool({ settings, terms: switched() });
      await tick();
      for (const one of [A, B, C]) transfer(one);
      await tick();
      await tick();
      expect([alerts, await open(db), await isPaused(db)]).toEqual([[`old-pool:${OLD}`], [], false]);
      expect(messages).toEqual([expect.stringContaining(' and 2 more, not in the journal')]);
      expect(await balanceAt(OLD)).toBe(lamports());
    });

    it('asks nobody for an acknowledgement', async () => {
      const { tick, transfer, alerts, ...operator } = pool({ settings, terms: switched() });
      await tick();
      for (const one of [A, B]) transfer(one);
      await tick();
      // Its alert stays only while it is raised again.
      expect(alerts.filter((key) => alertKind(key).lapses !== true)).toEqual([]);
      expect(await operator.resume([A])).toEqual({ kind: 'unknown', signatures: [A] });
      expect(await operator.resume([])).toEqual({ kind: 'resumed' });
    });

    it('tells again where the new checkpoint could not be stored', async () => {
      const { tick, transfer, alerts } = pool({ settings, terms: switched() });
      await tick();
      transfer(A);
      await db.exec('ALTER TABLE month_balances RENAME COLUMN taken_at TO gone');
      await expect(tick()).rejects.toThrow('taken_at');
      await db.exec('ALTER TABLE month_balances RENAME COLUMN gone TO taken_at');
      await tick();
      await tick();
      expect(alerts).toEqual([`old-pool:${OLD}`, `old-pool:${OLD}`]);
    });

    it('pauses as for the pool until ten minutes after the switch, because our clock may be ahead', async () => {
      const { tick, transfer, alerts } = pool(switchedAtNow);
      for (let minutes = 1; minutes < 9; minutes++) await tick();
      transfer(A);
      await tick();
      expect([alerts, await open(db), await isPaused(db)]).toEqual([[`outflow:${A}`], [A], true]);
    });

    it('pauses nothing more from ten minutes after the switch on', async () => {
      const { tick, transfer, alerts } = pool(switchedAtNow);
      for (let minutes = 1; minutes < 10; minutes++) await tick();
      transfer(A);
      await tick();
      expect([alerts, await isPaused(db)]).toEqual([[`old-pool:${OLD}`], false]);
    });

    it('does not say that no round is locked where nothing explains its balance', async () => {
      const { tick, transferUnlisted, messages } = pool({ settings, terms: switched() });
      await tick();
      transferUnlisted(A);
      for (let minutes = 0; minutes < 6; minutes++) await tick();
      expect(messages).toEqual([expect.stringContaining(`The pool wallet ${OLD} has held less`)]);
      expect(messages[0]).not.toContain('No round is locked');
    });

    it.each([
      ['the terms in force name it', [{ from: 1, pool: OLD }]],
      [
        'announced terms will name it again',
        [
          { from: 1, pool: NEW.address },
          { from: 9_000_000, pool: OLD },
        ],
      ],
      ['no terms are read yet', []],
    ])('pauses as for the pool while %s', async (_, announced) => {
      const { tick, transfer } = pool({ settings, terms: countedTerms(announced) });
      await tick();
      transfer(A);
      await tick();
      expect([await open(db), await isPaused(db)]).toEqual([[A], true]);
    });

    it('looks at it even while no node says what the new wallet holds', async () => {
      const { tick, lamports } = pool({ settings, downFor: (asked) => asked === NEW.address });
      await expect(tick()).rejects.toThrow("the pool's balance");
      expect([await balanceAt(OLD), await balanceAt(NEW.address)]).toEqual([lamports(), undefined]);
    });

    it('logs each that could not be looked at, by its address', async () => {
      const warn = vi.spyOn(console, 'warn').mockReturnValue();
      const { tick } = pool({ settings, downFor: () => true });
      await expect(tick()).rejects.toThrow("the pool's balance");
      const said = warn.mock.calls.map(([text]) => String(text));
      warn.mockRestore();
      for (const each of [OLD, NEW.address])
        expect(said).toContainEqual(expect.stringContaining(`pool wallet ${each} not reconciled: `));
    });
  });
});
