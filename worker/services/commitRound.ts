import { COMMIT_LEAD_SECONDS, LAST_LOCK_SECONDS } from '../../src/round/clock.ts';
import type { RoundRecord } from '../../src/round/record.ts';
import { readBlockhash, readComputePrice } from '../chain/readChain.ts';
import { COMPUTE_PRICE } from '../chain/transactions.ts';
import { AGAIN, lockOf, type RoundContext, type Step, waitFor } from './context.ts';
import { holdRound } from './holdRound.ts';
import { loadRound } from './loadRound.ts';
import { searchCommitment } from './searchRound.ts';

const POLL_MS = 500;
/** After the deadline only an expiry is awaited, which takes 150 blocks. */
const LATE_POLL_MS = 2_000;

/** `locked → committed`: gets the round's memo on chain in time, or establishes that it never was. */
export async function commitRound(context: RoundContext, record: RoundRecord): Promise<Step> {
  const { rounds, pursue, signer, rpc, settings, now } = context;
  const lock = lockOf(record);
  const { foreign, inTime } = await searchCommitment(context, lock);
  if (foreign !== null) return holdRound(context, record, 'foreign-commitment');
  if (inTime !== null) {
    await rounds.commit(lock.round, inTime);
    return AGAIN;
  }
  const pursuit = await pursue({
    key: `commit:${lock.round}`,
    // Any number of transactions may carry the text, but one that cannot land in time is not worth signing.
    maySign: async () => now() / 1000 <= lock.endsAt - LAST_LOCK_SECONDS,
    mayResend: now() / 1000 <= lock.endsAt - COMMIT_LEAD_SECONDS,
    sign: async () => {
      const signing = await rpc.read(async (node) => ({
        blockhash: await readBlockhash(node),
        computePrice: await readComputePrice(node, settings.pool.address, COMPUTE_PRICE),
        guardRent: 0n,
      }));
      return signer.signCommitment(await loadRound(context.db, record), signing);
    },
  });
  // Nothing we signed can be in time any more. Bytes that a lost journal row knew could be: the chain up to the deadline decides.
  const deadline = lock.endsAt - COMMIT_LEAD_SECONDS;
  if (pursuit.kind !== 'pending' && now() / 1000 > deadline) {
    const last = await searchCommitment(context, lock, deadline + 1);
    if (last.inTime === null) await rounds.rollOver(lock.round, 'commitment-late');
    return AGAIN;
  }
  return waitFor(context, now() / 1000 > lock.endsAt ? LATE_POLL_MS : POLL_MS);
}
