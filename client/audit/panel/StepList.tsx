import type { Unconfirmed } from '../check/Bundle.ts';
import type { Step, StepState } from '../check/Step.ts';
import { namedText, STATE_TEXTS } from '../thread/auditTexts.ts';
import { sentencesOf } from './sentences.ts';

const TICKS: Readonly<Record<StepState, string>> = {
  ok: '✓',
  failed: '✗',
  'could-not-check': '?',
  'not-reached': '…',
  owed: '!',
  'called-off': '–',
};

/** The results of a check, each sentence with a tick when all of its steps are ok. */
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

/** The steps of a round's check as far as they are known, in their order; folded away. */
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

/** What nothing can confirm: shown, and never checked. */
export function UnconfirmedList({ fields }: { readonly fields: readonly Unconfirmed[] }) {
  if (fields.length === 0) return null;
  return (
    <div className="unconfirmed">
      <h3>Not checked</h3>
      <p className="dim">Nothing that was asked here can confirm these. They are our own word, and prove nothing.</p>
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
