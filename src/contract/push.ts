import * as z from 'zod';

/** What a visitor may choose to be told of. */
const kind = z.enum(['win', 'below', 'soon']);

/** `GET /api/push`. */
export const pushKey = z.object({
  publicKey: z.string().nullable().describe('What a browser subscribes with; null where push is off.'),
});
export type PushKey = z.infer<typeof pushKey>;

/** The address that a browser's push service gave: RFC 8030. */
const endpoint = z.url({ protocol: /^https$/ }).max(1_000);
const bytes = (length: number) =>
  z
    .string()
    .regex(/^[\w-]+$/)
    .length(Math.ceil((length * 4) / 3));

/** `POST /api/push`: all that is stored about a browser. */
export const pushBody = z.object({
  address: z.string().min(32).max(44).describe('The wallet that the browser is told about.'),
  endpoint,
  p256dh: bytes(65).describe('The public key of the browser, as base64url.'),
  auth: bytes(16).describe('The browser’s secret for encryption, as base64url.'),
  kinds: z.array(kind).min(1).max(kind.options.length),
});

/** `POST /api/push/end`: whoever knows the endpoint counts as the browser. */
export const pushEnd = z.object({ endpoint });
