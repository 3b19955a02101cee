import { describeShift } from '../../src/distribution/describeShift.ts';
import type { RaiseAlert } from '../engine/raiseAlerts.ts';
import type { DistributionVersion } from '../store/rows/distributionRows.ts';
import type { Note } from './Note.ts';

export interface WatchSplitInput {
  /** The version in force; null while there is none. */
  readonly active: () => Promise<DistributionVersion | null>;
  /** The version that was in force when the returned function last looked. */
  readonly splitNote: Note<DistributionVersion>;
  /** Address of the pool. */
  readonly pool: () => string;
  readonly raiseAlert: RaiseAlert;
  readonly newId: () => string;
}

/**
 * Tells people when an older version of the distribution is in force again. Only the newest version can be activated,
 * so no person does that: the database was restored, or is a new one. The older version may be a thief's, or pay a
 * wallet whose key is lost.
 */
export function createWatchSplit({ active, splitNote, pool, raiseAlert, newId }: WatchSplitInput) {
  return async (): Promise<void> => {
    const [is, was] = [await active(), await splitNote.read()];
    if (is === null || is.version === was?.version) return;
    if (was !== null && is.version < was.version) {
      await raiseAlert(
        `distribution-changed:${newId()}`,
        `Version ${is.version} of the tax distribution is in force again, and version ${was.version} was in force before: was the database restored? ${describeShift(was.wallets, is.wallets, pool())} If that is not what you want, pause the tax, and save and activate the right split.`,
      );
    }
    await splitNote.write(is);
  };
}
