import { useConfig } from '../data/useConfig.ts';

/** Says on every page that nothing is paid, while rounds are rehearsed. */
export function Rehearsal() {
  if (useConfig()?.payouts !== 'shadow') return null;
  return (
    <p className="wrap note">
      <strong>Rehearsal:</strong> rounds are drawn, but nothing goes on chain and nobody is paid.
    </p>
  );
}
