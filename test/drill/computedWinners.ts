import { address } from '../../src/address/address.ts';
import type { Proof } from '../../src/contract/round.ts';
import { lamports } from '../../src/money/lamports.ts';
import { protocolOf } from '../../src/protocol/protocolOf.ts';

/** The winners of a proof as one text; an empty one before the draw. */
export const winnersText = ({ winners }: Pick<Proof, 'winners'>): string =>
  (winners ?? []).map((winner) => `${winner.place} ${winner.address} ${winner.lamports}`).join(', ');

/**
 * The winners that follow from the published entries and the beacon by the rules of the first version, as `winnersText`
 * writes them.
 */
export function computedWinners({ roundNumber, snapshot, beacon, prize }: Proof): string {
  if (snapshot === null || prize === null || beacon === null || beacon.randomness === null)
    return 'nothing to draw from';
  const rules = protocolOf(1);
  const owners = snapshot.entries.map(address);
  // The root that was promised on chain. Entries that were changed since have another root.
  if (rules.ownersRoot(owners) !== snapshot.root) return 'entries of another root';
  const { places } = rules.splitPrize(lamports(BigInt(prize.poolLamports)));
  const drawn = rules.drawWinners(owners, {
    round: roundNumber,
    root: snapshot.root,
    randomness: beacon.randomness,
  });
  return drawn.map((owner, i) => `${i + 1} ${owner} ${places[i]}`).join(', ');
}
