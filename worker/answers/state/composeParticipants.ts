import type { Participants } from '../../../src/contract/stats.ts';
import { godUnitsToGod } from '../../../src/money/god.ts';
import { CURRENT_PROTOCOL } from '../../../src/protocol/protocolOf.ts';
import type { PublicState } from '../../cache/publicState.ts';
import { isoOfMs } from '../isoTime.ts';
import type { Moment } from './composeStats.ts';

/** A list that could not be read again for this long is not shown any more. */
const MAX_LIST_AGE_MS = 600_000;

/** `GET /api/lottery/eligible-participants` at a moment; null while the holders are unknown or the list is too old. */
export function composeParticipants({ state, now }: Pick<Moment, 'state' | 'now'>): Participants | null {
  const { holders, holdersFailingSince, terms } = state.chain;
  if (holders === null || now - knownAt(state, holders) > MAX_LIST_AGE_MS) return null;
  const { participants, total, topHolders, slot, readAt, lockedRound = null } = holders;
  // A locked list is complete and does not change, also while the holders cannot be read.
  const failingSince = lockedRound === null ? holdersFailingSince : null;
  return {
    success: true,
    data: {
      participants,
      total,
      topHolders: topHolders.map(({ address, amount, isEligible }) => ({
        address,
        balance: godUnitsToGod(BigInt(amount)),
        isEligible,
      })),
      threshold: godUnitsToGod(BigInt(terms?.threshold ?? CURRENT_PROTOCOL.threshold)),
      slot,
      updatedAt: isoOfMs(readAt),
      lockedRound,
      failingSince: failingSince === null ? null : isoOfMs(failingSince),
    },
  };
}

/** Why there is no list to show. True: the holders cannot be read. False: nobody has tried to read them yet. */
export function isScanFailing({ chain: { holders, holdersFailingSince } }: PublicState): boolean {
  return holders !== null || holdersFailingSince !== null;
}

/** When it was last certain that this is the list. A locked list stays certain. */
function knownAt({ builtAt }: PublicState, holders: NonNullable<PublicState['chain']['holders']>): number {
  return holders.lockedRound === undefined ? holders.readAt : builtAt;
}
