import type { Env } from '../../worker/env.ts';
import { AlertsObject } from '../../worker/objects/AlertsObject.ts';
import { RoundsObject } from '../../worker/objects/RoundsObject.ts';
import { TaxObject } from '../../worker/objects/TaxObject.ts';
import type { Alert } from '../../worker/store/journal/alerts.ts';
import type { CycleOrder } from '../../worker/store/tax/taxExits.ts';
import { announceFirst } from './announceFirst.ts';
import { FRIENDS, firstAccounts, keyOf, MINT, MINT_KEYS, START, settingsOf } from './cast.ts';
import { CHANNEL_URL, createChannel, HEART_URL } from './channel.ts';
import { createCallCount, type MostCalls } from './countCalls.ts';
import { createCrons } from './crons.ts';
import { createD1, type D1Fault } from './d1.ts';
import { createDatabase } from './database.ts';
import { createDice } from './dice.ts';
import {
  type Atom,
  type AtomOf,
  CALM_AFTER_TAKEOVER_MS,
  calmOf,
  endOfFaults,
  type ObjectName,
  type Plan,
  picks,
} from './faults/atoms.ts';
import { createHost, type Host } from './host.ts';
import { createKv } from './kv.ts';
import { createChain } from './model/chain.ts';
import { createExchanges } from './model/outside.ts';
import { createNetwork, type GivenAnswer } from './network.ts';
import type { Violation } from './oracle/Court.ts';
import { createInvariants } from './oracle/invariants.ts';
import type { PaidDraw } from './oracle/judgeDraws.ts';
import { storedCycles, storedRounds } from './oracle/stored.ts';
import { createPersons } from './persons.ts';
import { enter } from './platform.ts';
import './quickBeacon.ts';
import { createScheduler, type Process } from './scheduler.ts';
import { createSqlStorage } from './sqlStorage.ts';
import { createStrangers } from './strangers.ts';

const DEPLOY_GAP_MS = 200;
const RESTORE_GAP_MS = 500;
const MOST_ANSWERS = 200;

export interface WorldResult {
  readonly plan: Plan;
  readonly digest: string;
  readonly violations: readonly Violation[];
  readonly events: number;
  /** Rounds that have an end, and tax cycles that ended with a distribution. */
  readonly rounds: number;
  readonly cycles: number;
  readonly summary: string;
  /** The paid draws, for the second implementation, which judges many at once. */
  readonly draws: readonly PaidDraw[];
  /** The trace; only kept when one is wanted. */
  readonly lines: readonly string[];
  /** Atoms that had an effect. */
  readonly used: ReadonlySet<Atom>;
  /** Which question met which fault: `getBalance × 429`. */
  readonly pairs: ReadonlySet<string>;
  /** Every question that the worker asked, whomever it asked. */
  readonly questions: ReadonlySet<string>;
  readonly calls: MostCalls;
  /** The newest answers of nodes, oldest first. */
  readonly answers: readonly GivenAnswer[];
}

export interface WorldOptions {
  readonly isTraced?: boolean;
  /** Whether the world goes on after a violation of this rule. */
  readonly tolerated?: (rule: string) => boolean;
}

