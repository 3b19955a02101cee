import { describe, expect, it } from 'vitest';
import { errorText } from '../../src/errorText.ts';

describe('the text of a thrown value', () => {
  it('is the message of an error of any kind', () => {
    expect(errorText(new RangeError('too large'))).toBe('too large');
  });

  it('is anything else written as text', () => {
    expect([errorText('gone'), errorText(404), errorText(undefined)]).toEqual(['gone', '404', 'undefined']);
  });
});
