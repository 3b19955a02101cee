import { afterEach, describe, expect, it, vi } from 'vitest';
import { patiently, Refused } from '../../client/audit/chain/fetchJson.ts';
import type { Lottery } from '../../client/audit/chain/Lottery.ts';
import type { Report, Verdict } from '../../client/audit/check/Report.ts';
import { serverUrl } from '../../client/audit/panel/verifySettings.ts';
import { auditedRounds, marksOf } from '../../client/audit/thread/auditedRounds.ts';
import type { Audit } from '../../client/audit/thread/auditTexts.ts';
import { createAudit } from '../../client/audit/thread/createAudit.ts';
import { judgeSiteList, readSiteList } from '../../client/audit/thread/siteList.ts';
import { leftBehind, readStoredAudit, type StoredAudit } from '../../client/audit/thread/storedAudit.ts';
import { address } from '../../src/address/address.ts';

const MINT = address('1'.repeat(32));
afterEach(() => vi.unstubAllGlobals());

/** Who is asked, and about which lottery. */
const US = 'our server, our mint';
const reportOf = (roundNumber: number, verdict: Verdict): Report => ({
  ...{ roundNumber, verdict, hour: 'promised and paid', state: 'paid', steps: [] },
  ...{ servers: 1, lottery: null, unconfirmed: [] },
});

/** An audit over these rounds, which `verify` answers; and all that it told and kept. */
function audit(
  rounds: readonly number[],
  verify: (round: number) => Promise<Report>,
  stored: StoredAudit | null = null,
  site: readonly (readonly [number, string])[] = rounds.map((round) => [round, 'paid']),
) {
  const told: Audit[] = [];
  const kept: StoredAudit[] = [];
  const running = createAudit({
    ...{ verify, stored, store: (one) => void kept.push(one), onChange: (one) => void told.push(one), asked: () => US },
    listRounds: async (wanted) => ({ rounds: rounds.slice(0, wanted ?? rounds.length), site: new Map(site) }),
  });
  return { running, told, kept };
}

describe('an audit of many rounds', () => {
  it('goes from the newest to the oldest, tells how far it is, and keeps each round', async () => {
    const { running, told, kept } = audit([9, 8, 7], async (round) => reportOf(round, 'proven'));
    await running.start(2);
    const seen = told.map((one) => ('rows' in one ? [one.kind, one.rows.length, one.of] : [one.kind]));
    expect(seen).toEqual([
      ['running', 0, 0],
      ['running', 0, 2],
      ['running', 1, 2],
      ['done', 2, 2],
    ]);
    expect(kept.at(-1)).toMatchObject({ wanted: 2, of: 2, rows: [{ roundNumber: 9 }, { roundNumber: 8 }] });
  });

  it('stops between two rounds, and an answer that it still waited for changes nothing', async () => {
    let release = (_report: Report): void => undefined;
    const held = new Promise<Report>((resolve) => {
      release = resolve;
    });
    const { running, told, kept } = audit([9, 8], (round) =>
      round === 9 ? Promise.resolve(reportOf(9, 'proven')) : held,
    );
    const going = running.start(null);
    await expect.poll(() => kept.length).toBe(1);
    running.pause();
    release(reportOf(8, 'failed'));
    await going;
    expect(told.at(-1)).toMatchObject({ kind: 'paused', rows: [{ roundNumber: 9 }], of: 2 });
    expect(kept).toHaveLength(1);
  });

  it('takes up again what an earlier visit left, and looks anew at what could not be checked then', async () => {
    const row = (roundNumber: number, verdict: Verdict) => ({
      ...{ roundNumber, verdict, hour: 'promised and paid' as const, state: 'paid' as const, ok: 1, of: 1, open: [] },
    });
    const stored = { asked: US, wanted: 3, of: 3, site: null, rows: [row(9, 'proven'), row(8, 'could-not-check')] };
    const asked: number[] = [];
    const verify = async (round: number) => {
      asked.push(round);
      return reportOf(round, 'proven');
    };
    const { running, told } = audit([9, 8, 7], verify, stored);
    await running.resume();
    expect(asked).toEqual([8, 7]);
    expect(told.at(-1)).toMatchObject({ kind: 'done', of: 3 });
  });

  it('keeps nothing that another server has proven, or that was of another mint', async () => {
    const row = { roundNumber: 9, verdict: 'proven', hour: 'promised and paid', state: 'paid', ok: 1, of: 1 } as const;
    const stored = { asked: 'their server, our mint', wanted: 2, of: 2, site: null, rows: [{ ...row, open: [] }] };
    const verified: number[] = [];
    const verify = async (round: number) => {
      verified.push(round);
      return reportOf(round, 'failed');
    };
    const { running, kept } = audit([9, 8], verify, stored);
    await running.resume();
    expect(verified).toEqual([9, 8]);
    expect(kept.map(({ asked }) => asked)).toEqual([US, US, US]);
  });

  it('keeps nothing of an earlier audit when it is stopped before its rounds are known', async () => {
    const { running, told } = audit([9, 8], async (round) => reportOf(round, 'proven'));
    await running.start(2);
    const going = running.start(1);
    running.pause();
    await going;
    expect(told.at(-1)).toEqual({ kind: 'idle' });
  });

  it('looks again at all that is not proven: one server may have hidden a mark, and a site may mend its proof', async () => {
    const row = (roundNumber: number, verdict: Verdict) => ({
      ...{ roundNumber, verdict, hour: 'called off' as const, state: 'rolled-over' as const, ok: 1, of: 1, open: [] },
    });
    const rows = [row(9, 'called-off'), row(8, 'failed')];
    const asked: number[] = [];
    const verify = async (round: number) => {
      asked.push(round);
      return reportOf(round, 'proven');
    };
    await audit([9, 8, 7], verify, { asked: US, wanted: 3, of: 3, site: null, rows }).running.resume();
    expect(asked).toEqual([9, 8, 7]);
  });

  it('says when the rounds cannot be read', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
    const { running, told } = audit([9], () => Promise.reject(new Error('the verifier’s thread failed')));
    await running.start(null);
    expect(told.at(-1)).toEqual({ kind: 'failed' });
    vi.mocked(console.error).mockRestore();
  });
});

