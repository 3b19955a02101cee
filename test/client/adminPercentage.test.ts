import type { ReactElement } from 'react';
import { beforeEach, expect, it, vi } from 'vitest';
import { PercentageField } from '../../client/admin/wallets/PercentageField.tsx';

/** What the field remembers from one rendering to the next. */
const cells = vi.hoisted(() => ({ all: [] as unknown[], at: 0 }));

vi.mock('react', async (original) => ({
  ...(await original<typeof import('react')>()),
  useId: () => 'field',
  useRef: (current: unknown) => {
    const at = cells.at++;
    cells.all[at] ??= { current };
    return cells.all[at];
  },
  useState: (first: unknown) => {
    const at = cells.at++;
    if (!(at in cells.all)) cells.all[at] = first;
    const set = (next: unknown) => {
      cells.all[at] = next;
    };
    return [cells.all[at], set];
  },
}));

type Parts = readonly ReactElement<Readonly<Record<string, unknown>>>[];

let percentage = 30;
function rendered() {
  cells.at = 0;
  const onShare = (next: number) => {
    percentage = next;
  };
  const field = PercentageField({ percentage, label: 'Pool', onChange: onShare });
  const [, input, , note] = (field.props as { readonly children: Parts }).children;
  const { onChange, onBlur, ...props } = input?.props ?? {};
  return {
    type: (value: string) => (onChange as (event: unknown) => void)({ target: { value } }),
    leave: () => (onBlur as () => void)(),
    shown: [props.value, note ? note.props.children : null, props['aria-invalid']],
  };
}

beforeEach(() => {
  cells.all.length = 0;
  percentage = 30;
});

it.each([
  ['150', 100, '150% is more than 100%, so 100% is used.'],
  ['3x', 30, '"3x" is not understood. Write digits with at most one decimal mark, such as 33.3.'],
])('says how %s was read, until another edit changes the share', (typed, taken, sentence) => {
  rendered().type(typed);
  expect(percentage).toBe(taken);
  rendered().leave();
  expect(rendered().shown).toEqual([`${taken}`, sentence, true]);
  // Auto Balance, a scaling of several shares, or a version that somebody else has saved.
  percentage = 50;
  expect(rendered().shown).toEqual(['50', null, false]);
});
