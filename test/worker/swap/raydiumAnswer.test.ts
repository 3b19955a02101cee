import { describe, expect, it } from 'vitest';
import { raydium } from '../../../worker/swap/exchanges/raydium.ts';
import { wallet } from '../../domain/wallets.ts';

const { making } = raydium('https://ray.test', { mint: wallet(77), wallet: wallet(3), godAccount: wallet(4) });
const read = (data: unknown) => (making.by === 'exchange' ? making.read({ success: true, data }) : null);

describe('the transaction in Raydium’s answer', () => {
  it('is taken from a list and from one object with its lookup tables', () => {
    expect(read([{ transaction: 'AQID' }])).toEqual(['AQID']);
    expect(read([{ transaction: 'AQID' }, { transaction: 'BAUG' }])).toEqual(['AQID', 'BAUG']);
    expect(read({ transaction: 'AQID', addressLookupTableAddresses: [wallet(5)] })).toEqual(['AQID']);
    expect(read({ transactions: 'AQID' })).toBe('answered in an unknown shape');
  });

  it('is asked for with a hundredth of a lamport a compute unit', () => {
    const body = making.by === 'exchange' ? making.request({}).body : null;
    expect(body).toMatchObject({ computeUnitPriceMicroLamports: '10000' });
  });
});
