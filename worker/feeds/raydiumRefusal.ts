import * as z from 'zod';

/** Text that is safe in a log: letters, digits and punctuation. */
const WORDS = /^[\w .,:;'()/-]{1,80}$/;

/**
 * Raydium's refusal (`{ success: false, msg }`), as the words of its `msg`. Digits become `#`, so that the same refusal
 * always gives the same text.
 */
export const raydiumRefusal = z
  .object({ success: z.literal(false), msg: z.string().trim().regex(WORDS).catch('no reason') })
  .transform(({ msg }) => msg.replaceAll(/\d+/g, '#'));
