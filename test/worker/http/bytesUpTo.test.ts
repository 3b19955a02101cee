import { describe, expect, it, vi } from 'vitest';
import { bytesUpTo } from '../../../worker/bytesUpTo.ts';

const MOST = 10;

/** A body of these chunks. */
function bodyOf(...chunks: readonly string[]): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  return new ReadableStream<Uint8Array>({
    start(controller) {
      for (const chunk of chunks) controller.enqueue(encoder.encode(chunk));
      controller.close();
    },
  });
}

/** A body of four bytes at a time that never ends. */
function endless(cancel: () => void | Promise<void>): ReadableStream<Uint8Array> {
  return new ReadableStream<Uint8Array>({
    pull: (controller) => controller.enqueue(new Uint8Array(4)),
    cancel,
  });
}

async function textUpTo(body: ReadableStream<Uint8Array> | null): Promise<string | null> {
  const bytes = await bytesUpTo(body, MOST);
  return bytes && new TextDecoder().decode(bytes);
}

describe('the bytes of a body up to a limit', () => {
  it('are all of them, in their order, also exactly at the limit', async () => {
    expect(await textUpTo(bodyOf('0123', '456'))).toBe('0123456');
    expect(await textUpTo(bodyOf('0123456789'))).toBe('0123456789');
    expect(await textUpTo(bodyOf('0123', '', '456789'))).toBe('0123456789');
  });

  it('are taken out of each chunk as it comes: a thousand chunks of one byte may each lie in 4 KB', async () => {
    const shared = new Uint8Array(4_096);
    let left = MOST;
    const body = new ReadableStream<Uint8Array>(
      {
        pull(controller) {
          if (left === 0) return controller.close();
          shared[0] = 0x30 + MOST - left--;
          controller.enqueue(shared.subarray(0, 1));
        },
      },
      { highWaterMark: 0 },
    );
    expect(await textUpTo(body)).toBe('0123456789');
  });

  it('are null for one byte more, in one chunk or in several', async () => {
    expect(await textUpTo(bodyOf('0123456789a'))).toBeNull();
    expect(await textUpTo(bodyOf('0123456789', 'a'))).toBeNull();
  });

  it('are none for an empty body, and where there is no body', async () => {
    expect(await textUpTo(bodyOf())).toBe('');
    expect(await textUpTo(null)).toBe('');
  });

  it('are null for a body that never ends, which is cancelled', async () => {
    const cancel = vi.fn<() => void>();
    expect(await textUpTo(endless(cancel))).toBeNull();
    expect(cancel).toHaveBeenCalledOnce();
  });

  it('are null for a body that is too large and cannot be cancelled', async () => {
    const body = endless(() => Promise.reject(new Error('the line went dead')));
    expect(await textUpTo(body)).toBeNull();
  });

  it('pass on the error of a body that breaks off', async () => {
    const body = new ReadableStream<Uint8Array>({
      pull: (controller) => controller.error(new Error('the line went dead')),
    });
    await expect(bytesUpTo(body, MOST)).rejects.toThrow('the line went dead');
  });
});
