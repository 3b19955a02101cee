import * as z from 'zod';

/** What every failing route answers. `error` is a sentence that tells the reader what to do. */
export const apiError = z.object({ success: z.literal(false), error: z.string(), code: z.string() });
export type ApiError = z.infer<typeof apiError>;
