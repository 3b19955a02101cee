import { base58 } from '@scure/base';
import { describe, expect, it } from 'vitest';
import { createChainView } from '../../client/audit/chainView.ts';
import { address } from '../../src/address/address.ts';
import type { Proof } from '../../src/contract/round.ts';
import { hostileNode } from './hostileNode.ts';
import { stepOf, verifyOffline } from './offline.ts';
import { keyOf, signedTransaction } from './signedTransaction.ts';
import { TAMPERED_PROOFS } from './tamperedProofs.ts';

const MEMO = 'MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr';
const { proof, mint, ledger } = TAMPERED_PROOFS;
const lottery = { mint: address(mint), pinned: null };
const endsAt = Date.parse(proof.endsAt) / 1000;
const root = proof.snapshot?.root ?? '';
/** The one watcher of the table’s terms. */
const ADA = keyOf('watcher');
const [claimed] = proof.witnesses;
const honest = ledger.flatMap(({ signature }) => (signature === claimed?.signature ? signature : []));
const NOTHING = { name: 'Ada', address: ADA, root: null, entries: null, signature: null, slot: null, blockTime: null };

/** What the chain has of Ada instead of her testimony, and what the proof says of her. */
async function witnessed(seen: string, witnesses: Proof['witnesses'] = [NOTHING]) {
  const text = `GOD1 witness round=${proof.roundNumber} ends=${endsAt} root=${seen} entries=9`;
  const signed = signedTransaction({ by: 'watcher', names: [MEMO], text });
  const line = { ...signed, slot: 1010, time: endsAt - 40, memo: `[1] ${text}`, before: [1, 1], after: [1, 1] };
  const node = hostileNode({ name: 'witnessed', verdict: 'proven', add: [line], remove: honest });
  return verifyOffline({ ...proof, witnesses }, { view: createChainView(node), lottery });
}

describe('the step of the watchers', () => {
  it('reads the wallets of the watchers whom the terms name, whatever the proof says of them', async () => {
    for (const witnesses of [[NOTHING], []]) {
      const report = await witnessed(root, witnesses);
      const value = '1 of 1 operators saw this list, 1 are needed';
      expect(stepOf(report, 'witnesses')).toMatchObject({ state: 'ok', value });
      expect(report.verdict).toBe('proven');
    }
  });

  it('does not count a watcher whom only the proof names', async () => {
    const node = hostileNode({ name: 'silent', verdict: 'could-not-check', remove: honest });
    const witnesses = [{ ...NOTHING, address: keyOf('another') }];
    const report = await verifyOffline({ ...proof, witnesses }, { view: createChainView(node), lottery });
    expect(stepOf(report, 'witnesses')).toMatchObject({
      state: 'could-not-check',
      value: '0 of 1 operators saw this list, 1 are needed; Ada did not testify',
    });
  });

  it('fails when enough of them saw another list, and for a claim that is not on chain', async () => {
    const other = 'cd'.repeat(32);
    expect(stepOf(await witnessed(other), 'witnesses')).toMatchObject({
      state: 'failed',
      value: expect.stringContaining(`Ada (Ada’s house) saw root ${other}`),
    });
    const signature = base58.encode(new Uint8Array(64).fill(1));
    const claim = { ...NOTHING, root, entries: 8, signature, slot: 1010, blockTime: proof.endsAt };
    expect(stepOf(await witnessed(root, [claim]), 'witnesses')).toMatchObject({
      state: 'failed',
      value: 'Ada: entries: expected 9 got 8',
    });
  });

  it('could not be checked when nobody is asked', async () => {
    expect(stepOf(await verifyOffline(proof), 'witnesses').state).toBe('could-not-check');
  });
});