describe('the site’s list of rounds', () => {
  const found = [
    { roundNumber: 9, hour: 'promised and paid' },
    { roundNumber: 8, hour: 'promised and owed' },
    { roundNumber: 7, hour: 'called off' },
    { roundNumber: 6, hour: 'spent' },
  ] as const;
  const page = (...rounds: readonly (readonly [number, string])[]) => ({
    rounds: rounds.map(([roundNumber, state]) => ({ roundNumber, state })),
  });

  it('is compared with the chain after the last round, and kept', async () => {
    const { running, told, kept } = audit([9, 8], async (round) => reportOf(round, 'proven'), null, [[9, 'paid']]);
    await running.start(null);
    const site = { isWhole: false, text: 'the site leaves out round 8, which the chain shows as promised' };
    expect([told.at(-1), kept.at(-1)]).toMatchObject([{ kind: 'done', site }, { site }]);
  });

  it('has to have every promised hour, and to call none of them off', () => {
    const judged = (...listed: readonly (readonly [number, string])[]) => judgeSiteList(found, new Map(listed));
    expect(judged([9, 'paid'], [8, 'held'])).toMatchObject({ isWhole: true });
    expect(judged([9, 'rolled-over']).text).toBe(
      'the site leaves out round 8, and calls off round 9, which the chain shows as promised',
    );
    expect(judged().text).toMatch(/^the site leaves out rounds 8, 9,/);
    expect(judgeSiteList(found, 'it answered 503')).toMatchObject({ isWhole: false });
  });

  it('is not whole without an hour of which the chain tells nothing: whoever hides a promise leaves it out as well', () => {
    const unknown = { roundNumber: 5, hour: 'not known' } as const;
    const judged = (...listed: readonly (readonly [number, string])[]) =>
      judgeSiteList([...found, unknown], new Map([[9, 'paid'], [8, 'held'], ...listed]));
    expect(judged([5, 'paid'])).toMatchObject({ isWhole: true });
    const text = 'the site shows no draw of round 5, and what the chain has of it is not known';
    expect(judged()).toEqual({ isWhole: false, text });
    expect(judged([5, 'rolled-over'])).toEqual({ isWhole: false, text });
    expect(judged([8, 'rolled-over']).text).toBe(
      `the site calls off round 8, which the chain shows as promised; ${text}`,
    );
  });

  it('is read page by page down to the oldest round, and not for ever', async () => {
    const asked: string[] = [];
    const pages = [page([9, 'paid'], [8, 'paid']), page([7, 'rolled-over']), page([6, 'paid'])];
    const load = async (path: string) => {
      asked.push(path);
      return JSON.stringify(pages[asked.length - 1]);
    };
    const listed = await readSiteList([9, 8, 7, 6], load);
    expect(typeof listed === 'string' ? listed : [...listed.keys()]).toEqual([9, 8, 7, 6]);
    expect(asked.map((path) => path.split('cursor=')[1])).toEqual(['9', '7', '6']);
    let calls = 0;
    const same = async () => {
      calls += 1;
      return JSON.stringify(page([9, 'paid']));
    };
    await readSiteList([9, 6], same);
    expect(calls).toBeLessThanOrEqual(2);
    expect(await readSiteList([9], async () => '{"rounds":[{"roundNumber":"9"}]}')).toContain('makes no sense');
    expect(await readSiteList([9], async () => 'null')).toContain('no list');
  });
});

