import type { Address } from '../../src/token/address.ts';
import { type HistoryRow, isSignedBy, readHistoryPage } from '../chain/readHistory.ts';
import type { Rpc } from '../chain/rpc.ts';
import { unjournaled } from '../store/checkpoints.ts';

export interface FindOutflowsInput {
  readonly db: D1Database;
  readonly rpc: Rpc;
  readonly wallet: Address;
}

/**
 * Walks the wallet's history after a slot and returns the signatures of what it signed and nobody journaled: only what the wallet
 * signed can take SOL from it.
 */
export function createFindOutflows({ db, rpc, wallet }: FindOutflowsInput): (sinceSlot: number) => Promise<string[]> {
  return (sinceSlot) =>
    rpc.read(async (node) => {
      const since: HistoryRow[] = [];
      let before: string | null = null;
      do {
        const { rows: page, next } = await readHistoryPage(node, { wallet, before, until: null });
        since.push(...page.filter((row) => row.slot > sinceSlot));
        before = (page.at(-1)?.slot ?? 0) > sinceSlot ? next : null;
      } while (before !== null);
      const unknown = await unjournaled(
        db,
        since.map((row) => row.signature),
      );
      const signed: string[] = [];
      for (const signature of unknown) if (await isSignedBy(node, signature, wallet)) signed.push(signature);
      return signed;
    });
}