/** Plays one simulated lottery: the worker's real objects in the world that a plan describes. */
export async function runWorld(
  plan: Plan,
  { isTraced = false, tolerated = () => false }: WorldOptions = {},
): Promise<WorldResult> {
  const dice = createDice(plan.seed);
  const scheduler = createScheduler(plan.seed, START, isTraced);
  const database = createDatabase();
  const violations: Violation[] = [];
  const used = new Set<Atom>();
  const [pairs, questions] = [new Set<string>(), new Set<string>()];
  const answers: GivenAnswer[] = [];
  const calls = createCallCount();
  const isWatched = plan.isWatched === true;
  let vars = {
    ...settingsOf(plan),
    ...(isWatched && { ALERT_WEBHOOK_URL: CHANNEL_URL, HEARTBEAT_URL: HEART_URL }),
  };
  const storage = isWatched ? createSqlStorage() : null;
  const since = () => scheduler.now() - START;
  const isOn = ({ from, to }: { readonly from: number; readonly to: number }) => since() >= from && since() < to;
  const atoms = <K extends Atom['kind']>(kind: K) => plan.atoms.filter((atom): atom is AtomOf<K> => atom.kind === kind);
  const rejects = atoms('reject');
  const [d1Faults, clocks, loses, congests] = [atoms('d1'), atoms('clock'), atoms('lose'), atoms('congest')];

  const onUse = (atom: Atom, question: string, how: string) => {
    used.add(atom);
    pairs.add(`${question} × ${how}`);
  };
  const { accounts, supply } = firstAccounts(plan);
  const chain = createChain({
    ...{ scheduler, seed: plan.seed, start: START, mint: MINT, mintKeys: MINT_KEYS, supply, accounts },
    landsAfter() {
      const lost = loses.find((atom) => isOn(atom) && dice.chance('lose', atom.rate));
      if (lost !== undefined) onUse(lost, 'sendTransaction', 'lose');
      const congested = congests.find(isOn);
      if (congested !== undefined) onUse(congested, 'sendTransaction', 'congest');
      return lost === undefined ? dice.between('lands', 0, 4) + dice.below('congested', congested?.slots ?? 1) : null;
    },
    refuses(accounts) {
      const refused = rejects.find(
        (atom) => isOn(atom) && accounts >= atom.accounts && dice.chance('reject', atom.rate),
      );
      if (refused !== undefined) onUse(refused, 'sendTransaction', 'reject');
      return refused !== undefined;
    },
  });
  const invariants = createInvariants({
    ...{ plan, scheduler, database, chain, watchFreeAt: () => hosts.alerts.succeededAt() },
    onViolation(violation) {
      violations.push(violation);
      if (!tolerated(violation.rule)) scheduler.stop();
    },
  });

  // --- the platform -------------------------------------------------------------------------------------------------
  const hosts: { rounds: Host<RoundsObject>; tax: Host<TaxObject>; alerts: Host<AlertsObject> } = {
    rounds: createHost({
      ...{ name: 'rounds', scheduler, dice, onCrash: (atom, name) => onUse(atom, name, 'crash') },
      create: (ctx, life) => new RoundsObject(ctx, envFor(life)),
      ring: (object) => object.alarm(),
    }),
    tax: createHost({
      ...{ name: 'tax', scheduler, dice, onCrash: (atom, name) => onUse(atom, name, 'crash') },
      create: (ctx, life) => new TaxObject(ctx, envFor(life)),
      ring: (object) => object.alarm(),
    }),
    alerts: createHost({
      ...{ name: 'alerts', scheduler, dice, onCrash: (atom, name) => onUse(atom, name, 'crash') },
      create: (ctx, life) => new AlertsObject(ctx, envFor(life)),
      ring: (object) => object.alarm(),
      ...(storage !== null && { sql: storage.sql }),
    }),
  };
  const played: readonly ObjectName[] = isWatched ? ['rounds', 'tax', 'alerts'] : ['rounds', 'tax'];
  const hostOf = (life: Process): Host<unknown> | null => {
    const name = played.find((each) => life.name.startsWith(each));
    return name === undefined ? null : hosts[name];
  };
  const dies = (life: Process, name: string) => {
    if (hostOf(life) !== null) questions.add(name);
    return hostOf(life)?.dies(life, name) ?? life.isDead;
  };

  const called = new Set<string>();
  function d1Fault(name: string): D1Fault | null {
    const isFirst = !called.has(name);
    called.add(name);
    for (const atom of d1Faults) {
      if (!isOn(atom) || !picks(atom, name) || (atom.isFirst && !isFirst) || !dice.chance('d1 fault', atom.rate))
        continue;
      onUse(atom, name, `d1 ${atom.fault}`);
      return atom.fault;
    }
    return null;
  }

  const kept = new Map<string, string>();
  announceFirst({ chain, kept, vars });

  function envFor(owner: Process): Env {
    const stub = <T extends Record<N, () => Promise<unknown>>, N extends string>(
      host: Host<T>,
      names: readonly N[],
    ) => ({
      getByName: () =>
        Object.fromEntries(
          names.map((name) => [name, () => host.call(`${owner.name} ${name}`, (object) => object[name]())]),
        ),
    });
    async function raise(alert: Alert): Promise<void> {
      scheduler.note(`alert: ${alert.message}`);
      if (isWatched) await hosts.alerts.call(`${owner.name} raise`, (object) => object.raise(alert));
    }
    const tickAlerts = async () =>
      isWatched ? hosts.alerts.call(`${owner.name} tick`, (object) => object.tick()) : undefined;
    return {
      ...vars,
      DB: createD1({ database, scheduler, dice, owner, fault: d1Fault, dies: (name) => dies(owner, name) }),
      CACHE: createKv({ kept, scheduler, dice, owner }),
      ROUNDS: stub(hosts.rounds, ['tick', 'advance', 'readPulse']),
      TAX: {
        getByName: () => ({
          ...stub(hosts.tax, ['collect', 'readPulse']).getByName(),
          collectAfter: (ms: number) =>
            hosts.tax.call(`${owner.name} collectAfter`, (object) => object.collectAfter(ms)),
          exit: (order: CycleOrder) => hosts.tax.call(`${owner.name} exit`, (object) => object.exit(order)),
        }),
      },
      ALERTS: { getByName: () => ({ raise, tick: tickAlerts }) },
      PUSH: { getByName: () => ({ tick: async () => undefined }) },
    } as unknown as Env;
  }

  const crons = createCrons({
    ...{ scheduler, dice, envFor, isOn, onUse },
    ...{ none: atoms('noCron'), lost: atoms('lostCron') },
  });

  // --- everybody else -----------------------------------------------------------------------------------------------
  const strangers = createStrangers({ scheduler, dice, chain, start: START });
  const restartAll = (gap: number) => {
    for (const name of played) hosts[name].restart(gap);
  };
  function deploy(setting: string, value: string): void {
    scheduler.note(`deployed: ${setting}=${value}`);
    vars = { ...vars, [setting]: value };
    restartAll(DEPLOY_GAP_MS);
  }
  const persons = createPersons({
    ...{ scheduler, dice, database, chain, envFor, start: START },
    advance: (what) =>
      what === 'rounds'
        ? hosts.rounds.call('a person asks', (object) => object.advance())
        : hosts.tax.call('a person asks', (object) => object.collect()),
    deploy,
  });

  let copyLength = 0;
  const copy = () => {
    copyLength = database.length();
  };
  function befall(atom: Atom): void {
    chain.advance();
    if (strangers.play(atom) || persons.play(atom)) {
      onUse(atom, 'the world', atom.kind);
      return;
    }
    // A crash is used when an answer meets it, and what lasts is used where it is met.
    if (atom.kind !== 'crash' && !('to' in atom)) onUse(atom, 'the world', atom.kind);
    switch (atom.kind) {
      case 'crash':
        hosts[atom.object].armCrash(atom);
        break;
      case 'overlap':
        if (played.includes(atom.object)) hosts[atom.object].overlap(atom.lasts);
        break;
      case 'refused':
        onUse(atom, 'the world', 'refused');
        deploy('GOD_MINT', 'no address');
        scheduler.after(atom.to - atom.from, '', () => deploy('GOD_MINT', MINT), { owner: null, isPlanned: true });
        break;
      case 'stop':
        onUse(atom, 'the world', 'stop');
        hosts[atom.object].stop(atom.to - atom.from, atom.isHanging);
        break;
      case 'restore':
        if (!atom.isUnderLife) restartAll(RESTORE_GAP_MS);
        database.restore(copyLength);
        break;
      case 'fork':
        chain.fork(atom.depth, () => dice.chance('kept', atom.kept));
        break;
      case 'cronTwice':
        crons.repeat();
        break;
    }
  }

  const channel = createChannel({
    ...{ dice, troubles: atoms('channel'), isOn, since, onUse },
    onPost(post) {
      scheduler.note(`told ${post.isTaken}: ${post.alerts.map(({ id }) => id).join(' ')}`, () => post.body);
      invariants.onPost(post);
    },
  });
  const exchanges = createExchanges(chain, keyOf('market maker'));
  const fetch = createNetwork({
    ...{
      plan,
      scheduler,
      dice,
      chain,
      start: START,
      friends: FRIENDS,
      exchanges,
      dies,
      onUse,
      onSend: invariants.onSend,
      channel,
      onBeat: invariants.onBeat,
    },
    onAnswer(answer) {
      calls.note(answer);
      answers.push(answer);
      if (answers.length > 2 * MOST_ANSWERS) answers.splice(0, MOST_ANSWERS);
    },
    onFault(error) {
      violations.push({
        rule: 'simulator',
        detail: error instanceof Error ? (error.stack ?? '') : String(error),
        at: since(),
      });
      scheduler.stop();
    },
  });
  const clockOff = () => clocks.filter(isOn).reduce((sum, { by }) => sum + by, 0);
  enter({ seed: plan.seed, scheduler, now: () => scheduler.now() + clockOff(), fetch });
  try {
    scheduler.after(10, '', crons.start, { owner: null });
    strangers.live();
    for (const atom of plan.atoms) {
      scheduler.after(atom.from, `plan: ${atom.kind}`, () => befall(atom), { owner: null, isPlanned: true });
      if (atom.kind === 'restore') scheduler.after(atom.copyAt, '', copy, { owner: null, isPlanned: true });
    }
    // A crash waits for its answer and may come after all other faults, so the calm is counted from the beginning of
    // the last life.
    const taxSucceededAt = () => Math.max(hosts.tax.succeededAt(), hosts.tax.tookOverAt()) - START;
    const faultsEnd = () => Math.max(endOfFaults(plan), hosts.rounds.succeededAt() - START, taxSucceededAt());
    const restsAt = () => START + Math.max(faultsEnd() + calmOf(plan), taxSucceededAt() + CALM_AFTER_TAKEOVER_MS);
    while (!scheduler.isOver() && scheduler.now() < restsAt())
      await scheduler.runUntil(restsAt(), invariants.afterEvent);
    if (!scheduler.isOver()) invariants.atEnd({ faultsEnd: faultsEnd(), taxSucceededAt: taxSucceededAt() });
    const summary = invariants.summary();
    scheduler.note(summary);
    for (const table of [
      'rounds',
      'journal',
      'winners',
      'pauses',
      'checkpoints',
      'outflows',
      'tax_cycles',
      'tax_steps',
      'tax_lines',
    ])
      scheduler.note(`${table} ${JSON.stringify(database.ask(`SELECT * FROM ${table}`))}`);
    return {
      ...{
        plan,
        violations,
        used,
        pairs,
        questions,
        answers,
        calls: calls.most(),
        summary,
        lines: scheduler.lines,
        draws: invariants.draws,
      },
      ...{ digest: scheduler.digest(), events: scheduler.events() },
      rounds: storedRounds(database).length,
      cycles: storedCycles(database).filter(({ state }) => state === 'done').length,
    };
  } finally {
    enter(null);
    database.close();
    storage?.close();
  }
}
