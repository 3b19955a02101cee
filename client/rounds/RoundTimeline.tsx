import { transactionLink } from '../../src/address/links.ts';
import type { PublicConfig } from '../../src/contract/config.ts';
import type { RoundDetail } from '../../src/contract/round.ts';
import { durationText, utcClockText, utcText } from '../format/timeText.ts';
import { ExternalLink, explorerOf } from '../ui/ExternalLink.tsx';
import { type RoundStep, roundSteps, type StepName, type StepState } from './roundSteps.ts';
import { lateText, STEP_TITLES, stepText } from './stepTexts.ts';

/** The words in place of a step's time. A step that is done has its time. */
const STATE_TEXTS: Readonly<Record<StepState, string>> = {
  done: '',
  now: 'under way',
  ahead: 'ahead',
  owed: 'owed',
  never: 'did not happen',
  lost: 'not stored',
};

/** Steps that get a link when they are done. Room for the link is kept from the start. */
const LINKED: ReadonlySet<StepName> = new Set(['commit', 'beacon', 'pay']);

interface RoundTimelineProps {
  readonly round: RoundDetail;
  readonly config: PublicConfig | null;
  /** Server time in ms. */
  readonly now: number;
}

/** The steps of a round, each with the time at which it was done or is due. */
export function RoundTimeline({ round, config, now }: RoundTimelineProps) {
  const steps = roundSteps(round, { now, entryLockSeconds: config?.entryLockSeconds ?? null });
  return (
    <section className="panel" aria-labelledby="steps-title">
      <div className="ph">
        <h2 id="steps-title">Step by step</h2>
        <p className="dim">Times in UTC, by our server’s clock</p>
      </div>
      <ol className="rsteps">
        {steps.map((step) => (
          <Step key={step.name} step={step} round={round} config={config} />
        ))}
      </ol>
    </section>
  );
}

interface StepProps {
  readonly step: RoundStep;
  readonly round: RoundDetail;
  readonly config: PublicConfig | null;
}

function Step({ step, round, config }: StepProps) {
  const link = step.state === 'done' ? linkOf(step.name, round, config) : null;
  return (
    <li className={step.state} aria-current={step.state === 'now' ? 'step' : undefined}>
      <h3>{STEP_TITLES[step.name]}</h3>
      <p className="at">
        <StepTime step={step} end={Date.parse(round.endsAt)} />
      </p>
      <p className="muted">{stepText(step, round)}</p>
      <LateText step={step} round={round} />
      {LINKED.has(step.name) && (
        <p className="links">
          {link && (
            <ExternalLink className="" href={link.href} hint={`of round ${round.roundNumber}`}>
              {link.text}
            </ExternalLink>
          )}
        </p>
      )}
    </li>
  );
}

function LateText({ step, round }: Pick<StepProps, 'step' | 'round'>) {
  const late = round.late.find((each) => each.step === step.name);
  return late === undefined ? null : <p className="late">{lateText(late, step.state)}</p>;
}

function StepTime({ step, end }: { readonly step: RoundStep; readonly end: number }) {
  const { state, at, due, name } = step;
  if (state === 'done' && at === null) return <span className="dim">time not recorded</span>;
  const time = at ?? due;
  if (time === null || state === 'never' || state === 'owed' || state === 'lost')
    return <span className="dim">{STATE_TEXTS[state]}</span>;
  return (
    <>
      <time dateTime={new Date(time).toISOString()} title={utcText(time)}>
        {utcClockText(time)}
      </time>{' '}
      <span className="dim">
        {state === 'done' ? name !== 'end' && gapText(time, end) : state === 'now' ? 'under way' : 'due'}
      </span>
    </>
  );
}

interface StepLink {
  readonly href: string;
  readonly text: string;
}

/** A link to the public record of a step; null when there is none. */
function linkOf(name: StepName, round: RoundDetail, config: PublicConfig | null): StepLink | null {
  if (config === null) return null;
  const { commitment, beacon, payout } = round;
  switch (name) {
    case 'commit':
      return commitment?.signature
        ? { href: transactionLink(explorerOf(config), commitment.signature), text: 'The commitment on chain' }
        : null;
    case 'beacon': {
      const [relay] = config.drand.urls;
      return relay && beacon ? { href: `${relay}/public/${beacon.round}`, text: 'The number at drand' } : null;
    }
    case 'pay':
      return payout?.signature
        ? { href: transactionLink(explorerOf(config), payout.signature), text: 'The payment on chain' }
        : null;
    case 'start':
    case 'lock':
    case 'end':
    case 'draw':
    case 'final':
      return null;
  }
}

const SECOND = 1000;
/** Shorter gaps are shown with tenths of a second, ms. */
const FINE_MS = 60 * SECOND;

/** The time between `at` and a round's end, both in ms: `41.0 s before the end`, `2.3 s after the end`. */
export function gapText(at: number, end: number): string {
  const gap = Math.abs(at - end);
  if (gap < SECOND / 20) return 'at the end';
  const length = gap < FINE_MS ? `${(gap / SECOND).toFixed(1)} s` : durationText(gap);
  return `${length} ${at < end ? 'before' : 'after'} the end`;
}
