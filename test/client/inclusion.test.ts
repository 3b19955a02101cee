import { describe, expect, it } from 'vitest';
import { inclusionJson, inclusionProof, rootOfInclusion } from '../../client/audit/check/inclusion.ts';
import { type Address, address, addressOf } from '../../src/address/address.ts';
import { protocolOf } from '../../src/protocol/protocolOf.ts';
import { honestProof } from './honestProof.ts';
import { stepOf, verifyOffline } from './offline.ts';

const protocol = protocolOf(1);
const entriesOf = (count: number): Address[] =>
  Array.from({ length: count }, (_, i) => addressOf(new Uint8Array(32).fill(i + 1)));

describe('the inclusion proof of a wallet', () => {
  it('leads to the root from every place of every list, and from no other place', () => {
    for (let count = 1; count <= 33; count++) {
      const entries = entriesOf(count);
      const root = protocol.ownersRoot(entries);
      for (const [index, owner] of entries.entries()) {
        const proof = inclusionProof(protocol, { round: 7, entries, address: owner });
        if (proof === null) throw new Error('the wallet is in the list');
        expect(rootOfInclusion(protocol, proof), `${index} of ${count}`).toBe(root);
        expect(proof.path.length).toBeLessThanOrEqual(Math.ceil(Math.log2(count)));
        const elsewhere = { ...proof, index: (index + 1) % count };
        if (count > 1) expect(rootOfInclusion(protocol, elsewhere)).not.toBe(root);
        const other = { ...proof, owner: addressOf(new Uint8Array(32).fill(200)) };
        expect(rootOfInclusion(protocol, other)).not.toBe(root);
        expect(rootOfInclusion(protocol, { ...proof, path: [...proof.path, root] })).toBeNull();
        expect(rootOfInclusion(protocol, { ...proof, index: count })).toBeNull();
      }
    }
  });

  it('of a list with more entries than anybody can have fails, and the round is judged all the same', async () => {
    const round = honestProof();
    const inclusion = { roundNumber: round.roundNumber, address: round.snapshot?.entries[0] };
    const report = await verifyOffline(round, { inclusion: { ...inclusion, index: 0, entries: 2 ** 49, path: [] } });
    expect(stepOf(report, 'inclusion')).toMatchObject({
      state: 'failed',
      value: expect.stringContaining('inclusion.entries'),
    });
    expect(stepOf(report, 'winners').state).toBe('ok');
  });

  it('does not exist for a wallet that is not in the list', () => {
    const absent = addressOf(new Uint8Array(32).fill(200));
    expect(inclusionProof(protocol, { round: 7, entries: entriesOf(5), address: absent })).toBeNull();
  });
});

describe('the step that holds it against a round', () => {
  const proof = honestProof();
  const entries = (proof.snapshot?.entries ?? []).map((owner) => address(owner));
  const [, second] = entries;
  const honest = inclusionProof(protocol, { round: 7, entries, address: second ?? '' });
  if (honest === null) throw new Error('the wallet is in the list');
  const json = inclusionJson(honest);
  const step = async (inclusion: unknown) => stepOf(await verifyOffline(proof, { inclusion }), 'inclusion');

  it('is ok for the honest one, as JSON has it', async () => {
    expect(await step(JSON.parse(JSON.stringify(json)))).toMatchObject({
      state: 'ok',
      value: `${second}, entry 1 of 5`,
    });
  });

  it.each([
    ['another wallet', { address: entries[2] }, /^inclusion\.path: expected [0-9a-f]{64} got [0-9a-f]{64}$/],
    ['another place', { index: 2 }, /^inclusion\.path: expected/],
    ['a place beyond the list', { index: 5 }, /got a path of \d for entry 5$/],
    ['a hash less', { path: json.path.slice(1) }, /got a path of 2 for entry 1$/],
    ['another round', { roundNumber: 8 }, /^inclusion\.roundNumber: expected 7 got 8$/],
    ['a shorter list', { entries: 4 }, /^inclusion\.entries: expected 5 got 4$/],
    ['a hash of a wrong form', { path: ['x'] }, /^inclusion path\.0: expected 32 bytes of lower-case hex got "x"$/],
    ['no address', { address: null }, /^inclusion address: expected an address got null$/],
  ])('fails for %s', async (_name, change, said) => {
    expect(await step({ ...json, ...change })).toMatchObject({ state: 'failed', value: expect.stringMatching(said) });
  });

  it.each(Object.keys(json) as (keyof typeof json)[])(
    'fails without its %s, and with that of another wallet',
    async (name) => {
      const { [name]: _, ...without } = json;
      expect((await step(without)).state).toBe('failed');
      const last = inclusionProof(protocol, {
        round: 8,
        entries: entries.slice(1),
        address: entries.at(-1) ?? '',
      });
      if (last === null) throw new Error('the wallet is in the list');
      const other = inclusionJson(last);
      expect(await step({ ...json, [name]: other[name] })).toMatchObject({
        ...{ state: 'failed', value: expect.stringMatching(/expected .+ got .+/) },
      });
    },
  );

  it('is no step of a round when nobody asked for it', async () => {
    expect((await verifyOffline(proof)).steps.map(({ id }) => id)).not.toContain('inclusion');
  });
});
