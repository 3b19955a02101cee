import { describe, expect, it } from 'vitest';
import { CALLED_OFF_STEPS, DRAW_STEPS, type StepId } from '../../client/audit/check/Step.ts';
import type { Proof } from '../../src/contract/round.ts';
import { QUICKNET } from '../../src/protocol/terms/beaconNetwork.ts';
import { honestProof } from './honestProof.ts';
import { stepOf, stepsIn, verifyOffline } from './offline.ts';

const ON_CHAIN: readonly StepId[] = [
  ...(['lottery', 'marks', 'commitment', 'snapshot', 'pool', 'witnesses', 'payout', 'payout memo'] as const),
  'payout mark',
  ...(['payout transfers', 'payout balances'] as const),
];
/** What only the announced terms can tell. */
const OF_TERMS: readonly StepId[] = ['terms', 'pool wallet'];
const WITHOUT_RELAY = DRAW_STEPS.filter((id) => id !== 'drand');

const failures = async (proof: Proof) => stepsIn(await verifyOffline(proof), 'failed');

/** An honest proof in which `part` has been exchanged. */
function tampered(part: (proof: Proof) => Partial<Proof>): Proof {
  const proof = honestProof();
  return { ...proof, ...part(proof) };
}

describe('the steps that need nothing but the proof', () => {
  it('are all ok for an honest proof; the steps of the chain, which nobody asked, are not', async () => {
    const report = await verifyOffline(honestProof());
    expect(stepsIn(report, 'could-not-check')).toEqual(ON_CHAIN);
    expect(stepsIn(report, 'ok')).toEqual(
      WITHOUT_RELAY.filter((id) => !ON_CHAIN.includes(id) && !OF_TERMS.includes(id)),
    );
    expect(report.verdict).toBe('could-not-check');
    expect(stepOf(report, 'network').value).toBe('96e74fcdd3a11840');
  });

  it('are told one by one, in their order, with how many there are', async () => {
    const told: [string, number][] = [];
    await verifyOffline(honestProof(), { onStep: ({ id }, of) => told.push([id, of]) });
    expect(told).toEqual(WITHOUT_RELAY.map((id) => [id, WITHOUT_RELAY.length]));
  });

  it('have a value, a sentence and a link each', async () => {
    const place = (what: string) => (of: string | number) => `https://explorer.test/${what}/${of}`;
    const links = {
      transaction: place('tx'),
      wallet: place('address'),
      beacon: place('beacon'),
      proof: place('proof'),
    };
    const { steps } = await verifyOffline(honestProof(), { links });
    for (const step of steps.filter(({ state }) => state !== 'not-reached')) {
      expect([step.id, step.value.length > 0, /^[A-Z].*\.$/.test(step.sentence)]).toEqual([step.id, true, true]);
      expect(step.link).toMatch(/^https:\/\/explorer\.test\/(?:tx|address|beacon|proof)\/\w+$/);
    }
  });

  it('go on when one of them stops for a reason that nobody has foreseen', async () => {
    const relays = {
      ask: () => Promise.resolve(null),
      get urls(): never {
        throw new TypeError('this browser has no such method');
      },
    };
    const report = await verifyOffline(honestProof(), { relays });
    expect(stepOf(report, 'drand')).toMatchObject({
      state: 'could-not-check',
      value: 'the check stopped (this browser has no such method)',
    });
    expect(stepOf(report, 'winners').state).toBe('ok');
  });

  it.each(['.001', '.999', '.5'])(
    'accept no time with a fraction of a second where a whole second is expected: %s',
    async (rest) => {
      const proof = tampered(({ endsAt }) => ({ endsAt: endsAt.replace(/(?:\.\d+)?Z$/, `${rest}Z`) }));
      expect(stepOf(await verifyOffline(proof), 'proof')).toMatchObject({
        state: 'could-not-check',
        value: expect.stringContaining('a whole second in UTC'),
      });
    },
  );

  it('wait for what is not known yet: a locked round is not reached, a committed one is owed', async () => {
    const locked = tampered(({ beacon, commitment }) => ({
      state: 'locked',
      winners: null,
      payout: null,
      commitment: commitment && { ...commitment, signature: null, slot: null, blockTime: null },
      beacon: beacon && { ...beacon, signature: null, randomness: null },
    }));
    const report = await verifyOffline(locked);
    expect([report.verdict, stepsIn(report, 'failed')]).toEqual(['could-not-check', []]);
    expect(stepsIn(report, 'not-reached')).toEqual([...OF_TERMS, 'beacon signature', 'randomness', 'seed', 'winners']);
    const drawn = await verifyOffline(tampered(() => ({ state: 'drawn', payout: null })));
    expect(drawn.verdict).toBe('could-not-check');
  });

  it('do not accept that a paid round leaves a part out', async () => {
    const report = await verifyOffline(tampered(() => ({ winners: null })));
    expect(stepOf(report, 'winners')).toMatchObject({
      state: 'failed',
      value: 'winners: expected one in a paid round got null',
    });
  });

  it('see an entry that was added after the commitment', async () => {
    const proof = tampered(({ snapshot }) => ({
      snapshot: snapshot && {
        ...snapshot,
        entries: [...snapshot.entries, ...snapshot.entries.slice(0, 1)],
        amounts: [...snapshot.amounts, '1'],
      },
    }));
    expect(await failures(proof)).toEqual(expect.arrayContaining(['entries', 'root', 'memo']));
  });

  it('know from an owner’s bytes that it cannot be paid, in the list and among the excluded', async () => {
    const offCurve = '8qbHbw2BbbTHBW1sbeqakYXVKRQM8Ne7pLK7m6CVfeR';
    for (const owner of [offCurve, 'MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr']) {
      const proof = tampered(({ snapshot }) => ({
        snapshot: snapshot && { ...snapshot, entries: snapshot.entries.with(0, owner) },
      }));
      expect(await failures(proof)).toContain('entries');
    }
    const [payable = ''] = honestProof().snapshot?.entries ?? [];
    const excluding = (...line: [string, string]) => {
      const { rules, ...others } = honestProof();
      return { ...others, rules: { ...rules, excluded: [line] } } as unknown as Proof;
    };
    for (const reason of ['off curve', 'reserved key']) {
      const report = await verifyOffline(excluding(payable, reason));
      expect(stepOf(report, 'rules').value).toBe(`reason against ${payable}: expected none in its bytes got ${reason}`);
    }
    const right = await verifyOffline(excluding(offCurve, 'off curve'));
    expect(stepOf(right, 'rules').value).toContain('rulesHash');
    expect(stepsIn(await verifyOffline(excluding(payable, 'market-maker')), 'could-not-check')).toEqual([
      'lottery',
      'marks',
      'proof',
    ]);
  });

  it('insist on exactly the members of the rules, an entry at least, and a list read before the end', async () => {
    const rule = (altered: object) => tampered(({ rules }) => ({ rules: rules && { ...rules, ...altered } }));
    const read = (altered: object) =>
      tampered(({ snapshot }) => ({ snapshot: snapshot && { ...snapshot, ...altered } }));
    expect(await failures(rule({ more: 'me' }))).toContain('rules');
    expect(await failures(read({ entries: [], amounts: [] }))).toContain('entries');
    expect(await failures(read({ takenAt: honestProof().endsAt }))).toContain('entries');
  });

  it('accept only quicknet, or the network that the user names: a key in the proof itself proves nothing', async () => {
    const network = { ...QUICKNET, publicKey: `${QUICKNET.publicKey.slice(0, -1)}b` };
    const foreign = tampered(({ beacon }) => ({
      beacon: beacon && { ...beacon, network: 'private', publicKey: network.publicKey },
    }));
    expect(await failures(foreign)).toContain('network');
    // When the user names the network, it is accepted with a warning; when only the site does, the step stays open.
    const [pinned, told] = await Promise.all(
      (['pinned', 'told'] as const).map((by) => verifyOffline(foreign, { network: { network, by } })),
    );
    expect(pinned && stepOf(pinned, 'network')).toMatchObject({
      ...{ state: 'ok', name: 'Beacon network is the one that you named' },
      value: expect.stringContaining('WARNING: not drand’s quicknet'),
    });
    expect(told && stepOf(told, 'network')).toMatchObject({
      ...{ state: 'could-not-check', name: 'Beacon network is drand’s quicknet' },
    });
    for (const report of [pinned, told]) expect(report && stepOf(report, 'beacon signature').state).toBe('failed');
  });

  it('detect that another round was published under a round’s number', async () => {
    const report = await verifyOffline(honestProof(7), { round: 8 });
    expect(stepOf(report, 'proof').value).toBe('roundNumber: expected 8 got 7');
    expect(report.verdict).toBe('failed');
  });

  it('print what nothing can confirm, and never judge by it', async () => {
    const notes = { lockedAt: '2023-08-23T15:58:25.000Z', paidAt: null };
    const report = await verifyOffline({ ...honestProof(), notes });
    expect(report.unconfirmed).toEqual([
      { field: 'snapshot.takenAt', value: '2023-08-23T15:58:24.000Z' },
      { field: 'snapshot.amounts', value: 'of 5 wallets' },
      { field: 'beacon.network', value: 'quicknet' },
      { field: 'notes.lockedAt', value: '2023-08-23T15:58:25.000Z' },
      { field: 'notes.paidAt', value: 'null' },
      { field: 'beacon.signature', value: 'its origin: no relay of the network was named' },
    ]);
    expect(stepsIn(report, 'failed')).toEqual([]);
  });

  it('are those of the list alone for a round that was called off', async () => {
    const off = tampered(() => ({ state: 'rolled-over', reason: 'commitment-late', winners: null, payout: null }));
    const report = await verifyOffline(off);
    expect(report.steps.map(({ id }) => id)).toEqual(CALLED_OFF_STEPS);
    expect(stepsIn(report, 'ok')).toEqual(['proof', 'entries', 'root', 'rules', 'memo']);
    const never = { ...off, rules: null, rulesHash: null, snapshot: null, commitment: null, beacon: null, prize: null };
    expect((await verifyOffline(never)).steps.map(({ id }) => id)).toEqual(['lottery', 'marks', 'proof', 'terms']);
  });
});

