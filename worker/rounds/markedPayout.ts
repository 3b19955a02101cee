import { CURRENT_PROTOCOL, knownProtocol } from '../../src/protocol/protocolOf.ts';
import { readPayoutMemo } from '../../src/protocol/readMemo.ts';
import { BLOCK_LAG_SECONDS } from '../../src/round/clock.ts';
import type { RoundRecord } from '../../src/round/record.ts';
import { agreeOnGuard } from '../chain/readChain.ts';
import { guardAddress } from '../chain/transactions.ts';
import type { RoundContext } from './context.ts';

/** A payment as the chain has it. */
export interface MarkedPayout {
  readonly signature: string;
  readonly slot: number;
}

/**
 * A final transaction of the pool wallet that carries the round's payout memo, in an hour whose guard is allocated: the
 * chain lets that happen once. Null when there is none. Throws an RpcError while the nodes decide nothing.
 */
export async function markedPayout(
  { searchMemos, settings, rpc }: Pick<RoundContext, 'searchMemos' | 'settings' | 'rpc'>,
  { round, endsAt, lock }: Pick<RoundRecord, 'round' | 'endsAt' | 'lock'>,
): Promise<MarkedPayout | null> {
  const { memos } = await searchMemos({
    about: `the payment of round ${round}`,
    since: endsAt - BLOCK_LAG_SECONDS,
    seenUntil: endsAt,
    isDecisive: true,
    matches: (text) => {
      const said = readPayoutMemo(text);
      return said !== null && said.round === round && said.endsAt === endsAt;
    },
  });
  const found = memos.find(({ isAgreed, final }) => isAgreed && final);
  if (found === undefined) return null;
  const { guardSeed } = (lock && knownProtocol(lock.rules)) ?? CURRENT_PROTOCOL;
  const guard = await guardAddress(lock?.wallet ?? settings.pool.address, guardSeed(endsAt));
  return (await agreeOnGuard(rpc, guard)) ? { signature: found.signature, slot: found.slot } : null;
}
