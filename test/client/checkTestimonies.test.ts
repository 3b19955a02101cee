import { describe, expect, it } from 'vitest';
import { createChainView } from '../../client/audit/chain/chainView.ts';
import { address } from '../../src/address/address.ts';
import { HOSTILE_CHAINS, type HostileCase, proofOf } from './hostileChains.ts';
import { hostileNode } from './hostileNode.ts';
import { stepOf, verifyOffline } from './offline.ts';
import { keyOf } from './signedTransaction.ts';

const lottery = { mint: address(HOSTILE_CHAINS.mint), pinned: null };
/** The one watcher of the table’s terms. */
const ADA = keyOf('watcher');

/** What the step says of a case of the table, and whose histories were read for it. */
async function witnessed(name: string) {
  const of = HOSTILE_CHAINS.cases.find((one) => one.name === name);
  if (of === undefined) throw new Error(`the table has no case "${name}"`);
  return judged(of);
}

async function judged(of: HostileCase) {
  const read: unknown[] = [];
  const node = hostileNode(of);
  const view = createChainView((method, params) => {
    if (method === 'getSignaturesForAddress') read.push(params[0]);
    return node(method, params);
  });
  const report = await verifyOffline(proofOf(of), { view, lottery });
  return { step: stepOf(report, 'witnesses'), read };
}

describe('the step of the watchers', () => {
  it('reads the mark of each watcher of the terms, whatever the proof says, and never a wallet’s history', async () => {
    const { step, read } = await witnessed('a testimony that the proof does not name');
    expect(step).toMatchObject({ state: 'ok', value: '1 of 1 operators saw this list, 1 are needed' });
    expect(read.length).toBeGreaterThan(0);
    expect(read).not.toContain(ADA);
  });

  it('does not count a watcher whom only the proof names', async () => {
    const gone = HOSTILE_CHAINS.cases.find(({ name }) => name === 'no testimony');
    const [claim] = HOSTILE_CHAINS.proof.witnesses;
    const witnesses = [{ ...claim, address: keyOf('another') }];
    const { step } = await judged({ ...(gone as HostileCase), proof: { witnesses } });
    expect(step).toMatchObject({
      state: 'could-not-check',
      value: '0 of 1 operators saw this list, 1 are needed; Ada did not testify',
    });
  });

  it('says why a mark is no testimony, what was not judged, and that no list was shown', async () => {
    expect((await witnessed('a testimony in the second of the beacon')).step.value).toMatch(
      /Ada did not testify \(block time: expected before \d+ got \d+\)$/,
    );
    expect((await witnessed('a testimony with wallets that were not judged')).step.value).toBe(
      '1 of 1 operators saw this list, 1 are needed; 4 wallets not judged by Ada',
    );
    expect((await witnessed('a testimony of somebody who was shown no list')).step.value).toContain(
      'Ada (Ada’s house) was shown no list',
    );
  });

  it('could not be checked when nobody is asked', async () => {
    expect(stepOf(await verifyOffline(HOSTILE_CHAINS.proof), 'witnesses').state).toBe('could-not-check');
  });
});