describe('a proof that cannot be read', () => {
  it.each([
    ['not an object', 'proof: expected an object got "what"', 'what'],
    ['a page instead of it', 'roundNumber: expected a whole number got nothing', { error: 'no' }],
    [
      'a day that there is not',
      'endsAt: expected a time in UTC got "2023-02-30T00:00:00Z"',
      { endsAt: '2023-02-30T00:00:00Z' },
    ],
    ['a state that nobody knows', 'state: expected one of open, locked', { state: 'settled' }],
    [
      'an amount with a leading zero',
      'prize.poolLamports: expected a decimal u64 as text got "01"',
      { prize: { poolLamports: '01' } },
    ],
  ])('names the first value that is wrong: %s', async (_name, said, part) => {
    const whole = typeof part === 'string' || 'error' in part ? part : { ...honestProof(), ...part };
    const report = await verifyOffline(whole);
    expect(stepOf(report, 'proof')).toMatchObject({ state: 'could-not-check', value: expect.stringContaining(said) });
    // The chain is looked at all the same; here nobody is asked.
    expect(stepsIn(report, 'not-reached')).toHaveLength(WITHOUT_RELAY.length - 3);
  });
});

describe('the beacon as drand itself publishes it', () => {
  const { beacon } = honestProof();
  const urls = ['https://one.test', 'https://two.test'];
  const other = 'b33bf3667cbd5a82de3a24b4e0e9fe5513cc1a0e840368c6e31f5fcfa79bea03f73896b25883abf2853d10337fb8fa41';
  /** What the relays answer, one after the other. */
  const asked = async (proof: Proof, ...answers: readonly unknown[]) => {
    const left = [...answers];
    const ask = async (): Promise<unknown> => left.shift() ?? Promise.reject(new Error('silent'));
    return stepOf(await verifyOffline(proof, { relays: { urls, ask } }), 'drand');
  };
  const honest = { round: 1000, signature: beacon?.signature };

  it('is the same signature, from the first relay that answers', async () => {
    expect(await asked(honestProof(), honest)).toMatchObject({
      state: 'ok',
      value: 'the same signature from one.test',
    });
    expect(await asked(honestProof(), null, honest)).toMatchObject({ value: 'the same signature from two.test' });
  });

  it('cannot be checked while drand is down, and says whose word is left', async () => {
    expect(await asked(honestProof())).toMatchObject({
      state: 'could-not-check',
      value: 'one.test did not answer, two.test did not answer: only the lottery vouches for the signature',
    });
  });

  it('is not had from a relay that answers about another round, or without a signature', async () => {
    expect(await asked(honestProof(), { ...honest, round: 1001 }, { round: 1000 })).toMatchObject({
      state: 'could-not-check',
      value:
        'one.test gave no signature of this round, two.test gave no signature of this round: only the lottery vouches for the signature',
    });
  });

  it('is not believed from a relay whose signature is invalid', async () => {
    const lie = { round: 1000, signature: other };
    expect((await asked(honestProof(), lie, lie)).value).toContain('one.test gave an invalid signature');
  });

  it('fails for another signature than drand’s', async () => {
    const proof = tampered(() => ({ beacon: beacon && { ...beacon, signature: other } }));
    expect(await asked(proof, honest)).toMatchObject({
      state: 'failed',
      value: `beacon.signature: expected ${beacon?.signature} from one.test got ${other}`,
    });
  });
});
