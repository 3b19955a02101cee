import * as z from 'zod';
import type { AlertName } from '../../src/alerts/alertKinds.ts';
import { errorText } from '../../src/errorText.ts';
import { isRecent } from '../../src/round/isRecent.ts';
import type { Agreed } from '../chain/node/rpc.ts';
import { DOUBTS, type Doubt } from '../chain/node/rpcError.ts';
import type { RaiseAlert } from './raiseAlerts.ts';

const MOST_TOLD = 200;
const MOST_TROUBLES = 50;
/** While a doubt lasts, its alert is raised again this often. Otherwise the alert would count as over. */
const AGAIN_MS = 300_000;

const troubleSchema = z.object({
  /** Kind and nodes, and for a contradiction its subject. */
  name: z.string(),
  kind: z.enum(DOUBTS),
  nodes: z.array(z.string()).readonly(),
  about: z.string(),
  /** When the first of a row of troubles of this name came, each not long after the one before, unix milliseconds. */
  rowSince: z.int(),
  /** When the first and the last of its doubts came, unix milliseconds. */
  since: z.int(),
  lastAt: z.int(),
  count: z.int(),
  /** Whether the nodes were seen to agree again since. The next doubt then begins a new trouble. */
  isOver: z.boolean(),
  alert: z.object({ key: z.string(), sentence: z.string() }),
});
/** A contradiction or an outage: the doubts about the same nodes that came not long after each other. */
export type Trouble = Readonly<z.infer<typeof troubleSchema>>;
export const troublesSchema = z.array(troubleSchema).readonly();

/** The troubles of an earlier instance, the newest last, and what stores those of this one. */
export interface KeptTroubles {
  readonly known: readonly Trouble[];
  readonly keep: (troubles: readonly Trouble[]) => Promise<void>;
}

export interface DoubtsInput {
  readonly raiseAlert: RaiseAlert;
  /** Without `kept`, the doubts are only in memory, and nothing of an earlier instance is known. */
  readonly kept?: KeptTroubles | undefined;
  /** Unix milliseconds. */
  readonly now: () => number;
}

/** Nodes at different slots differ for a moment. A person is told only of a contradiction that lasts for this long. */
const PASSING_MS = 10_000;
/** But a person is told if passing contradictions have come back for this long: a node may lie every second time. */
const RETURNING_MS = 3_600_000;
/** If a doubt comes later than this after the previous doubt, it begins a new contradiction or outage. */
const APART_MS = 600_000;
/** A single refused call is no outage: a person is told after so many unanswered questions and so long a time. */
const OUTAGE = { questions: 3, ms: 5_000 } as const;

const ALERTS = {
  silent: 'node-silent',
  disagree: 'nodes-disagree',
  lied: 'node-lied',
  differs: 'node-lied',
} as const satisfies Readonly<Record<Doubt['kind'], AlertName>>;

/**
 * Tells a person of doubts about RPC nodes, in one alert for each kind and node while the doubt lasts. Contradictions
 * and silences that pass quickly are left out.
 */
