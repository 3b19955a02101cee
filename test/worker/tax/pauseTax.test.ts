import { beforeEach, describe, expect, it } from 'vitest';
import { endTaxPause, startTaxPause } from '../../../worker/store/journal/pauses.ts';
import { isTaxPaused } from '../../../worker/store/views/rounds/pauses.ts';
import { createCollectTax } from '../../../worker/tax/collectTax.ts';
import { NOW } from '../taxContext.ts';
import { waitingCycles } from '../waitingCycle.ts';

const { waiting, database } = waitingCycles();
let db: D1Database;
beforeEach(() => {
  db = database();
});

describe('a pause of the tax', () => {
  it('lets nothing of it move until it is ended, and keeps who did it', async () => {
    const { context, actions } = await waiting();
    await startTaxPause(db, { by: 'ann', reason: 'a strange price', at: NOW });
    await startTaxPause(db, { by: 'bob', reason: 'me too', at: NOW + 1 });
    // Any request of a step would make this test fail.
    expect(await createCollectTax(context)(true)).toMatchObject({ problem: 'An operator has paused the tax.' });
    await endTaxPause(db, { by: 'bob', reason: 'it was none', at: NOW + 2 });
    expect(await isTaxPaused(db)).toBe(false);
    expect(await actions()).toEqual([
      { by: 'ann', action: 'pause', subject: 'tax' },
      { by: 'bob', action: 'resume', subject: 'tax' },
    ]);
  });
});
