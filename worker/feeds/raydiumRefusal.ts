import * as z from 'zod';

/** Words as they may stand in a log: letters, marks of a sentence, figures. Anything else is not repeated. */
const WORDS = /^[\w .,:;'()/-]{1,80}$/;

/**
 * Raydium's own refusal (`{ success: false, msg }`), as the words of its `msg`: `ROUTE_NOT_FOUND` and the like. Figures
 * become `#`, so that the same refusal stays the same line of the log.
 */
export const raydiumRefusal = z
  .object({ success: z.literal(false), msg: z.string().trim().regex(WORDS).catch('no reason') })
  .transform(({ msg }) => msg.replaceAll(/\d+/g, '#'));
