import type { Unconfirmed } from '../check/Bundle.ts';
import type { Step } from '../check/Step.ts';
import { STATE_TEXTS } from '../thread/auditTexts.ts';

/** The steps of a round's check as far as they are known, in their order. */
export function StepList({ steps }: { readonly steps: readonly Step[] }) {
  return (
    <>
      <h2 className="sr">Steps of the check</h2>
      <ol className="proofSteps">
        {steps.map((step) => (
          <StepItem key={step.id} step={step} />
        ))}
      </ol>
    </>
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
