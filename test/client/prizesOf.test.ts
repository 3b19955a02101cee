import { describe, expect, it } from 'vitest';
import { prizesOf } from '../../client/prizes/prizesOf.ts';

describe('the prizes on show', () => {
  it('add up to the pool: places 2 and 3 round down, place 1 takes the rest', () => {
    expect(prizesOf('101', null)).toEqual(['71', '20', '10']);
    expect(prizesOf('0', null)).toEqual(['0', '0', '0']);
  });
});
