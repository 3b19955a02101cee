import { describe, expect, it } from 'vitest';
import { answers } from '../../client/guide/Faq.tsx';
import type { PublicConfig } from '../../src/contract/config.ts';

/** What a visitor reads about fairness when `nodes` are asked; null: the settings are not known yet. */
function readWith(rpcNodes: number | null): string {
  const config = rpcNodes === null ? null : ({ entryLockSeconds: 60, transferFee: null, rpcNodes } as PublicConfig);
  return (
    answers(config)
      .find(({ question }) => question === 'Is it provably fair?')
      ?.answer.join(' ') ?? ''
  );
}

describe('the answer about fairness', () => {
  it('says that one node is believed, and who can check it', () => {
    expect(readWith(1)).toContain(
      'The lottery asks one Solana node for the holders and believes its answer. Anyone can rebuild the list from the chain while the round is locked.',
    );
    expect(readWith(1)).not.toContain('compared');
  });

  it.each([2, 3])('says that the list is compared between %i nodes', (nodes) => {
    expect(readWith(nodes)).toContain(`The list is compared between ${nodes} Solana nodes. Anyone can rebuild it`);
    expect(readWith(nodes)).not.toContain('believes');
  });

  it('claims neither before the settings are known', () => {
    expect(readWith(null)).toContain('Anyone can rebuild the list from the chain while the round is locked.');
    expect(readWith(null)).not.toMatch(/believes|compared|undefined|null/);
  });
});
