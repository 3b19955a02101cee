import { type Keypair, PublicKey } from '@solana/web3.js';
import { type BeaconChain, beaconChain } from '../../world/beaconChain.ts';
import { quotes } from '../../world/quotes.ts';
import type { HttpReply } from '../../world/startHttpServer.ts';
import { draftSwap, finishDraft } from '../../world/swapTransaction.ts';
import type { Chain } from './chain.ts';

/** The beacon of every world. Its BLS signatures are real, and each one is made only once. */
export const BEACON: BeaconChain = beaconChain('simulator', 3, 1_692_803_367);

/** SOL for one GOD, counted after the transfer fee. */
const GOD_SOL = 0.000_001;
const SOL_USD = 150;

/** Both exchanges: they give their documented answers, and swaps that the market-maker has signed. */
export function createExchanges(chain: Chain, marketMaker: Keypair) {
  const mint = new PublicKey(chain.mint);
  const connection = {
    getLatestBlockhash: async () => ({
      blockhash: chain.blockhash(chain.slots.behind(chain.slots.head(), 1)),
      lastValidBlockHeight: 0,
    }),
  };
  const trader = { connection: connection as never, mint, marketMaker, amm: null };
  return async (
    exchange: 'raydium' | 'jupiter',
    asked: { readonly method: string; readonly path: string; readonly query: URLSearchParams; readonly body: string },
    price: number,
  ): Promise<HttpReply> => {
    const market = {
      ...{ mint: chain.mint, solUsd: SOL_USD, godSol: GOD_SOL * price, amm: null },
      trade: async (deal: Parameters<typeof draftSwap>[1]) => finishDraft(await draftSwap(trader, deal)),
    };
    return (await quotes[exchange](market, asked as never)) ?? { status: 404, json: { error: 'not found' } };
  };
}
