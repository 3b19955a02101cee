import type { Operations } from '../../../src/contract/operations.ts';

/** What the settings can be used with and should not be. */
export function Warnings({ warnings }: Pick<Operations, 'warnings'>) {
  if (warnings.length === 0) return null;
  return (
    <section className="panel group warned" aria-labelledby="warnings-title">
      <h2 id="warnings-title">
        Settings{' '}
        <span className="badge amber">{warnings.length === 1 ? '1 WARNING' : `${warnings.length} WARNINGS`}</span>
      </h2>
      <ul>
        {warnings.map((warning) => (
          <li key={warning}>{warning}</li>
        ))}
      </ul>
    </section>
  );
}
