import type { Unconfirmed } from '../check/Bundle.ts';
import type { Step, StepId, StepState } from '../check/Step.ts';
import { namedText, STATE_TEXTS } from '../thread/auditTexts.ts';

/** A sentence that sums up some steps of a round's check. */
interface Sentence {
  readonly part: Part;
  readonly text: string;
  /** The worst state of these steps. */
  readonly state: StepState;
  /** The names of those that are not ok. */
  readonly open: readonly string[];
}

type Part = keyof typeof CLAIMS;

/** What the check of each part is to show. The part's state, shown after the sentence, says whether it did. */
const CLAIMS = {
  list: 'The list, the rules and the prizes stood on chain before the random number was known.',
  number: 'The round’s end alone decided which random number counts.',
  winners: 'List and random number give exactly these winners and prizes.',
  payment: 'These prizes were promised on chain, and they are paid.',
} as const;

/** The sentence of `list` for an hour without a draw, whose list did not have to be on chain. */
const WITHOUT_A_DRAW = 'What the lottery shows of this hour follows its terms.';

const PART_OF: Readonly<Record<StepId, Part>> = {
  ...{ lottery: 'list', proof: 'list', terms: 'list', 'pool wallet': 'list', entries: 'list', inclusion: 'list' },
  ...{ root: 'list', rules: 'list', memo: 'list', commitment: 'list', snapshot: 'list', pool: 'list' },
  ...{ witnesses: 'list', network: 'number', drand: 'number', 'beacon round': 'number' },
  ...{ 'beacon signature': 'number', randomness: 'number', seed: 'winners', winners: 'winners', prizes: 'winners' },
  ...{ marks: 'payment', payout: 'payment', 'payout memo': 'payment', 'payout mark': 'payment' },
  ...{ 'payout transfers': 'payment', 'payout balances': 'payment' },
};

/** The worst state first, as in `verdictOf`. */
const WORST: readonly StepState[] = ['owed', 'failed', 'could-not-check', 'called-off', 'not-reached', 'ok'];

/** The result of a check: four sentences for a drawn round, fewer for a round without a draw. */
export function sentencesOf(steps: readonly Pick<Step, 'id' | 'state' | 'name'>[]): readonly Sentence[] {
  return (Object.keys(CLAIMS) as Part[]).flatMap((part) => {
    const own = steps.filter(({ id }) => PART_OF[id] === part);
    const state = WORST.find((one) => own.some((step) => step.state === one));
    if (state === undefined) return [];
    const open = own.filter((step) => step.state !== 'ok').map(({ name }) => name);
    const isDrawn = steps.some(({ id }) => id === 'commitment');
    return [{ part, state, open, text: part === 'list' && !isDrawn ? WITHOUT_A_DRAW : textOf(part, state) }];
  });
}

function textOf(part: Part, state: StepState): string {
  if (state === 'owed') return 'The prizes were promised on chain, and they are not paid.';
  if (state === 'called-off') return 'Nothing was promised on chain for this hour.';
  return CLAIMS[part];
}

const TICKS: Readonly<Record<StepState, string>> = {
  ok: '✓',
  failed: '✗',
  'could-not-check': '?',
  'not-reached': '…',
  owed: '!',
  'called-off': '–',
};

/** The result of a check as sentences, each with a sign for its state. */
export function SentenceList({ steps }: { readonly steps: readonly Step[] }) {
  return (
    <>
      <h2 className="sr">What the check comes to</h2>
      <ol className="sentences">
        {sentencesOf(steps).map(({ part, state, text, open }) => (
          <li key={part} className={state}>
            <span aria-hidden="true">{TICKS[state]}</span>
            <p>
              {text} <b className={state === 'ok' ? 'sr' : undefined}>{STATE_TEXTS[state]}</b>
              {open.length > 0 && <span className="dim">{namedText(open)}.</span>}
            </p>
          </li>
        ))}
      </ol>
    </>
  );
}

/** The steps of a round's check that are known so far, folded away. */
export function StepList({ steps }: { readonly steps: readonly Step[] }) {
  return (
    <details className="folded">
      <summary>{steps.length === 1 ? 'The step of the check' : `All ${steps.length} steps of the check`}</summary>
      <ol className="proofSteps">
        {steps.map((step) => (
          <StepItem key={step.id} step={step} />
        ))}
      </ol>
    </details>
  );
}

function StepItem({ step: { id, name, sentence, state, value, link } }: { readonly step: Step }) {
  return (
    <li className={state} data-step={id}>
      <strong>{name}</strong> <b>{STATE_TEXTS[state]}</b>
      <span className="dim">{sentence}</span>
      <code>{value}</code>
      {link !== null && (
        <a href={link} target="_blank" rel="noopener noreferrer">
          See it elsewhere<span className="sr">: {name} (opens in a new tab)</span>
        </a>
      )}
    </li>
  );
}

/** The fields that nothing can confirm. */
export function UnconfirmedList({ fields }: { readonly fields: readonly Unconfirmed[] }) {
  if (fields.length === 0) return null;
  return (
    <div className="unconfirmed">
      <h3>Not checked</h3>
      <p className="dim">No server that was asked can confirm these. They are our own word, and prove nothing.</p>
      <dl>
        {fields.map(({ field, value }) => (
          <div key={field}>
            <dt>{field}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}
