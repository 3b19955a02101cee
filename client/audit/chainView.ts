import type { AskChain } from './askChain.ts';
import { type Look, readTransaction } from './readTransaction.ts';
import { createWalletHistory, type WalletHistory } from './walletHistory.ts';

/**
 * What one RPC server says about the chain. Rounds that are checked one after the other share it: it asks nothing
 * twice.
 */
export interface ChainView {
  readonly ask: AskChain;
  readonly look: (signature: string) => Promise<Look>;
  readonly historyOf: (wallet: string) => WalletHistory;
}

export function createChainView(ask: AskChain): ChainView {
  const looks = new Map<string, Look>();
  const histories = new Map<string, WalletHistory>();
  return {
    ask,
    async look(signature) {
      const known = looks.get(signature) ?? (await readTransaction(ask, signature));
      looks.set(signature, known);
      return known;
    },
    historyOf(wallet) {
      const known = histories.get(wallet) ?? createWalletHistory(ask, wallet);
      histories.set(wallet, known);
      return known;
    },
  };
}
