/** Characters of base64 or JSON in one part. D1 caps a row at 2 MB, and the parts stay well below that. */
const PART_CHARS = 1_000_000;

/** The parts of a long text, in order. Each fits into a row. An empty text has one empty part. */
export function inParts(text: string): string[] {
  const count = Math.max(1, Math.ceil(text.length / PART_CHARS));
  return Array.from({ length: count }, (_, i) => text.slice(i * PART_CHARS, (i + 1) * PART_CHARS));
}

/** Bytes as TEXT, since D1 is ten times slower with blobs. */
export function toBase64(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('base64');
}

/** The bytes of a text that `toBase64` made. */
export function fromBase64(text: string): Uint8Array {
  return Uint8Array.from(Buffer.from(text, 'base64'));
}
