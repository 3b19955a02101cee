import type { RaiseAlert } from './raiseAlerts.ts';

/** Within this time, everything under way ends, or a person is told. */
const OVERDUE_MS = 15 * 60_000;

export interface Due {
  /** When it should have ended, unix milliseconds. */
  readonly at: number;
  /** The alert that is raised 15 minutes later. */
  readonly key: string;
  readonly message: string;
}

/** Raises the alert of a round or a tax cycle that takes too long. */
export async function tellOverdue(
  { raiseAlert, now }: { readonly raiseAlert: RaiseAlert; readonly now: () => number },
  { at, key, message }: Due,
): Promise<void> {
  if (now() - at > OVERDUE_MS) await raiseAlert(key, message);
}
