/**
 * The bytes of a body; null when there are more than `most`. The limit is checked while reading, since an announced
 * length is only a claim, and the rest of a body that is too large is never read.
 */
export async function bytesUpTo(body: ReadableStream<Uint8Array> | null, most: number): Promise<Uint8Array | null> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  const reader = body?.getReader();
  for (;;) {
    const part = await reader?.read();
    if (part?.value === undefined) return Buffer.concat(chunks, size);
    size += part.value.byteLength;
    chunks.push(part.value);
    if (size <= most) continue;
    // A body that cannot be cancelled is too large all the same.
    await reader?.cancel().catch(() => undefined);
    return null;
  }
}
