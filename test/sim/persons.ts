import {
  ComputeBudgetProgram,
  type Keypair,
  PublicKey,
  SystemProgram,
  Transaction,
  type TransactionInstruction,
} from '@solana/web3.js';
import { address } from '../../src/address/address.ts';
import { addressWithSeed } from '../../src/address/addressWithSeed.ts';
import { lamports } from '../../src/money/lamports.ts';
import { CURRENT_PROTOCOL } from '../../src/protocol/protocolOf.ts';
import { markInstructions, memoInstruction, prizeInstructions } from '../../worker/chain/signing/transactions.ts';
import { distributionServices } from '../../worker/compose/distributionServices.ts';
import { operatorServices } from '../../worker/compose/operatorServices.ts';
import type { Env } from '../../worker/env.ts';
import { taxObject } from '../../worker/objects/stubs.ts';
import { parseSettings } from '../../worker/settings/parseSettings.ts';
import { keyOf, POOL, STRANGER } from './cast.ts';
import type { Database } from './database.ts';
import type { Dice } from './dice.ts';
import type { Atom, AtomOf } from './faults/atoms.ts';
import { rentOf } from './model/accounts.ts';
import type { Chain } from './model/chain.ts';
import type { Process, Scheduler } from './scheduler.ts';

export interface PersonsInput {
  readonly scheduler: Scheduler;
  readonly dice: Dice;
  readonly start: number;
  readonly database: Database;
  readonly chain: Chain;
  /** The bindings for one request. */
  readonly envFor: (request: Process) => Env;
  /** What a route does after a change: it asks the rounds or the tax to go on. */
  readonly advance: (what: 'rounds' | 'tax') => Promise<unknown>;
  readonly deploy: (setting: string, value: string) => void;
}

const BY = { by: 'person', reason: 'the simulation' };

const written = (value: unknown) =>
  JSON.stringify(value, (_, part: unknown) => (typeof part === 'bigint' ? String(part) : part));

/** How often a person looks whether a tax cycle is where he waits for it, and for how long, milliseconds. */
const LOOK_MS = 200;
const LOOKS_MS = 150_000;
/** A cycle that stands at one step for so long makes an operator look at it, milliseconds. */
const WAITING_MS = 100_000;

