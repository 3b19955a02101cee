import { expect, it } from 'vitest';
import { composeConfig } from '../../../worker/answers/state/composeConfig.ts';
import { createWatchChain } from '../../../worker/answers/state/watchChain.ts';
import type { PublicState } from '../../../worker/cache/publicState.ts';
import { parseSettings } from '../../../worker/settings/parseSettings.ts';
import type { Settings } from '../../../worker/settings/Settings.ts';
import { playUnder } from '../../../worker/terms/playUnder.ts';
import { termsOfSettings } from '../../../worker/terms/termsOfSettings.ts';
import { neverCalled } from '../../domain/neverCalled.ts';
import { wallet } from '../../domain/wallets.ts';
import { COMPLETE } from '../completeSettings.ts';
import { rpcNodes } from '../rpcNodes.ts';

const parsed = parseSettings(COMPLETE);
if (!parsed.ok) throw new Error(parsed.problems.join());
const { settings } = parsed;
/** What the terms in force were announced with. */
const announced: Settings = {
  ...{ ...settings, drawTopHolders: 7, clock: { ...settings.clock, entryLockSeconds: 90 } },
  excludedWallets: [{ address: wallet(6), reason: 'an exchange' }],
  witnesses: [{ name: 'First', operator: 'Somebody', address: wallet(7) }],
};
const terms = termsOfSettings(announced, { terms: 1, from: 1, previous: null, authorities: [] });

/** What visitors are told with these settings and these terms, or without terms. */
function configOf(own: Settings, isAnnounced: boolean) {
  const of = playUnder(own, isAnnounced ? { kind: 'terms', terms, hash: 'hash' } : { kind: 'none' });
  const watch = createWatchChain({
    ...{ rpc: rpcNodes([]).rpc, pool: () => own.pool.address, now: () => 1, known: null },
    play: () => (of.kind === 'play' ? of.play : undefined),
    ...{ coming: neverCalled('coming'), load: neverCalled('load') },
    readEntries: neverCalled('holders'),
  });
  const state: PublicState = {
    ...{ builtAt: 1, lastRound: null, lockedRound: null, paused: false, totalWinners: 0, distributedLamports: '0' },
    ...{ recentWinners: [], payments: [], isRehearsal: false, chain: watch.view() },
  };
  return composeConfig(own, state);
}

it('tells visitors the lock, the exclusions and the watchers of the terms in force, whatever the settings say next', () => {
  const config = configOf(settings, true);
  expect(config).toMatchObject({ entryLockSeconds: 90, drawTopHolders: 7, threshold: terms.threshold });
  expect(config.witnesses).toEqual([{ name: 'First', address: wallet(7) }]);
  expect(config.exclusions).toContainEqual({ address: wallet(6), reason: 'an exchange' });
  expect(config.exclusions).toHaveLength(terms.excluded.length);
});

it('tells them what the settings say while no terms are known', () => {
  expect(configOf(announced, false)).toMatchObject({
    ...{ entryLockSeconds: 90, drawTopHolders: 7, witnesses: [{ name: 'First', address: wallet(7) }] },
    exclusions: expect.arrayContaining([{ address: wallet(6), reason: 'an exchange' }]),
  });
});
