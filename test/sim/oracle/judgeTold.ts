import { START } from '../cast.ts';
import type { Post, ToldAlert } from '../channel.ts';
import type { Court } from './Court.ts';
import { type Duty, isOpen, isOpenAbout } from './Duty.ts';
import { createDutiesOfFaults, mayBeDown } from './dutiesOfFaults.ts';
import { createHindrances } from './hindrances.ts';
import { storedAlerts, storedCycles, storedEnds, storedOutflows } from './stored.ts';
import { createTold } from './told.ts';

/** How often the duties are looked at. */
const CHECK_MS = 5_000;
/** Winners that are shown and not paid for this long. */
const UNPAID_MS = 300_000;
/** Without a heartbeat for this long, the monitor outside raises an alarm. */
const HEART_MS = 300_000;

const NOT_PLAYED = ['missed', 'commitment-late', 'snapshot-unreliable', 'nodes-disagree', 'nodes-silent'];
const IN_FLIGHT = ['locked', 'committed', 'drawn'];
const CYCLE_IN_FLIGHT = ['harvest', 'withdraw', 'swap', 'distribute'];

/**
 * Judges whether whoever must know is told: by the database, the chain and the plan of faults, and by what came to the
 * channel.
 */
export function createJudgeTold(court: Court) {
  const { plan, scheduler, database, chain, violate, watchFreeAt } = court;
  const told = createTold({ plan, violate, watchFreeAt: () => watchFreeAt() - START });
  const hindrances = createHindrances(court);
  const { since, of, looks, databaseFreeAt, allFreeAt } = hindrances;
  const dutiesOfFaults = createDutiesOfFaults({ plan, database, chain, told, hindrances });
  const seen = new Map<string, number>();
  let checkedAt = Number.NEGATIVE_INFINITY;
  let beatAt = 0;

  /** What the database has as an alert has to come to a person. */
  function* ofAlerts(): Generator<Duty> {
    for (const { key, raised_at: raisedAt } of storedAlerts(database)) {
      const last = told.last(key);
      const isAfter = last === undefined || (last.event === 'over' && Date.parse(last.raisedAt) < raisedAt);
      if (isAfter && (last === undefined || of('clock').length === 0))
        yield { rule: 'alert-untold', about: `${key} ${raisedAt}`, within: looks(1), freeAt: databaseFreeAt() };
    }
  }

  /** What has become of the rounds. */
  function* ofRounds(): Generator<Duty> {
    const same = { within: looks(1), freeAt: databaseFreeAt() };
    const rounds = storedEnds(database);
    const [newest, before] = endedOf(rounds);
    const drawn = rounds.find(({ state }) => state === 'drawn');
    for (const { round, state, isSettled } of rounds)
      if (state === 'held' && !isSettled && !isOpen(told, `held:${round}`) && !isOpenAbout(told, `held:${round}`))
        yield { rule: 'held-untold', about: `round ${round}`, ...same };
    if (newest !== undefined && NOT_PLAYED.includes(newest.reason ?? '') && !isOpenAbout(told, 'missed'))
      yield { rule: 'missed-untold', about: `round ${newest.round} (${newest.reason})`, ...same };
    const isNoPayment = before !== undefined && newest?.state !== 'paid' && before.state !== 'paid';
    if (isNoPayment && !isOpenAbout(told, 'no-payment'))
      yield { rule: 'no-payment-untold', about: `rounds ${before.round} and ${newest?.round}`, ...same };
    const isLate = drawn !== undefined && scheduler.now() - drawn.ends_at * 1000 > UNPAID_MS;
    if (isLate && !isOpenAbout(told, 'unpaid')) yield { rule: 'unpaid-untold', about: `round ${drawn.round}`, ...same };
  }

  /** What is over by the database, and is not told as over. */
  function* ofEnds(): Generator<Duty> {
    const rounds = storedEnds(database);
    const [newest] = endedOf(rounds);
    const isOver: Readonly<Record<string, (subject: string, state: string | undefined) => boolean>> = {
      held: (subject) => rounds.some((each) => isOf(each, subject) && (each.state !== 'held' || each.isSettled)),
      late: (subject) => rounds.some((each) => isOf(each, subject) && !IN_FLIGHT.includes(each.state)),
      rules: (subject) => rounds.some((each) => isOf(each, subject) && !IN_FLIGHT.includes(each.state)),
      unsettled: (subject) => rounds.some((each) => isOf(each, subject)),
      missed: () => newest?.state === 'paid',
      'no-payment': () => newest?.state === 'paid',
      unpaid: () => !rounds.some(({ state }) => state === 'drawn'),
      outflow: (subject) =>
        storedOutflows(database).some((each) => each.signature === subject && each.acknowledged_at !== null),
      'tax-late': (subject) =>
        storedCycles(database).some(({ id, state }) => String(id) === subject && !CYCLE_IN_FLIGHT.includes(state)),
      'tax-refused': (subject, at) =>
        storedCycles(database).some(({ id, state }) => String(id) === subject && state !== at),
    };
    for (const { key } of told.open()) {
      const [kind = '', subject = '', state] = key.split(':');
      if (isOver[kind]?.(subject, state) === true)
        yield { rule: 'over-untold', about: key, within: looks(1), freeAt: databaseFreeAt() };
    }
  }

  function* duties(): Generator<Duty> {
    yield* ofAlerts();
    yield* ofRounds();
    yield* ofEnds();
    yield* dutiesOfFaults();
    if (plan.atoms.length === 0)
      yield { rule: 'heart-silent', about: 'heartbeat', since: beatAt, within: HEART_MS, freeAt: allFreeAt() };
  }

  /** An alert that nothing in the world explains. */
  function judgeTruth({ key, event }: ToldAlert): void {
    if (event !== 'raised') return;
    const [kind = '', subject = ''] = key.split(':');
    const isPoor = kind === 'no-payment' && storedEnds(database).some(({ reason }) => reason === 'reserve');
    if (plan.atoms.length === 0 && !isPoor) violate('false-alarm', `in a calm world ${key} is told`);
    if (kind === 'part-down' && !mayBeDown(subject, plan.atoms))
      violate('false-alarm', `nothing has brought the part ${subject} down`);
  }

  return {
    onPost(post: Post): void {
      for (const each of told.onPost(post)) judgeTruth(each);
    },
    onBeat(): void {
      beatAt = since();
    },
    look(): void {
      if (plan.isWatched !== true || since() - checkedAt < CHECK_MS) return;
      checkedAt = since();
      const due = new Set<string>();
      for (const { rule, about, since: from, within, freeAt } of duties()) {
        const name = `${rule} ${about}`;
        due.add(name);
        const first = from ?? seen.get(name) ?? since();
        seen.set(name, first);
        if (since() - Math.max(first, freeAt) > within + CHECK_MS) violate(rule, `${about}: nobody is told`);
      }
      for (const name of seen.keys()) if (!due.has(name)) seen.delete(name);
    },
  };
}

type Ended = ReturnType<typeof storedEnds>[number];
const isOf = ({ round }: Ended, subject: string) => String(round) === subject;
/** The rounds that have an end, the newest first. */
const endedOf = (rounds: readonly Ended[]): readonly Ended[] =>
  rounds
    .filter(
      ({ state, reason }) => ['paid', 'rolled-over'].includes(state) && reason !== 'paused' && reason !== 'shadow',
    )
    .toReversed();
