/** From the moment a result is known until the page turns to the next round. */
export const REVEAL_MS = 5000;
/** Of that, how long the reel takes to come to rest; then the podium stands in its place. */
export const SLOWING_MS = 1200;

/**
 * When the parts of the podium begin to move, in ms after it has appeared. The style sheet has no times of its own: it
 * finds each of these as a custom property, `--first` and so on, on the podium.
 */
export const PODIUM_DELAYS_MS = { third: 100, second: 900, first: 1700, shine: 2100, crown: 2200 } as const;