/** What operators do in the console, by the worker's own services, and what owners of keys do without the console. */
export function createPersons(input: PersonsInput) {
  const { scheduler, database, chain, dice } = input;
  let requests = 0;

  /** Runs one request of the console, as a process of its own. */
  function request(what: string, run: (env: Env) => Promise<unknown>): void {
    const owner: Process = { name: `request${++requests}`, isDead: false };
    // While the settings are refused, a request fails at once.
    const begun = async () => run(input.envFor(owner));
    const begin = () =>
      void begun().then(
        (answer) => scheduler.note(`${owner.name} ${what}: ${written(answer ?? 'done').slice(0, 300)}`),
        (error: unknown) => scheduler.note(`${owner.name} ${what} failed: ${String(error)}`),
      );
    scheduler.after(0, `${owner.name}: a person's ${what}`, begin, { owner });
  }

  function services(env: Env) {
    const parsed = parseSettings(env);
    if (!parsed.ok) throw new Error(parsed.problems.join());
    return {
      operator: operatorServices(env, parsed.settings),
      // Nothing is passed on here: the alerts' object finds the alerts in the database within a minute.
      distribution: () => distributionServices(env, parsed.settings, async () => undefined),
    };
  }

  const heldRounds = () =>
    database
      .ask<{ round: number }>(`SELECT round FROM rounds WHERE state = 'held' ORDER BY round`)
      .map(({ round }) => round);

  /** The newest payment of a held round that a person has sent. */
  let newestByHand: string | null = null;

  /** A transaction of the pool, sent by an owner of its key. */
  function send(instructions: readonly TransactionInstruction[]): string {
    const pool: Keypair = keyOf('pool');
    const transaction = new Transaction({
      feePayer: pool.publicKey,
      blockhash: chain.blockhash(chain.slots.behind(chain.slots.head(), 1)),
      lastValidBlockHeight: 0,
    });
    transaction.add(...instructions);
    transaction.sign(pool);
    return chain.submit(transaction.serialize().toString('base64'));
  }

  /** The commitment of a round that has no record in the database, as an explorer shows it; null for other rounds. */
  function commitmentOfLost(round: number): string | null {
    if (database.ask('SELECT 1 FROM rounds WHERE round = ? AND root IS NOT NULL', round).length > 0) return null;
    const said = chain
      .listed(POOL)
      .find(({ memos }) => memos.some((text) => text.startsWith(`GOD1 commit round=${round} `)));
    return said?.signature ?? null;
  }

  function takeFromPool(lamportsTaken: bigint): string {
    const [from, to] = [keyOf('pool').publicKey, new PublicKey(STRANGER)];
    return send([SystemProgram.transfer({ fromPubkey: from, toPubkey: to, lamports: lamportsTaken })]);
  }

  /**
   * What `npm run pay` does: pays a drawn round and makes its mark. Null when the round is not drawn or its mark is
   * final already.
   */
  function payWithMark(round: number): string | null {
    const [row] = database.ask<{ ends_at: number; root: string; beacon_round: number }>(
      `SELECT ends_at, root, beacon_round FROM rounds WHERE round = ? AND root IS NOT NULL`,
      round,
    );
    const winners = winnersOf(round);
    if (row === undefined || winners.length === 0 || isMarked(row.ends_at)) return null;
    const seed = CURRENT_PROTOCOL.payoutSeed(row.ends_at);
    const { publicKey } = keyOf('pool');
    const said = { round, endsAt: row.ends_at, root: row.root, beaconRound: row.beacon_round, winners: winners.length };
    return send([
      ComputeBudgetProgram.setComputeUnitLimit({ units: 250_000 }),
      ComputeBudgetProgram.setComputeUnitPrice({ microLamports: 100_000 }),
      ...markInstructions(publicKey, seed, rentOf(1)),
      ...prizeInstructions(publicKey, winners),
      memoInstruction(publicKey, CURRENT_PROTOCOL.payoutMemo(said)),
    ]);
  }

  /** The stored winners of a round and their prizes, in the order of their places. */
  const winnersOf = (round: number) =>
    database
      .ask<{ place: 1 | 2 | 3; address: string; lamports: string }>(
        'SELECT place, address, lamports FROM winners WHERE round = ? ORDER BY place',
        round,
      )
      .map(({ address: to, lamports: prize, ...winner }) => ({
        ...{ ...winner, address: address(to), lamports: lamports(BigInt(prize)) },
      }));

  /** Whether anything final has made the mark of a round that ends at this moment, unix seconds. */
  const isMarked = (endsAt: number) =>
    chain.accountAt(addressWithSeed(address(POOL), CURRENT_PROTOCOL.payoutSeed(endsAt)), chain.slots.finalized().slot)
      .data !== null;

  /** Signatures of the transfers; none when the round is not drawn, or is paid. */
  function payPlain(round: number, way: AtomOf<'payPlain'>['way']): string[] {
    const [row] = database.ask<{ ends_at: number }>('SELECT ends_at FROM rounds WHERE round = ?', round);
    const winners = winnersOf(round);
    if (row === undefined || winners.length === 0 || isMarked(row.ends_at)) return [];
    const { publicKey } = keyOf('pool');
    const parts = way === 'together' ? [winners] : winners.map((winner) => [winner]);
    return parts.map((part) => send(prizeInstructions(publicKey, part)));
  }

  /** The tax cycle that has stood at its present step since before this moment, unix milliseconds. */
  const cycleAt = (step: AtomOf<'exitTax'>['step'], since: number) =>
    database.ask<{ id: number }>(
      `SELECT id FROM tax_cycles WHERE state IN ('harvest', 'withdraw', 'swap', 'distribute')
         AND (?1 IS NULL OR state = ?1) AND state_since <= ?2`,
      step,
      since,
    )[0]?.id;

  /** As the console does it: the tax's object is asked, and then looks at once. */
  function exitTax({ exit, step }: Pick<AtomOf<'exitTax'>, 'exit' | 'step'>, until: number): void {
    const cycle = cycleAt(step, Number.MAX_SAFE_INTEGER);
    if (cycle !== undefined)
      request(`${exit} of tax cycle ${cycle}`, async (env) => {
        const answer = await taxObject(env).exit({ cycle, exit, ...BY });
        await input.advance('tax');
        return answer;
      });
    else if (scheduler.now() < until)
      scheduler.after(LOOK_MS, '', () => exitTax({ exit, step }, until), { owner: null, isPlanned: true });
  }

  /**
   * One look of the operator: he may end a pause, closes a tax cycle that waits, and pays, releases, closes or shelves a
   * held round.
   */
  function lookAfter(atom: AtomOf<'operator'>): void {
    const at = { from: scheduler.now() - input.start };
    const isPaused = database.ask('SELECT 1 FROM pauses WHERE resumed_at IS NULL').length > 0;
    if (isPaused && dice.chance('operator resumes', 0.7)) play({ kind: 'resume', ...at });
    const waits = cycleAt(null, scheduler.now() - WAITING_MS) !== undefined;
    if (waits && dice.chance('operator closes tax', 0.3)) exitTax({ exit: 'close', step: null }, scheduler.now());
    const held = heldRounds().length;
    if (held === 0) return;
    const which = dice.below('operator which', held);
    // Some pay by hand at once, some try the console first.
    if (dice.chance('operator pays', atom.arg)) play({ kind: 'payByHand', which, ...at });
    else
      play({ kind: 'exit', exit: dice.pick('operator exit', ['release', 'close', 'close', 'shelve']), which, ...at });
  }

  function play(atom: Atom): boolean {
    switch (atom.kind) {
      case 'pause':
        request('pause', (env) => services(env).operator.pause(BY.by, BY.reason));
        return true;
      case 'resume':
        request('resume', async (env) => {
          const { operator } = services(env);
          const asked = await operator.resume({ ...BY, acknowledge: [] });
          if (asked.kind !== 'unacknowledged') return asked;
          // The outflows are shown, and a person confirms that they are known.
          const acknowledge = asked.outflows.map(({ signature }) => signature);
          const answer = await operator.resume({ ...BY, acknowledge });
          await input.advance('rounds');
          return answer;
        });
        return true;
      case 'pauseTax':
        request('pause of the tax', (env) => services(env).operator.pauseTax(BY));
        return true;
      case 'resumeTax':
        request('resume of the tax', async (env) => {
          await services(env).operator.resumeTax(BY);
          return input.advance('tax');
        });
        return true;
      case 'exit': {
        const held = heldRounds();
        const round = held[atom.which % Math.max(1, held.length)];
        if (round === undefined) return true;
        const named = atom.isNamed === true ? newestByHand : null;
        request(`${atom.exit} of round ${round}`, async (env) => {
          const { operator } = services(env);
          const lost = atom.exit === 'release' ? commitmentOfLost(round) : null;
          const answer =
            lost === null
              ? await operator.exitRound({ round, exit: atom.exit, signature: named, ...BY })
              : await operator.recoverRound({ signature: lost, copy: null, ...BY });
          await input.advance('rounds');
          return answer;
        });
        return true;
      }
      case 'exitTax':
        exitTax(atom, scheduler.now() + LOOKS_MS);
        return true;
      case 'payByHand': {
        const held = heldRounds();
        const round = held[atom.which % Math.max(1, held.length)];
        if (round === undefined) return true;
        const signature = payWithMark(round);
        if (signature === null) return true;
        newestByHand = signature;
        scheduler.note(`a person pays round ${round} by hand: ${signature.slice(0, 8)}`);
        return true;
      }
      case 'payPlain': {
        const held = heldRounds();
        const round = held[atom.which % Math.max(1, held.length)];
        if (round === undefined) return true;
        for (const signature of payPlain(round, atom.way)) {
          newestByHand = signature;
          scheduler.note(`a person pays round ${round} by plain transfers: ${signature.slice(0, 8)}`);
        }
        return true;
      }
      case 'outflow': {
        const { lamports } = chain.accountAt(POOL, chain.slots.head().slot);
        const taken = (lamports * BigInt(atom.part)) / 100n;
        scheduler.note(`somebody with the pool's key takes ${taken} lamports: ${takeFromPool(taken).slice(0, 8)}`);
        return true;
      }
      case 'operator': {
        const again = () => {
          chain.advance();
          lookAfter(atom);
          if (scheduler.now() - input.start + atom.every < atom.to)
            scheduler.after(atom.every, '', again, { owner: null, isPlanned: true });
        };
        again();
        return true;
      }
      case 'activate':
        request('activation', async (env) => {
          const distribution = await services(env).distribution();
          const { wallets } = await distribution.state();
          const changed = wallets.map((wallet) => ({
            ...wallet,
            percentage: wallet.isLottery ? atom.share : 100 - atom.share,
          }));
          const saved = await distribution.save({ from: null, by: BY.by, wallets: changed });
          if (saved.kind !== 'done') return saved;
          return (await distribution.activate({ from: null, by: BY.by })).kind;
        });
        return true;
      case 'deploy':
        input.deploy(atom.setting, atom.value);
        return true;
      default:
        return false;
    }
  }

  return {
    /** True when a person does what the atom says. */
    play,
  };
}
