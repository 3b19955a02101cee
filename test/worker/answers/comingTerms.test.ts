import { describe, expect, it } from 'vitest';
import { standingText } from '../../../worker/answers/rounds/readWallet.ts';
import { composeParticipants } from '../../../worker/answers/state/composeParticipants.ts';
import { createWatchChain } from '../../../worker/answers/state/watchChain.ts';
import type { PublicState } from '../../../worker/cache/publicState.ts';
import type { Rpc } from '../../../worker/chain/node/rpc.ts';
import type { RpcNode } from '../../../worker/chain/node/rpcNode.ts';
import type { ReadEntries } from '../../../worker/rounds/lists/readEntries.ts';
import { settingsOf } from '../../../worker/settings/parseSettings.ts';
import { type Play, playUnder } from '../../../worker/terms/playUnder.ts';
import { comingRound } from '../../../worker/terms/TermsBook.ts';
import { termsOfSettings } from '../../../worker/terms/termsOfSettings.ts';
import { wallet } from '../../domain/wallets.ts';
import { COMPLETE } from '../completeSettings.ts';
import { countedTerms } from '../fixedTerms.ts';
import { HELD, READ_AT, readOf } from '../heldWallets.ts';

const parsed = settingsOf(COMPLETE);
if (!parsed.ok) throw new Error(parsed.problems.join());
const { settings } = parsed;
const pool = settings.pool.address;

/** What a round is played by under terms with this threshold, in GOD. */
function playWith(threshold: bigint): Play {
  const own = termsOfSettings(settings, { terms: 1, from: 1, previous: null, authorities: [] });
  const terms = { ...own, threshold: `${threshold}000000` };
  const of = playUnder(settings, { kind: 'terms', terms, hash: `of ${threshold}` });
  if (of.kind !== 'play') throw new Error(of.why);
  return of.play;
}

/** A watch over the holders while the running round has one threshold and the coming one another. */
function watched(running: bigint, next: bigint) {
  const at = { now: READ_AT, coming: playWith(next), reads: 0, isLoaded: false };
  const rpc = { read: (work: (node: RpcNode) => unknown) => work({} as RpcNode) } as unknown as Rpc;
  const readEntries: ReadEntries = async (_node, _commitment, asked) => {
    at.reads += 1;
    return readOf(HELD, 0, asked?.rules?.threshold);
  };
  const watch = createWatchChain({
    ...{ rpc, readEntries, pool: () => pool, now: () => at.now, known: null, play: () => playWith(running) },
    load: async () => void Object.assign(at, { isLoaded: true }),
    // Terms that were not read are not known.
    coming: () => (at.isLoaded ? at.coming : undefined),
  });
  return { watch, at };
}

describe('the terms by which visitors are told who is in', () => {
  it('are those of the running round until its lock, and then those of the next one', () => {
    const clock = { ...settings.clock, genesisTime: 1_700_000_000, roundSeconds: 3_600, entryLockSeconds: 600 };
    const counted = [
      { from: 1, pool, lock: 60 },
      { from: 8, pool, lock: 90 },
    ];
    const comingAt = (unix: number) =>
      comingRound({ settings: { clock }, terms: countedTerms(counted, clock) }, 1_700_000_000 + unix);
    expect([6 * 3_600, 7 * 3_600 - 61, 7 * 3_600 - 60, 7 * 3_600].map(comingAt)).toEqual([7, 7, 8, 8]);
    expect([8 * 3_600 - 91, 8 * 3_600 - 90].map(comingAt)).toEqual([8, 9]);
  });

  it('give the amount that a wallet is told it needs', async () => {
    const { watch } = watched(100_000n, 250_000n);
    await watch.readHolders();
    const standing = watch.standing(wallet(6));
    expect(standing).toMatchObject({ isEligible: false, eligible: 1, threshold: '250000000000' });
    expect(standing && standingText(standing)).toMatch(
      /^Only GOD in accounts that are not frozen counts: 150,000 .* and 250,000 are needed\.$/,
    );
  });

  it('are read before the first list is, so that no settings decide in their place', async () => {
    const { watch } = watched(250_000n, 250_000n);
    await watch.readHolders();
    expect(watch.view().holders?.participants).toEqual([wallet(3)]);
  });

  it('make the holders due at once when other terms come, and once', async () => {
    const { watch, at } = watched(100_000n, 100_000n);
    await watch.readHolders();
    expect(watch.areHoldersDue(null)).toBe(false);
    at.coming = playWith(250_000n);
    expect(watch.areHoldersDue(null)).toBe(true);
    await watch.readHolders();
    expect(watch.areHoldersDue(null)).toBe(false);
    expect(watch.view().holders?.total).toBe(1);
  });

  it('give the threshold beside the list of participants', async () => {
    const { watch } = watched(250_000n, 250_000n);
    await watch.readHolders();
    const state = { builtAt: READ_AT, chain: watch.view() } as PublicState;
    expect(composeParticipants({ state, now: READ_AT })?.data).toMatchObject({ total: 1, threshold: 250_000 });
  });
});
