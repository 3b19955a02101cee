/** The wall clock in milliseconds that slot 0 would have had: `latest` is never too early, `earliest` never too late. */
export interface Origin {
  readonly earliest: number;
  readonly latest: number;
}

/** The chain's two clocks: block times of empty slots, and the clock sysvar, which stamps transactions too. */
export interface KnownClocks {
  readonly slots: Origin;
  readonly sysvar: Origin;
}

/** Jumps are rarer than this drift: each one skips slots. */
const LEAST_JUMP_MS = 250;
const LEAST_JUMP_SLOTS = 2;
/** A jump ends this far behind the wall clock: a busy node makes up for blocks it has not got round to, all at once. */
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
 * How long a chain has to stand still when one of its clocks is ahead of the wall clock, in milliseconds; 0 when none
 * is.
 */
export function holdFor({ slot, at }: SlotBegin, slotMs: number, { slots, sysvar }: KnownClocks): number {
  const ahead = Math.max(slots.earliest, sysvar.earliest) + slot * slotMs - at;
  return ahead > 0 ? ahead + SPARE_MS : 0;
}

/**
 * The jump for a chain whose slot has just begun, or null when it is near enough or would come out ahead of the wall clock.
 * A jump cuts the sysvar's clock down to whole seconds and would leave it further behind each time. So the sysvar always lands on a
 * whole second that has passed, and the number of slots is rounded to fit.
 */
export function jumpFrom({ slot, at }: SlotBegin, slotMs: number, { slots, sysvar }: KnownClocks): Jump | null {
  const latest = at - SPARE_MS;
  const second = Math.floor(latest / 1000) * 1000;
  const behind = second - (sysvar.latest + slot * slotMs);
  if (behind < Math.max(LEAST_JUMP_MS, LEAST_JUMP_SLOTS * slotMs)) return null;
  // Both bring the sysvar to `second`: travelling to a slot rounds the slots up, travelling to a time rounds them down.
  const up = Math.ceil((second - sysvar.earliest) / slotMs);
  const down = Math.floor((second - sysvar.earliest) / slotMs);
  const timeOf = (target: number): number => slots.latest + target * slotMs;
  // The first jump goes to a slot: travelling to a time would set a chain of its first slots back.
  const exact = sysvar.latest === sysvar.earliest;
  const nearest = exact && Math.abs(timeOf(down) - second) < Math.abs(timeOf(up) - second) ? down : up;
  if (timeOf(nearest) > latest) return null;
  return { travel: nearest === up ? { absoluteSlot: up } : { absoluteTimestamp: second }, second };
}