describe('what an earlier visit left', () => {
  const keep = (text: string | null) => vi.stubGlobal('localStorage', { getItem: () => text });
  const row = { roundNumber: 9, ok: 21, of: 21, verdict: 'proven', hour: 'promised and paid', state: 'paid', open: [] };
  const site = { isWhole: false, text: 'the site leaves out round 9' };

  it('is read back as it was kept', () => {
    keep(JSON.stringify({ asked: US, wanted: null, of: 2, rows: [row], site: null }));
    expect(leftBehind(readStoredAudit())).toMatchObject({ kind: 'paused', of: 2 });
    keep(JSON.stringify({ asked: US, wanted: 1, of: 1, rows: [row], site }));
    expect(leftBehind(readStoredAudit())).toMatchObject({ kind: 'done', site });
  });

  it.each([
    null,
    'no JSON',
    '{}',
    '{"wanted":1,"of":1,"rows":[{}]}',
    '{"wanted":1,"of":1,"rows":7}',
    '{"wanted":1,"of":1,"rows":[],"site":null}',
  ])('is nothing when it is %s', (text) => {
    keep(text);
    expect(leftBehind(readStoredAudit())).toEqual({ kind: 'idle' });
  });
});

describe('the rounds that are audited', () => {
  const said = { k: 1, from: 3, genesis: 1_000_000, length: 900, lock: 60, lead: 20, drand: '', hash: '', slot: 1 };
  const lottery = (until: number): Lottery => ({
    ...{ mint: MINT, authority: MINT, isPinned: false, isOfToday: true, hash: '', since: 0, until, withheld: null },
    counted: [{ ...said, pool: MINT, blockTime: 0 }],
  });
  const ended = (round: number) => 1_000_000 + round * 900 + 900;

  it('are those of the announced hours whose prizes had to be paid by now, newest first, as many as are wanted', () => {
    expect(auditedRounds(lottery(ended(6)), null)).toEqual([6, 5, 4, 3]);
    expect(auditedRounds(lottery(ended(6) - 1), null)).toEqual([5, 4, 3]);
    expect(auditedRounds(lottery(ended(6)), 2)).toEqual([6, 5]);
  });

  it('are none before the first one has ended', () => {
    expect(auditedRounds(lottery(ended(2)), 24)).toEqual([]);
    expect(auditedRounds(lottery(0), null)).toEqual([]);
  });

  it('have two marks each', () => {
    expect(new Set(marksOf(lottery(ended(6)), [6, 5, 4, 3])).size).toBe(8);
  });
});

describe('a server that counts its callers', () => {
  it('is asked again after a pause, and not for ever', async () => {
    const pauses: number[] = [];
    const pause = async (ms: number) => void pauses.push(ms);
    let calls = 0;
    const busy = async () => {
      if (++calls < 3) throw new Refused('/x', 429);
      return 'answer';
    };
    expect(await patiently(busy, pause)).toBe('answer');
    expect(pauses).toEqual([1_000, 2_000]);
    await expect(patiently(() => Promise.reject(new Refused('/x', 429)), pause)).rejects.toThrow('answered 429');
    await expect(patiently(() => Promise.reject(new Refused('/x', 404)), pause)).rejects.toThrow('answered 404');
    expect(pauses).toHaveLength(6);
  });
});

describe('the visitor’s own server', () => {
  it.each([
    ['https://rpc.test/key?x=1', 'https://rpc.test/key?x=1'],
    [' http://localhost:8899 ', 'http://localhost:8899/'],
    ['http://127.0.0.1:8899/', 'http://127.0.0.1:8899/'],
    ['http://rpc.test', null],
    ['javascript:alert(1)', null],
    ['', null],
  ])('%s is %s', (typed, url) => {
    expect(serverUrl(typed)).toBe(url);
  });
});
