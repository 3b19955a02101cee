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
  /**
   * Whether the network has finalized a transaction that was read as final. A status that is forgotten says nothing
   * against it; one that is not final does. Throws when the server does not answer.
   */
  readonly isFinal: (signature: string) => Promise<boolean>;
}

/** A chain on which each transaction and each history is asked for once. */
export function createChainView(ask: AskChain): ChainView {
  const looks = new Map<string, Look>();
  const histories = new Map<string, WalletHistory>();
  const finals = new Map<string, boolean>();
  return {
    ask,
    async look(signature) {
      const known = looks.get(signature) ?? (await readTransaction(ask, signature));
      // What is not there may be there a second later.
      if (known.kind !== 'absent') looks.set(signature, known);
      return known;
    },
    historyOf(wallet) {
      const known = histories.get(wallet) ?? createWalletHistory(ask, wallet);
      histories.set(wallet, known);
      return known;
    },
    async isFinal(signature) {
      const known = finals.get(signature) ?? (await readFinality(ask, signature));
      finals.set(signature, known);
      return known;
    },
  };
}

interface Statuses {
  readonly value?: readonly ({ readonly confirmationStatus?: unknown } | null)[];
}

async function readFinality(ask: AskChain, signature: string): Promise<boolean> {
  const answer = await ask('getSignatureStatuses', [[signature], { searchTransactionHistory: true }]);
  const statuses = (answer as Statuses | null)?.value;
  if (!Array.isArray(statuses)) throw new Error('the RPC server’s answer makes no sense');
  const [status] = statuses as NonNullable<Statuses['value']>;
  return (status ?? null) === null || status?.confirmationStatus === 'finalized';
}
