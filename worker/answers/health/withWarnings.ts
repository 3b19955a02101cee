import type { Health } from '../../../src/contract/health.ts';

/** Adds to health what the settings warn of: the lottery runs, but somebody should look. */
export function withWarnings(health: Health, warnings: readonly string[]): Health {
  if (warnings.length === 0) return health;
  const parts = health.parts.map((part) =>
    part.name === 'settings' && part.status === 'ok'
      ? { ...part, status: 'degraded' as const, detail: warnings.join(' ') }
      : part,
  );
  return { ...health, status: health.status === 'ok' ? 'degraded' : health.status, parts };
}
