import { createElement } from 'react';
import { renderToStaticMarkup, renderToString } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { fixedClock } from '../../client/clock/ServerClock.ts';
import { App } from '../../client/page/App.tsx';
import { contentAt } from '../../client/page/contents.ts';
import { WRITTEN_PARTS } from '../../client/page/landing/writtenParts.ts';
import { hasShape } from '../../client/shape/hasShape.ts';
import { PartsPanel, partName, stateSentence } from '../../client/status/PartsPanel.tsx';
import { describeDays, sumOf, UptimePanel, uptimeText } from '../../client/status/UptimePanel.tsx';
import { STATUS } from '../../client/status/useStatus.ts';
import { status as contract, type Status, type StatusDay } from '../../src/contract/health.ts';
import { NOT_YET } from '../../src/notYet.ts';
import { fullestPage } from '../budgets/fullestPage.ts';
import { STATUS_CASES } from '../gallery/status.ts';

const day = (date: string, late: number, missed: number, total = 24): StatusDay => ({
  ...{ date, late, missed, total, onTime: total - late - missed },
});
const WHOLE = day('2026-11-20', 0, 0);
const part = (status: Status['parts'][number]['status']) => ({
  ...{ name: 'tax', status, age: null, lastSuccessAt: null, detail: '' },
});

describe('the uptime', () => {
  it('is cut off, so that one late round in a year is not called 100%', () => {
    expect(uptimeText({ onTime: 8_760, total: 8_760 })).toBe('100.00%');
    expect(uptimeText({ onTime: 87_599, total: 87_600 })).toBe('99.99%');
    expect(uptimeText({ onTime: 1, total: 3 })).toBe('33.33%');
    expect(uptimeText({ onTime: 0, total: 24 })).toBe('0.00%');
    expect(uptimeText({ onTime: 0, total: 0 })).toBe('–');
  });

  it('is of all days together', () => {
    expect(sumOf([WHOLE, day('2026-11-21', 2, 1, 10)])).toEqual({ onTime: 31, late: 2, missed: 1, total: 34 });
    expect(sumOf([])).toEqual({ onTime: 0, late: 0, missed: 0, total: 0 });
  });

  it('is told in a sentence with the worst day, the latest of equals', () => {
    expect(describeDays([WHOLE])).toBe(
      '24 of 24 rounds were paid on time, 0 later or not yet, and 0 ended without a payment. There was no day with a late or an unpaid round. All values are in the table below.',
    );
    expect(describeDays([day('2026-11-18', 0, 3), day('2026-11-19', 2, 1), WHOLE])).toContain(
      'Most went wrong on 19 Nov: 2 late, 1 without a payment.',
    );
    expect(describeDays([day('2026-11-18', 0, 0, 0)])).toBe('No round has ended in these days.');
  });
});

describe('the page of the status', () => {
  it.each(Object.entries(STATUS_CASES))('has every day in its plot and its table: %s', (_, status) => {
    expect(hasShape(contract.parse(status), STATUS)).toBe(true);
    const html = renderToStaticMarkup(createElement(UptimePanel, { days: status.days }));
    expect(html).not.toMatch(/ style=|NaN|undefined|Infinity/);
    expect(html.match(/<g>/g)?.length).toBe(90);
    expect(html.match(/<tr>/g)?.length).toBe(91);
    const wrong = status.days.filter(({ late, missed }) => late + missed > 0);
    expect(html.match(/<td class="/g)?.length ?? 0).toBe(
      wrong.flatMap(({ late, missed }) => [late, missed].filter((count) => count > 0)).length,
    );
  });

  it('draws a day on which every round failed, and leaves out a day without rounds', () => {
    const html = renderToStaticMarkup(
      createElement(UptimePanel, { days: [day('2026-11-19', 0, 24), day('2026-11-20', 0, 0, 0)] }),
    );
    const columns = html.match(/<rect[^>]*>/g) ?? [];
    expect(columns).toHaveLength(1);
    expect(columns[0]).toMatch(/class="missed".* y="0" height="100"/);
  });

  it('counts the parts that do not work', () => {
    expect(stateSentence([part('ok'), part('ok')])).toBe('Running. Every part works.');
    expect(stateSentence([part('ok'), part('degraded')])).toBe('Running. One part needs attention.');
    expect(stateSentence([part('down'), part('degraded'), part('degraded')])).toBe(
      'One part is down. 2 more need attention.',
    );
  });

  it('does not say that a part needs attention which has only not had its first success yet', () => {
    const starting = { ...part('degraded'), lastSuccessAt: null, detail: NOT_YET };
    expect(stateSentence([part('ok'), starting])).toBe('Running. One part is starting.');
    expect(stateSentence([starting, starting, part('degraded')])).toBe('Running. One part needs attention.');
    const html = renderToStaticMarkup(
      createElement(PartsPanel, { parts: [starting, { ...starting, detail: 'late' }] }),
    );
    expect(html.match(/STARTING|NEEDS ATTENTION/g)).toEqual(['NEEDS ATTENTION', 'STARTING']);
  });

  it('names parts in words, and shows the name of an unknown part as it is', () => {
    expect([partName('beacon'), partName('moon')]).toEqual(['Random numbers (drand)', 'Moon']);
  });

  it.each([
    {},
    { days: [] },
    { days: [{ date: 'today' }], parts: [], updatedAt: '2026-11-20T00:00:00Z' },
    null,
    '<html>',
  ])('takes nothing that is not a status: %j', (answer) => {
    expect(hasShape(answer, STATUS)).toBe(false);
  });
});

describe('what the page says of its own figures', () => {
  const pageOf = (answer: Status) => {
    const data = { ...fullestPage(), path: '/status', shown: { kind: 'status', answer } } as const;
    const page = { data, clock: fixedClock(data.now), content: contentAt('/status'), parts: WRITTEN_PARTS };
    return renderToString(createElement(App, page));
  };
  const [[, answer]] = Object.entries(STATUS_CASES) as [[string, Status]];

  it('matches what is counted: a round that paid nobody does not count as paid, whatever the reason', () => {
    const html = pageOf(answer);
    expect(html).toContain('A round is on time when its prizes were paid within a minute of its end.');
    expect(html).toMatch(/It is not paid when it was called off, for example because [^.]*nobody held enough GOD/);
  });

  it('a part’s state that the page does not know is refused', () => {
    const [part] = answer.parts;
    expect(hasShape({ ...answer, parts: [{ ...part, status: 'resting' }] }, STATUS)).toBe(false);
  });
});

describe('a status that could not be read when the page was written', () => {
  it('is asked for by the browser; without a script the page says to come back', () => {
    const data = { ...fullestPage(), path: '/status', shown: { kind: 'status', answer: null } } as const;
    const parts = WRITTEN_PARTS;
    const page = createElement(App, { data, clock: fixedClock(data.now), content: contentAt('/status'), parts });
    const html = renderToString(page);
    expect(html).toContain('Reading the status...');
    expect(html).toMatch(/<noscript>The status could not be read just now\./);
    expect(html).not.toContain('Right now');
  });
});
