import { describe, expect, it } from 'vitest';
import type { Env } from '../../../worker/env.ts';
import { roundsObject, taxObject } from '../../../worker/objects/stubs.ts';
import { COMPLETE } from '../completeSettings.ts';

/** The options with which the objects are created, in an environment with these settings. */
function askedWith(settings: Readonly<Record<string, string>>): unknown[] {
  const asked: unknown[] = [];
  const namespace = { getByName: (...given: unknown[]) => void asked.push(given) };
  const env = { ...settings, ROUNDS: namespace, TAX: namespace } as unknown as Env;
  roundsObject(env);
  taxObject(env);
  return asked;
}

describe('the objects', () => {
  it('are made where the database is', () => {
    expect(askedWith({ ...COMPLETE, OBJECT_LOCATION: 'weur' })).toEqual([
      ['rounds', { locationHint: 'weur' }],
      ['tax', { locationHint: 'weur' }],
    ]);
  });

  it('are made near who asks where no place is set, and while the settings are not complete', () => {
    const anywhere = [
      ['rounds', {}],
      ['tax', {}],
    ];
    expect(askedWith(COMPLETE)).toEqual(anywhere);
    expect(askedWith({ OBJECT_LOCATION: 'weur' })).toEqual(anywhere);
  });
});
