import { describe, expect, it } from 'vitest';
import { errorText, stackText } from '../../src/errorText.ts';

describe('the text of a thrown value', () => {
  it('is the message of an error of any kind', () => {
    expect(errorText(new RangeError('too large'))).toBe('too large');
  });

  it('is anything else written as text', () => {
    expect([errorText('gone'), errorText(404), errorText(undefined)]).toEqual(['gone', '404', 'undefined']);
  });

  it('is for a log an error’s stack, or its message where it has none', () => {
    const [whole, bare] = [new Error('gone'), Object.assign(new Error('gone'), { stack: undefined })];
    expect([stackText(whole), stackText(bare), stackText(404)]).toEqual([whole.stack, 'gone', '404']);
    expect(whole.stack).toContain('errorText.test');
  });
});
