import { type CSSProperties, memo } from 'react';
import { activeBasisPoints, FULL_BASIS_POINTS, percentOf, percentText } from '../../../src/distribution/percentage.ts';
import type { DistributionWallet } from '../../../src/distribution/wallet.ts';

interface AllocationBarProps {
  readonly wallets: readonly DistributionWallet[];
}

/**
 * The whole tax as one bar, with a segment for each wallet. A hatched part is what nobody receives, or what is given
 * away beyond 100%.
 */
export function AllocationBar({ wallets }: AllocationBarProps) {
  const missing = FULL_BASIS_POINTS - activeBasisPoints(wallets);
  return (
    <div className={`stack${wallets.length > CROWD ? ' crowd' : ''}`} role="img" aria-label={spoken(wallets, missing)}>
      <Segments wallets={wallets} />
    </div>
  );
}

/** With more wallets than this, the bar has no gaps, which would hide its segments. */
const CROWD = 40;

const Segments = memo(
  ({ wallets }: AllocationBarProps) => {
    const total = activeBasisPoints(wallets);
    const missing = FULL_BASIS_POINTS - total;
    return (
      <>
        {wallets.map(
          ({ id, isActive, percentage }, index) =>
            isActive && percentage > 0 && <i key={id} style={{ ...tone(index), flexGrow: percentage }} />,
        )}
        {missing > 0 && <i className="gap" style={{ flexGrow: percentOf(missing) }} />}
        {missing < 0 && <b className="over" style={{ left: `${(FULL_BASIS_POINTS / total) * 100}%` }} />}
      </>
    );
  },
  ({ wallets: before }, { wallets: after }) =>
    before.length === after.length &&
    before.every((wallet, index) => {
      const now = after[index];
      return wallet.isActive === now?.isActive && wallet.percentage === now.percentage;
    }),
);

const MOST_SPOKEN = 12;

function spoken(wallets: readonly DistributionWallet[], missing: number): string {
  const active = wallets.filter(({ isActive }) => isActive);
  const named = active.slice(0, MOST_SPOKEN).map(({ label, percentage }) => `${label} ${percentText(percentage)}`);
  const rest = active.length - named.length;
  const parts = [
    ...named,
    ...(rest > 0 ? [`and ${rest} more`] : []),
    ...(missing > 0 ? [`unallocated ${percentText(percentOf(missing))}`] : []),
    ...(missing < 0 ? [`${percentText(percentOf(-missing))} too much`] : []),
  ];
  return `Allocation: ${parts.join(', ')}`;
}

/** The golden angle: neighbours get colours that differ much, and no colour comes twice. */
const TURN_DEGREES = 137.508;
const FIRST_DEGREES = 85;

/** The colour of the wallet at `index`, as the variable `--c`, for the wallet's segment and the edge of its row. */
export function tone(index: number): CSSProperties {
  const hue = (FIRST_DEGREES + index * TURN_DEGREES) % 360;
  return { '--c': `oklch(0.79 0.11 ${hue.toFixed(1)})` } as CSSProperties;
}
