/** A `fetch` that knows how many bytes of answers went through it. */
export function countBytes(fetch: typeof globalThis.fetch) {
  let bytes = 0;
  const counting = () =>
    new TransformStream<Uint8Array, Uint8Array>({
      transform(chunk, controller) {
        bytes += chunk.byteLength;
        controller.enqueue(chunk);
      },
    });
  const counted: typeof globalThis.fetch = async (input, init) => {
    const response = await fetch(input, init);
    return new Response(response.body?.pipeThrough(counting()) ?? null, response);
  };
  return { fetch: counted, bytes: () => bytes };
}
