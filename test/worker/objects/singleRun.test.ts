import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { createSingleRun } from '../../../worker/objects/singleRun.ts';

/** Work that begins when it is called and ends when the test says so. */
function controlled() {
  const begun: { end: (value: string) => void; fail: (error: Error) => void }[] = [];
  let underWay = 0;
  let most = 0;
  const run = createSingleRun(async () => {
    const { promise, resolve, reject } = Promise.withResolvers<string>();
    begun.push({ end: resolve, fail: reject });
    most = Math.max(most, ++underWay);
    try {
      return await promise;
    } finally {
      underWay--;
    }
  });
  const nth = (index: number) => {
    const one = begun[index];
    if (one === undefined) throw new Error(`run ${index} has not begun`);
    return one;
  };
  return { run, begun, nth, most: () => most };
}

/** Lets pending promises settle without moving the clock. */
async function settle(): Promise<void> {
  for (let turn = 0; turn < 20; turn++) await Promise.resolve();
}

describe('a single run', () => {
  it('begins before the call returns, so that a second caller at the same moment finds it under way', async () => {
    const { run, begun, nth } = controlled();
    const first = run();
    expect(begun).toHaveLength(1);
    const second = run();
    await settle();
    expect(begun).toHaveLength(1);
    nth(0).end('first');
    await settle();
    nth(1).end('second');
    expect(await Promise.all([first, second])).toEqual(['first', 'second']);
  });

  it('that is under way is not joined: a caller during it gets the next run', async () => {
    const { run, begun, nth } = controlled();
    const first = run();
    await settle();
    const late = [run(), run(), run()];
    await settle();
    expect(begun).toHaveLength(1);
    nth(0).end('old');
    expect(await first).toBe('old');
    await settle();
    expect(begun).toHaveLength(2);
    nth(1).end('new');
    expect(await Promise.all(late)).toEqual(['new', 'new', 'new']);
    expect(begun).toHaveLength(2);
  });

  it('serves a thousand callers at once with two runs, one at a time', async () => {
    // The runtime has 10,000 timers at most, which the calls of other tests share for five seconds each.
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    const { run, begun, nth, most } = controlled();
    const callers = Array.from({ length: 1_000 }, () => run());
    await settle();
    nth(0).end('first');
    await settle();
    nth(1).end('second');
    const answers = await Promise.all(callers);
    expect(answers[0]).toBe('first');
    expect(new Set(answers.slice(1))).toEqual(new Set(['second']));
    expect(begun).toHaveLength(2);
    expect(most()).toBe(1);
  });

  it('that follows another can be followed in turn: a caller during it gets a third', async () => {
    const { run, begun, nth, most } = controlled();
    const answers = [run(), run()];
    await settle();
    nth(0).end('first');
    await settle();
    answers.push(run());
    await settle();
    expect(begun).toHaveLength(2);
    nth(1).end('second');
    await settle();
    nth(2).end('third');
    expect(await Promise.all(answers)).toEqual(['first', 'second', 'third']);
    expect(most()).toBe(1);
  });

  it('that fails tells its own callers, and blocks nobody', async () => {
    const { run, nth } = controlled();
    const first = run();
    const second = run();
    const third = run();
    nth(0).fail(new Error('database away'));
    await expect(first).rejects.toThrow('database away');
    await settle();
    nth(1).fail(new Error('still away'));
    await expect(second).rejects.toThrow('still away');
    await expect(third).rejects.toThrow('still away');
    const fourth = run();
    nth(2).end('back');
    expect(await fourth).toBe('back');
  });

  it('begins at once when the last one has long ended', async () => {
    const { run, begun, nth } = controlled();
    const first = run();
    nth(0).end('first');
    await first;
    await settle();
    const second = run();
    expect(begun).toHaveLength(2);
    nth(1).end('second');
    expect(await second).toBe('second');
  });

  it('never runs beside another, whoever calls when', async () => {
    const { run, begun, nth, most } = controlled();
    const answers: Promise<string>[] = [];
    for (let step = 0; step < 50; step++) {
      answers.push(run());
      if (step % 3 === 0) answers.push(run());
      await settle();
      nth(begun.length - 1).end(`run ${begun.length}`);
      if (step % 2 === 0) await settle();
    }
    for (let ended = 0; ended < begun.length; ended = begun.length) {
      nth(begun.length - 1).end('last');
      await settle();
    }
    nth(begun.length - 1).end('last');
    await Promise.all(answers);
    expect(most()).toBe(1);
  });
});
