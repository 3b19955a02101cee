/** Whole seconds until `endsAt`, both in ms; 0 exactly from the end on. */
export function secondsLeft(endsAt: number, now: number): number {
  return Math.max(0, Math.ceil((endsAt - now) / 1000));
}
