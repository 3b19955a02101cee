import type { ChangeRecord } from '../../../src/contract/distribution.ts';

/** Of lists of 200 wallets, so many changes are 2.4 MB; never more than one part is in memory. */
const PART = 20;
/** Two reads of D1 a part, of the thousand that one request may make: 8,000 changes. */
const MOST_PARTS = 400;

export interface HistoryPart {
  readonly page: readonly ChangeRecord[];
  readonly nextCursor: string | null;
}
/** Up to `limit` changes older than `before`; null: from the newest. */
export type ReadHistory = (limit: number, before: number | null) => Promise<HistoryPart>;

/**
 * The whole history as the JSON of a `historyAnswer`, newest first, read part by part while it is sent. Its
 * `nextCursor` is null but for a history longer than 8,000 changes. A database that fails before the first part rejects;
 * one that fails later breaks the answer off, which is then no JSON and cannot be taken for the whole.
 */
export async function streamHistory(read: ReadHistory, before: number | null): Promise<ReadableStream<Uint8Array>> {
  const encoder = new TextEncoder();
  let part = await read(PART, before);
  let parts = 1;
  let text = '{"success":true,"data":[';
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      const { page, nextCursor } = part;
      text += page.map((record) => JSON.stringify(record)).join();
      const isLast = nextCursor === null || parts === MOST_PARTS;
      controller.enqueue(encoder.encode(isLast ? `${text}],"nextCursor":${JSON.stringify(nextCursor)}}` : text));
      if (isLast) return controller.close();
      part = await read(PART, Number(nextCursor));
      parts++;
      text = ',';
    },
  });
}
