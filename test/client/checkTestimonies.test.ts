import { base58 } from '@scure/base';
import { describe, expect, it } from 'vitest';
import { createChainView } from '../../client/audit/chainView.ts';
import { HOSTILE_CHAINS } from './hostileChains.ts';
import { hostileNode } from './hostileNode.ts';
import { stepOf, verifyOffline } from './offline.ts';
import { keyOf, signedTransaction } from './signedTransaction.ts';
import { TAMPERED_PROOFS } from './tamperedProofs.ts';

const MEMO = 'MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr';
const { proof, wallet } = TAMPERED_PROOFS;
const endsAt = Date.parse(proof.endsAt) / 1000;
const root = proof.snapshot?.root ?? '';
const ADA = keyOf('ada');
const NOTHING = { root: null, entries: null, signature: null, slot: null, blockTime: null };

/** What the chain has of Ada, and what the proof says of her. */
async function witnessed(seen: string, claim: object = NOTHING) {
  const text = `GOD1 witness round=${proof.roundNumber} ends=${endsAt} root=${seen} entries=9`;
  const signed = signedTransaction({ by: 'ada', names: [MEMO], text });
  const line = { ...signed, slot: 1010, time: endsAt - 40, memo: `[1] ${text}`, before: [1, 1], after: [1, 1] };
  const node = hostileNode({ name: 'witnessed', verdict: 'proven', add: [line] });
  const witnesses = [{ name: 'Ada', address: ADA, ...NOTHING, ...claim }];
  return verifyOffline({ ...proof, witnesses }, { view: createChainView(node), named: { poolWallet: wallet } });
}

describe('the step of the watchers', () => {
  it('reads each watcher’s own wallet, and is left out of a round that nobody watched', async () => {
    const report = await witnessed(root);
    expect(stepOf(report, 'witnesses')).toMatchObject({ state: 'ok', value: '1 of 1 watchers saw this list' });
    expect(report.verdict).toBe('proven');
    expect(report.unconfirmed).toContainEqual({ field: 'witnesses.0.name', value: 'Ada' });
    const view = createChainView(hostileNode({ name: 'honest', verdict: 'proven' }));
    const unwatched = await verifyOffline(
      { ...proof, witnesses: [] },
      { view, named: { poolWallet: HOSTILE_CHAINS.wallet } },
    );
    expect([unwatched.verdict, unwatched.steps.some(({ id }) => id === 'witnesses')]).toEqual(['proven', false]);
  });

  it('fails with both roots when a watcher saw another list, and for a claim that is not on chain', async () => {
    const other = 'cd'.repeat(32);
    const differing = stepOf(await witnessed(other), 'witnesses');
    expect([differing.state, differing.value.includes(other), differing.value.includes(root)]).toEqual([
      'failed',
      true,
      true,
    ]);
    const claimed = {
      root,
      entries: 8,
      signature: base58.encode(new Uint8Array(64).fill(1)),
      slot: 1010,
      blockTime: proof.endsAt,
    };
    expect(stepOf(await witnessed(root, claimed), 'witnesses')).toMatchObject({
      state: 'failed',
      value: 'Ada: entries: expected 9 got 8',
    });
  });

  it('could not be checked when nobody is asked', async () => {
    const witnesses = [{ name: 'Ada', address: ADA, ...NOTHING }];
    expect(stepOf(await verifyOffline({ ...proof, witnesses }), 'witnesses').state).toBe('could-not-check');
  });
});
