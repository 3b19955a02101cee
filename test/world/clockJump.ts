/** When slot 0 would have begun, in milliseconds of the wall clock: not before `earliest` and not after `latest`. */
export interface Origin {
  readonly earliest: number;
  readonly latest: number;
}

/** The chain's two clocks: block times of empty slots, and the clock sysvar, which stamps transactions too. */
export interface KnownClocks {
  readonly slots: Origin;
  readonly sysvar: Origin;
}

/** A smaller drift than this is left alone, because every jump skips slots. */
const LEAST_JUMP_MS = 250;
const LEAST_JUMP_SLOTS = 2;
/** A jump ends this far behind the wall clock, because a busy node makes all the blocks that it has missed at once. */
const SPARE_MS = 250;

/** A slot, and a moment in milliseconds at which it had not begun yet, or only just. */
export interface SlotBegin {
  readonly slot: number;
  readonly at: number;
}

/** What `surfnet_timeTravel` is asked for, and where that takes the sysvar's clock. */
export interface Jump {
  readonly travel: { readonly absoluteSlot: number } | { readonly absoluteTimestamp: number };
  /** Milliseconds, a whole second: where the sysvar's clock will be. */
  readonly second: number;
}

/**
 * How many milliseconds a chain has to stand still because one of its clocks is ahead of the wall clock; 0 when none
 * is.
 */
export function holdFor({ slot, at }: SlotBegin, slotMs: number, { slots, sysvar }: KnownClocks): number {
  const ahead = Math.max(slots.earliest, sysvar.earliest) + slot * slotMs - at;
  return ahead > 0 ? ahead + SPARE_MS : 0;
}

/**
 * The jump for a chain whose slot has just begun; null when the chain is near enough to the wall clock, or would be
 * ahead of it after the jump. A jump rounds the sysvar's clock down to whole seconds, which would leave it further
 * behind each time. So a jump always ends at a whole second that has passed, and the number of slots is rounded to fit.
 */
export function jumpFrom({ slot, at }: SlotBegin, slotMs: number, { slots, sysvar }: KnownClocks): Jump | null {
  const latest = at - SPARE_MS;
  const second = Math.floor(latest / 1000) * 1000;
  const behind = second - (sysvar.latest + slot * slotMs);
  if (behind < Math.max(LEAST_JUMP_MS, LEAST_JUMP_SLOTS * slotMs)) return null;
  // Both ways bring the sysvar to `second`: a jump to a slot rounds the number of slots up, a jump to a time rounds it
  // down.
  const up = Math.ceil((second - sysvar.earliest) / slotMs);
  const down = Math.floor((second - sysvar.earliest) / slotMs);
  const timeOf = (target: number): number => slots.latest + target * slotMs;
  // The first jump goes to a slot, because a jump to a time would set a chain back that is still in its first slots.
  const exact = sysvar.latest === sysvar.earliest;
  const nearest = exact && Math.abs(timeOf(down) - second) < Math.abs(timeOf(up) - second) ? down : up;
  if (timeOf(nearest) > latest) return null;
  return { travel: nearest === up ? { absoluteSlot: up } : { absoluteTimestamp: second }, second };
}
