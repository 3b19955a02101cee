import { describe, expect, it } from 'vitest';
import { termsPart } from '../../../worker/answers/health/healthParts.ts';
import { NO_PULSE } from '../../../worker/answers/health/pulses.ts';
import { createWatchTerms } from '../../../worker/rounds/watch/watchTerms.ts';
import { parseSettings } from '../../../worker/settings/parseSettings.ts';
import type { Settings } from '../../../worker/settings/Settings.ts';
import type { CountedBook, KnownTerms } from '../../../worker/terms/countMade.ts';
import { differsFrom, type TermsReport } from '../../../worker/terms/differsFrom.ts';
import { termsOfSettings } from '../../../worker/terms/termsOfSettings.ts';
import { wallet } from '../../domain/wallets.ts';
import { COMPLETE } from '../completeSettings.ts';

const parsed = parseSettings(COMPLETE);
if (!parsed.ok) throw new Error(parsed.problems.join());
const { settings } = parsed;
const ROLE = { address: wallet(8), role: 'freeze authority' } as const;

/** A book in which these settings were announced last, as terms 2 from round 500 on. */
function bookOf(announced: Settings): CountedBook {
  const place = { terms: 2, from: 500, previous: null, authorities: [ROLE] };
  const terms = termsOfSettings(announced, place);
  const known = { said: { k: 2, from: 500 }, signature: 's', judged: { terms, problem: null } };
  return { counted: [known as unknown as KnownTerms], spent: [] };
}
const differences = (own: Settings, announced = settings) => differsFrom(own, bookOf(announced), null).differences;
const LATER = 'What is announced counts; "npm run terms" announces the settings.';

describe('a setting that differs from the newest announcement', () => {
  it('does not exist when the settings say what is announced, whatever other authorities the mint has', () => {
    expect(differences(settings)).toEqual([]);
    expect(differsFrom(settings, bookOf(settings), [ROLE]).differences).toEqual([]);
  });

  const clock = { ...settings.clock, entryLockSeconds: 45 };
  const pool = { ...settings.pool, address: wallet(12) };
  const witness = { name: 'First', operator: 'Somebody', address: wallet(7) };
  const barred = { address: wallet(6), reason: 'an exchange' };
  it.each<[string, Settings, Settings, string]>([
    ['the lock', { ...settings, clock }, settings, 'ENTRY_LOCK_SECONDS is 45, and terms 2 say 60.'],
    [
      'the pool wallet',
      { ...settings, pool },
      settings,
      `The address of POOL_SECRET_KEY is ${wallet(12)}, and terms 2 say ${settings.pool.address}.`,
    ],
    [
      'a watcher',
      { ...settings, witnesses: [witness] },
      settings,
      `WITNESSES names First (${wallet(7)}, run by Somebody), and terms 2 name nobody.`,
    ],
    [
      'an exclusion more',
      { ...settings, excludedWallets: [barred] },
      settings,
      `Terms of these settings would exclude ${wallet(6)} as "an exchange", and terms 2 do not.`,
    ],
    [
      'an exclusion less',
      settings,
      { ...settings, excludedWallets: [barred] },
      `Terms 2 exclude ${wallet(6)} as "an exchange", and no setting does.`,
    ],
  ])('is named in a plain sentence: %s', (_what, own, announced, sentence) => {
    expect(differences(own, announced)).toContain(`${sentence} ${LATER}`);
  });

  it('is logged once, and again when the difference changes', async () => {
    const said: string[] = [];
    let book: CountedBook = bookOf({ ...settings, drawTopHolders: 5 });
    const begin = (known: TermsReport | null) =>
      createWatchTerms({
        ...{ settings, known, log: (line: string) => void said.push(line) },
        terms: { look: async () => undefined, all: () => book },
      });
    let watch = begin(null);
    expect(watch.report()).toBeNull();
    await watch.look();
    await watch.look();
    expect(said).toEqual([`terms: DRAW_TOP_HOLDERS is 0, and terms 2 say 5. ${LATER}`]);
    // A later instance begins with what the earlier one reported, and does not log it again.
    watch = begin(watch.report());
    await watch.look();
    expect(said).toHaveLength(1);
    book = { counted: [], spent: [] };
    await watch.look();
    expect(said[1]).toBe('terms: Without terms no round is played: announce them with "npm run setup".');
    expect(termsPart({ ...NO_PULSE, terms: watch.report() }).detail).toBe(
      'No terms are announced. Without terms no round is played: announce them with "npm run setup".',
    );
    book = bookOf(settings);
    await watch.look();
    expect(watch.report()).toEqual({ differences: [], sentence: 'Terms 2 are the newest, from round 500 on.' });
    expect(said).toHaveLength(2);
  });
});
