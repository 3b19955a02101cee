import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ALERT_KINDS, type AlertKind, alertKind, kindNameOf, runbookAnchor } from '../../src/alerts/alertKinds.ts';
import { HOLD_REASONS } from '../../src/round/state.ts';

const ROOT = new URL('../../', import.meta.url).pathname;
const runbook = readFileSync(join(ROOT, 'docs/runbook.md'), 'utf8');
const anchors = [...runbook.matchAll(/^### (.+)$/gm)].map(([, heading = '']) => heading);
const sources = readdirSync(join(ROOT, 'worker'), { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.ts'))
  .map((name) => ({ name, text: readFileSync(join(ROOT, 'worker', name), 'utf8') }));

/** Keys of alerts in the code: `kind:${…}` after a raise, after `key:` or in a table of kinds of doubts. */
const RAISES = [
  /raiseAlert\(\s*`([a-z-]+):/g,
  /key: `([a-z-]+):\$\{(?:round|id)\}`,\n\s*message/g,
  /key: `(held):/g,
  /about: `([a-z-]+):/g,
  /const key = `([a-z]+-[a-z]+):/g,
  /const about = `([a-z-]+):/g,
  /about: '([a-z]+-[a-z]+)', isWrong/g,
  /(?:lied|silent|disagree): '([a-z-]+)'/g,
  /^\s*`([a-z]+):\$\{lock\.round\}:\$\{witness/gm,
];
const raised = new Set(
  sources.flatMap(({ text }) => RAISES.flatMap((raise) => [...text.matchAll(raise)].map(([, kind]) => kind))),
);

describe('the runbook', () => {
  it('has a part for every kind of alert that the code raises', () => {
    expect(raised.size).toBeGreaterThan(25);
    expect([...raised].filter((kind) => kind === undefined || !(kind in ALERT_KINDS))).toEqual([]);
    expect([...raised].filter((kind) => kind === undefined || !anchors.includes(kind))).toEqual([]);
  });

  it('has a part for every call that raises an alert, so every key can be found in the code', () => {
    const calls = sources.flatMap(({ name, text }) =>
      [...text.matchAll(/(?:raiseAlert|raise)\((?!key|db|env|alert|\w*: )/g)].map(() => name),
    );
    const known = sources.flatMap(({ name, text }) =>
      [...text.matchAll(/raiseAlert\(\s*(?:`[a-z-]+:|\.\.\.alertOf)/g)].map(() => name),
    );
    expect(
      calls.filter((name) => !known.includes(name) && !name.startsWith('alerts/') && !name.startsWith('objects/')),
    ).toEqual([]);
  });

  it('has a part for every reason for which a round is held', () => {
    expect(HOLD_REASONS.filter((reason) => !anchors.includes(`held-${reason}`))).toEqual([]);
  });

  it('has no part twice, and no part for an alert that does not exist', () => {
    const expected = [...Object.keys(ALERT_KINDS), ...HOLD_REASONS.map((reason) => `held-${reason}`)];
    expect([...anchors].sort()).toEqual(expected.sort());
  });

  it('says of each what it means, what to do, and how to know that it worked, in this order', () => {
    const parts = runbook.split(/^### /m).slice(1);
    expect(parts).toHaveLength(anchors.length);
    const unclear = parts.filter((part) => !/\*\*Means\.\*\*[\s\S]+\*\*Do\.\*\*[\s\S]+\*\*It worked\*\*/.test(part));
    expect(unclear.map((part) => part.split('\n')[0])).toEqual([]);
  });

  it('links only to parts that exist', () => {
    const headings = [...runbook.matchAll(/^##+ (.+)$/gm)].map(([, heading = '']) =>
      heading
        .toLowerCase()
        .replaceAll(/[^\w -]/g, '')
        .replaceAll(' ', '-'),
    );
    const links = [...runbook.matchAll(/\]\(#([\w-]+)\)/g)].map(([, anchor = '']) => anchor);
    expect(links.length).toBeGreaterThan(15);
    expect(links.filter((anchor) => !headings.includes(anchor))).toEqual([]);
  });

  it('begins with the tax when a key is stolen, because the tax goes on paying the thief', () => {
    for (const name of ['outflow', 'distribution-changed']) {
      const [, part = ''] = runbook.split(`### ${name}\n`);
      const [, steps = ''] = part.split('\n### ')[0]?.split('**Do.**') ?? [];
      const pause = steps.indexOf('Pause tax cycles');
      expect(pause).toBeGreaterThan(-1);
      expect(pause).toBeLessThan(steps.indexOf('npm run rotate'));
    }
  });

  it('never asks to save a split for a new pool wallet: the tax follows the terms, and waits until the wallet’s first round', () => {
    const [, part = ''] = runbook.split('### outflow\n');
    const [steps = ''] = part.split('\n### ');
    expect(steps).not.toMatch(/save and activate/);
    expect(steps.indexOf('that round has begun')).toBeGreaterThan(steps.indexOf('npm run deploy'));
    expect(steps.indexOf('**Resume** the tax cycles')).toBeGreaterThan(steps.indexOf('that round has begun'));
  });

  it('is linked from each alert', () => {
    for (const kind of Object.keys(ALERT_KINDS)) expect(anchors).toContain(runbookAnchor(`${kind}:12:x`, 'A message.'));
    for (const reason of HOLD_REASONS) {
      expect(runbookAnchor('held:12', `Round 12 is held (${reason}). Because.`)).toBe(`held-${reason}`);
    }
    // For a held round the reason counts; for other alerts only the first word does.
    expect(runbookAnchor('late:12', 'Round 12 (overdue) is late.')).toBe('late');
    expect(runbookAnchor('held:12', 'Round 12 is held (sunspots).')).toBe('held');
  });
});

describe('a kind of alert', () => {
  it('is the first word of its key', () => {
    expect(kindNameOf('tax-refused:7:swap')).toBe('tax-refused');
    expect(kindNameOf('')).toBe('');
  });

  /** Kinds with these marks: the severity, and what ends them. */
  const kindsThat = (severity: string, end: 'lasts' | 'happens' | 'lapses') =>
    Object.entries<AlertKind>(ALERT_KINDS)
      .filter(([, kind]) => kind.severity === severity)
      .filter(([, { ends, lapses = false }]) => (ends ? (lapses ? 'lapses' : 'lasts') : 'happens') === end)
      .map(([name]) => name);

  it('is critical where money or rounds wait for a person', () => {
    expect(kindsThat('critical', 'lasts')).toEqual([
      ...['held', 'late', 'unsettled', 'rules', 'outflow', 'no-payment', 'unpaid', 'settings', 'part-down'],
      'tax-refused',
    ]);
    expect(kindsThat('critical', 'happens')).toEqual([
      ...['timetable', 'pool-unexplained', 'witness', 'too-many-holders', 'distribution-changed', 'no-terms'],
    ]);
    for (const key of ['held:1', 'old-pool', 'part-down:rounds:1']) expect(alertKind(key).severity).toBe('critical');
  });

  it('lasts where something else says that it is over; what nothing ends lapses; every other one is of a moment', () => {
    expect(kindsThat('warning', 'lasts')).toEqual(['missed', 'database-size', 'wallet-low', 'tax-late']);
    expect([...kindsThat('critical', 'lapses'), ...kindsThat('warning', 'lapses')]).toEqual([
      ...['old-pool', 'node-lied', 'node-silent', 'nodes-disagree'],
    ]);
    expect(new Set(Object.values(ALERT_KINDS).map(({ severity }) => severity))).toEqual(
      new Set(['critical', 'warning']),
    );
  });

  it('is a momentary warning when this version does not know it', () => {
    expect(alertKind('solar-flare:1')).toEqual({ severity: 'warning', ends: false });
    expect(alertKind('constructor:1')).toEqual({ severity: 'warning', ends: false });
  });
});
