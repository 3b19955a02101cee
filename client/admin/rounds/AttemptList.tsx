import type { Attempt } from '../../../src/contract/adminRounds.ts';
import { utcText } from '../../format/timeText.ts';
import { Signature } from '../console/ExplorerLinks.tsx';

const TONES: Readonly<Record<Attempt['state'], string>> = {
  sent: 'amber',
  confirmed: 'amber',
  finalized: 'mint',
  failed: 'ruby',
  expired: 'grey',
};

/** Transactions that were signed, as the journal has them. */
export function AttemptList({ attempts }: { readonly attempts: readonly Attempt[] }) {
  return (
    <section className="panel group" aria-label="Journal">
      <h2>Journal</h2>
      {attempts.length === 0 && <p className="muted">The journal has no transaction of this round.</p>}
      {attempts.length > 0 && (
        <ul>
          {attempts.map(({ key, attempt, state, signature, signedAt, slot, proof }) => (
            <li key={`${key} ${attempt}`}>
              <span className={`badge ${TONES[state] ?? 'grey'}`}>{state.toUpperCase()}</span>
              <strong>
                {key} {attempt > 0 && <span className="dim">attempt {attempt + 1}</span>}
              </strong>
              <Signature signature={signature} of={key} />
              <time dateTime={signedAt}>signed {utcText(Date.parse(signedAt))}</time>
              {slot !== null && <span className="dim">slot {slot.toLocaleString('en-US')}</span>}
              {proof !== null && <span className="wide muted">{proof}</span>}
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
