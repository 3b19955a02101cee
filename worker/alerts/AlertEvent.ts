import * as z from 'zod';

/** `raised`: it began, or happened. `reminder`: it still lasts. `over`: it has ended. */
const EVENTS = ['raised', 'reminder', 'over'] as const;

/** Something that is told of an alert. Told at least once; `id` is the same each time. */
export interface AlertEvent {
  readonly id: string;
  readonly key: string;
  readonly event: (typeof EVENTS)[number];
  readonly message: string;
  /** Unix milliseconds. */
  readonly at: number;
}

/** An event in its place among all others. */
export interface FiledEvent extends AlertEvent {
  readonly seq: number;
}

/** An event as the object's own database has it. */
export const filedEvent = z.object({
  seq: z.int(),
  id: z.string(),
  key: z.string(),
  event: z.enum(EVENTS),
  message: z.string(),
  at: z.int(),
});
