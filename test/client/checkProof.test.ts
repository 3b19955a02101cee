import { describe, expect, it } from 'vitest';
import { QUICKNET_CHECK } from '../../client/audit/Check.ts';
import { checkProof } from '../../client/audit/checkProof.ts';
import type { Proof } from '../../src/contract/round.ts';
import { honestProof } from './honestProof.ts';

const failures = (proof: Proof) =>
  checkProof(proof)
    .filter(({ verdict }) => verdict === 'failed')
    .map(({ name }) => name);

/** An honest proof in which `part` has been exchanged. */
function tampered(part: (proof: Proof) => Partial<Proof>): Proof {
  const proof = honestProof();
  return { ...proof, ...part(proof) };
}

describe('the audit of a proof', () => {
  it('finds nothing wrong with an honest one', () => {
    expect(checkProof(honestProof()).map(({ verdict }) => verdict)).toEqual(Array(10).fill('ok'));
  });

  it('leaves open what is not known yet', () => {
    const locked = tampered(({ beacon }) => ({
      winners: null,
      payout: null,
      beacon: beacon && { ...beacon, signature: null, randomness: null },
    }));
    expect(failures(locked)).toEqual([]);
    expect(checkProof(locked).filter(({ verdict }) => verdict === 'open')).toHaveLength(2);
  });

  it('sees an entry that was added after the commitment', () => {
    const proof = tampered(({ snapshot }) => ({
      snapshot: snapshot && { ...snapshot, entries: [...snapshot.entries, ...snapshot.entries.slice(0, 1)] },
    }));
    expect(failures(proof)).toContain('Entry list follows the rules');
    expect(failures(proof)).toContain('Entry list gives the published root');
    expect(failures(proof)).toContain('Commitment names exactly these values');
  });

  it('sees rules that are not those of the commitment', () => {
    const proof = tampered(({ rules }) => ({ rules: rules && { ...rules, top: 10 } }));
    expect(failures(proof)).toEqual(['Rules give the published hash']);
  });

  it('insists on the product’s threshold, at least one entry, no more than the rules admit, and a list read before the end', () => {
    const list = 'Entry list follows the rules';
    const rule = (altered: object) => tampered(({ rules }) => ({ rules: rules && { ...rules, ...altered } }));
    const read = (altered: object) =>
      tampered(({ snapshot }) => ({ snapshot: snapshot && { ...snapshot, ...altered } }));
    expect(failures(rule({ threshold: '200000000000' }))).toContain(list);
    expect(failures(rule({ threshold: '1' }))).toContain(list);
    expect(failures(rule({ top: (honestProof().snapshot?.entries.length ?? 0) - 1 }))).toContain(list);
    expect(failures(rule({ top: honestProof().snapshot?.entries.length ?? 0 }))).not.toContain(list);
    expect(failures(read({ entries: [] }))).toContain(list);
    expect(failures(read({ takenAt: honestProof().endsAt }))).toContain(list);
  });

  it('sees another random number, and a signature of somebody else', () => {
    const number = tampered(({ beacon }) => ({ beacon: beacon && { ...beacon, randomness: '0'.repeat(64) } }));
    expect(failures(number)).toEqual(['Random number is the signature’s hash']);
    const signature = tampered(({ beacon }) => ({
      beacon: beacon && { ...beacon, signature: beacon.signature?.replace(/^b4/, 'b3') ?? null },
    }));
    expect(failures(signature)).toContain('Beacon is signed by its network');
  });

  it('sees the beacon of another moment', () => {
    const proof = tampered(({ beacon }) => ({ beacon: beacon && { ...beacon, round: beacon.round + 1 } }));
    expect(failures(proof)).toContain('Beacon is that of the round’s end');
  });

  it('does not vouch for a network that is not quicknet', () => {
    const proof = tampered(({ beacon }) => ({
      beacon: beacon && { ...beacon, network: 'private', publicKey: `${beacon.publicKey.slice(0, -1)}b` },
    }));
    expect(checkProof(proof)).toContainEqual(expect.objectContaining({ name: QUICKNET_CHECK, verdict: 'open' }));
    expect(failures(proof)).toContain('Beacon is signed by its network');
  });

  it('sees winners in another order and prizes of another size', () => {
    const swapped = tampered(({ winners }) => ({
      winners:
        winners?.map((winner) => (winner.place === 3 ? winner : { ...winner, place: winner.place === 1 ? 2 : 1 })) ??
        null,
    }));
    expect(failures(swapped)).toContain('Root and random number give these winners');
    const more = tampered(({ winners }) => ({
      winners: winners?.map((winner) => ({ ...winner, lamports: '1' })) ?? null,
    }));
    expect(failures(more)).toEqual(['Prizes are 70, 20 and 10% of 20% of the pool']);
  });
});
