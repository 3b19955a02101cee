/** The size of the first buffer: most bodies fit into it. */
const FIRST_BYTES = 4_096;

/**
 * The bytes of a body; null when there are more than `most`. The limit is checked while reading, since an announced
 * length is only a claim. Each chunk is copied and not kept: the platform allocates 4 KB for each, so 1 MB in chunks of
 * one byte would take 4 GB.
 */
export async function bytesUpTo(body: ReadableStream<Uint8Array> | null, most: number): Promise<Uint8Array | null> {
  let bytes = new Uint8Array(Math.min(FIRST_BYTES, most));
  let size = 0;
  const reader = body?.getReader();
  for (;;) {
    const chunk = (await reader?.read())?.value;
    if (chunk === undefined) return bytes.subarray(0, size);
    const needed = size + chunk.byteLength;
    if (needed > most) {
      // A body that cannot be cancelled is too large all the same.
      await reader?.cancel().catch(() => undefined);
      return null;
    }
    if (needed > bytes.byteLength) {
      const larger = new Uint8Array(Math.min(most, Math.max(needed, 2 * bytes.byteLength)));
      larger.set(bytes.subarray(0, size));
      bytes = larger;
    }
    bytes.set(chunk, size);
    size = needed;
  }
}
