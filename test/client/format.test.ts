import { describe, expect, it } from 'vitest';
import { prizeText, solText } from '../../client/format/moneyText.ts';
import { shortAddress } from '../../client/format/shortAddress.ts';
import { agoText, clockText, durationText, spokenClock, utcText } from '../../client/format/timeText.ts';

describe('amounts', () => {
  it('show 4 decimals of SOL, rounded down', () => {
    expect(solText('14208799999')).toBe('14.2087');
    expect(solText('8914026699999')).toBe('8,914.0266');
    expect(solText('0')).toBe('0.0000');
  });

  it('stay exact beyond what a JavaScript number holds', () => {
    expect(solText('18446744073709551615')).toBe('18,446,744,073.7095');
  });

  it('call a prize below the last decimal dust', () => {
    expect(prizeText('99999')).toBe('< 0.0001');
    expect(prizeText('100000')).toBe('0.0001');
    expect(prizeText('0')).toBe('0.0000');
  });
});

describe('times', () => {
  it('count down in minutes and seconds', () => {
    expect([0, 9, 60, 1661, 3600].map(clockText)).toEqual(['0:00', '0:09', '1:00', '27:41', '60:00']);
    expect([0, 61, 1661].map(spokenClock)).toEqual([
      ...['0 minutes 0 seconds', '1 minute 1 second', '27 minutes 41 seconds'],
    ]);
  });

  it('are told in one unit, and never in the future', () => {
    expect(durationText(45_900)).toBe('45 s');
    expect(durationText(3_599_000)).toBe('59 min');
    expect(durationText(47 * 3_600_000)).toBe('47 h');
    expect(durationText(48 * 3_600_000)).toBe('2 d');
    expect(agoText(10_000, 5_000)).toBe('just now');
  });

  it('stand whole in the title, in UTC', () => {
    expect(utcText(Date.UTC(2026, 10, 20, 7, 0, 14))).toBe('20 Nov 2026, 07:00:14 UTC');
  });
});

describe('addresses', () => {
  it('are shortened to four and four characters', () => {
    expect(shortAddress('7xKXtg2CW87d97TXJSDpbD5jBkheTqA83TZRuJosgAsU')).toBe('7xKX…gAsU');
  });
});