export function createDoubts({ raiseAlert, kept, now }: DoubtsInput) {
  const told = new Map<string, number>();
  /** The newest last. */
  let troubles: readonly Trouble[] = kept?.known ?? [];

  /**
   * Notes a doubt, and returns the contradiction or outage that it belongs to. An outage has no subject: only the node
   * matters.
   */
  function troubleOf(doubt: Doubt): Trouble {
    const { kind, about } = doubt;
    const [at, named] = [now(), doubt.nodes.join(',')];
    const name = kind === 'silent' ? `${kind} ${named}` : `${kind} ${named} ${about}`;
    const known = troubles.find((each) => each.name === name);
    const isNear = known !== undefined && isRecent(known.lastAt, at, APART_MS);
    const isSame = isNear && !known.isOver;
    const [since, count] = isSame ? [known.since, known.count + 1] : [at, 1];
    // The key has only kind and node: tax and rounds meet the same contradiction, each about other transactions.
    const alert = { key: `${ALERTS[kind]}:${named}`, sentence: describeDoubt(doubt, count) };
    const times = { rowSince: isNear ? known.rowSince : at, since, lastAt: at, count, isOver: false };
    const trouble: Trouble = { name, kind, nodes: doubt.nodes, about, ...times, alert };
    troubles = [...troubles.filter((each) => each !== known), trouble].slice(-MOST_TROUBLES);
    keep();
    return trouble;
  }

  function keep(): void {
    void kept?.keep(troubles).catch((error: unknown) => {
      console.warn(`doubts about nodes not kept: ${errorText(error)}`);
    });
  }

  /** Silences and contradictions of the last ten minutes. */
  const disputes = () =>
    troubles.filter(
      ({ kind, lastAt }) => (kind === 'silent' || kind === 'disagree') && isRecent(lastAt, now(), APART_MS),
    );

  function tell({ alert: { key, sentence } }: Trouble): void {
    if (isRecent(told.get(key) ?? Number.NEGATIVE_INFINITY, now(), AGAIN_MS)) return;
    // `told` only avoids repetitions, so it may be cleared: the database and the alerts' object remember alerts too.
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
      const lasts = now() - trouble.since;
      switch (kind) {
        case 'lied':
          tell(trouble);
          break;
        case 'differs':
        case 'disagree':
          if (lasts >= PASSING_MS || now() - trouble.rowSince >= RETURNING_MS) tell(trouble);
          break;
        case 'silent':
          if (trouble.count >= OUTAGE.questions && lasts >= OUTAGE.ms) tell(trouble);
      }
    },
    /**
     * Called when enough nodes agree about something. That ends a contradiction about it in which nothing was decided,
     * and the difference of each of the named `nodes`, which are among those that agree.
     */
    onAgreed({ about, nodes }: Agreed): void {
      const ends = (each: Trouble) =>
        !each.isOver &&
        each.about === about &&
        (each.kind === 'disagree' || (each.kind === 'differs' && each.nodes.every((node) => nodes.includes(node))));
      if (!troubles.some(ends)) return;
      troubles = troubles.map((each) => (ends(each) ? { ...each, isOver: true } : each));
      keep();
    },
    /**
     * Called when a round was rolled over because of the nodes. Tells people of each silence and contradiction of the
     * last ten minutes, even of those too short for an alert.
     */
    tellUndecided(): void {
      for (const trouble of disputes()) tell(trouble);
    },
    /** Whether, in the last ten minutes, too few nodes answered a question, or too few gave the same answer to it. */
    isDisputed: () => disputes().length > 0,
    /** When each node was last doubted because of what it said, by its label, unix milliseconds. */
    doubted: (): ReadonlyMap<string, number> =>
      new Map(
        troubles.flatMap(({ kind, nodes, lastAt }) =>
          kind === 'lied' || kind === 'differs' ? nodes.map((node) => [node, lastAt] as const) : [],
        ),
      ),
    /** The newest doubt as a sentence, and when it came (unix milliseconds); null when there was none. */
    newest(): { readonly at: number; readonly sentence: string } | null {
      const newest = troubles.at(-1);
      return newest === undefined ? null : { at: newest.lastAt, sentence: newest.alert.sentence };
    },
  };
}

function describeDoubt({ kind, nodes, about, detail }: Doubt, count: number): string {
  const named = nodes.join(' and ');
  switch (kind) {
    case 'lied':
      return `RPC ${named} gave an answer about ${about} that cannot be true (${detail}). Where one node is enough, it is now asked last.`;
    case 'differs':
      return `RPC ${named} gave another answer about ${about} than enough other nodes (${detail}). Where one node is enough, it is now asked last.`;
    case 'silent':
      return `RPC ${named} gave no usable answer to ${count} ${count === 1 ? 'question' : 'questions'}, the last one about ${about}. What depends on ${nodes.length === 1 ? 'it' : 'them'} waits for an answer.`;
    case 'disagree':
      return `RPC ${named} disagree about ${about} (${detail}), ${count === 1 ? 'once' : `${count} times`}, and nothing decides between them. Nothing is done with either answer.`;
  }
}
