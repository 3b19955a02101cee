import type { AlertName } from '../../src/alerts/alertKinds.ts';
import { errorText } from '../../src/errorText.ts';
import { isRecent } from '../../src/round/isRecent.ts';
import type { Doubt } from '../chain/node/rpcError.ts';
import type { RaiseAlert } from './raiseAlerts.ts';

const MOST_TOLD = 200;
/** While a doubt lasts, its alert is raised again this often. Otherwise the alert would count as over. */
const AGAIN_MS = 300_000;
const DISPUTED_MS = 600_000;
/** Health shows the newest doubt for this long. */
const RECENT_MS = 3_600_000;

export interface DoubtsInput {
  readonly raiseAlert: RaiseAlert;
  /** Unix milliseconds. */
  readonly now: () => number;
}

/** Nodes at different slots differ for a moment. A person is told only of a contradiction that lasts for this long. */
const PASSING_MS = 10_000;
/** A doubt that comes later than this after the one before it begins a new contradiction or outage. */
const APART_MS = 600_000;
/** A single refused call is no outage: a person is told after so many unanswered questions and so long a time. */
const OUTAGE = { questions: 3, ms: 5_000 } as const;

const ALERTS = {
  silent: 'node-silent',
  down: 'node-silent',
  disagree: 'nodes-disagree',
  lied: 'node-lied',
  differs: 'node-lied',
} as const satisfies Readonly<Record<Doubt['kind'], AlertName>>;

interface Trouble {
  readonly since: number;
  readonly kind: Doubt['kind'];
  lastAt: number;
  count: number;
  alert: { readonly key: string; readonly sentence: string };
}

/**
 * Tells a person of doubts about RPC nodes, in one alert for each kind and node while the doubt lasts. Contradictions
 * and silences that pass quickly are left out.
 */
export function createDoubts({ raiseAlert, now }: DoubtsInput) {
  const told = new Map<string, number>();
  let disputedAt = Number.NEGATIVE_INFINITY;
  const troubles = new Map<string, Trouble>();
  let newest: { readonly at: number; readonly sentence: string } | null = null;

  /**
   * Notes a doubt, and returns the contradiction or outage that it belongs to. An outage has no subject: only the node
   * matters.
   */
  function troubleOf(doubt: Doubt): Trouble {
    const { kind, about } = doubt;
    const [at, named] = [now(), doubt.nodes.join(',')];
    const name = kind === 'silent' || kind === 'down' ? `${kind} ${named}` : `${kind} ${named} ${about}`;
    const known = troubles.get(name);
    const isSame = known !== undefined && isRecent(known.lastAt, at, APART_MS);
    const [since, count] = isSame ? [known.since, known.count + 1] : [at, 1];
    // The key has only kind and node: tax and rounds meet the same contradiction, each about other transactions.
    const alert = { key: `${ALERTS[kind]}:${named}`, sentence: describeDoubt(doubt, count) };
    const trouble: Trouble = { since, kind, lastAt: at, count, alert };
    if (troubles.size >= MOST_TOLD) troubles.clear();
    troubles.set(name, trouble);
    return trouble;
  }

  function tell({ alert: { key, sentence } }: Trouble): void {
    if (isRecent(told.get(key) ?? Number.NEGATIVE_INFINITY, now(), AGAIN_MS)) return;
    // `told` only saves repetitions, so it may be cleared: the database and the alerts' object remember alerts too.
    if (told.size >= MOST_TOLD) told.clear();
    told.set(key, now());
    void raiseAlert(key, sentence).catch((error: unknown) => {
      told.delete(key);
      console.error(`an alert was not stored: ${errorText(error)}`);
    });
  }

  return {
    onDoubt(doubt: Doubt): void {
      const { kind } = doubt;
      const trouble = troubleOf(doubt);
      newest = { at: now(), sentence: trouble.alert.sentence };
      if (kind === 'disagree' || kind === 'silent') disputedAt = now();
      const lasts = now() - trouble.since;
      switch (kind) {
        case 'lied':
        case 'down':
          tell(trouble);
          break;
        case 'differs':
        case 'disagree':
          if (lasts >= PASSING_MS) tell(trouble);
          break;
        case 'silent':
          if (trouble.count >= OUTAGE.questions && lasts >= OUTAGE.ms) tell(trouble);
      }
    },
    /**
     * Called when a round was rolled over because of the nodes. Tells people of each silence and contradiction of the
     * last ten minutes, even of those too short for an alert.
     */
    tellUndecided(): void {
      for (const trouble of troubles.values())
        if ((trouble.kind === 'silent' || trouble.kind === 'disagree') && isRecent(trouble.lastAt, now(), APART_MS))
          tell(trouble);
    },
    /** Whether, in the last ten minutes, too few nodes answered a question, or too few gave the same answer to it. */
    isDisputed: () => isRecent(disputedAt, now(), DISPUTED_MS),
    /** The newest doubt of the last hour as a sentence; null when there is none. */
    recent: () => (newest !== null && isRecent(newest.at, now(), RECENT_MS) ? newest.sentence : null),
  };
}

function describeDoubt({ kind, nodes, about, detail }: Doubt, count: number): string {
  const named = nodes.join(' and ');
  switch (kind) {
    case 'lied':
      return `RPC ${named} gave an answer about ${about} that cannot be true (${detail}). It is asked last.`;
    case 'differs':
      return `RPC ${named} gave another answer about ${about} (${detail}). It is asked last.`;
    case 'down':
      return `RPC ${named} has given no usable answer for a minute, at last about ${about}.`;
    case 'silent':
      return `RPC ${named} gave no usable answer to ${count} ${count === 1 ? 'question' : 'questions'}, the last one about ${about}. What depends on ${nodes.length === 1 ? 'it' : 'them'} waits for an answer.`;
    case 'disagree':
      return `RPC ${named} disagree about ${about} (${detail}), ${count === 1 ? 'once' : `${count} times`}, and nothing decides between them. Nothing is done with either answer.`;
  }
}
