import type { ChangeRecord } from '../../../src/contract/distribution.ts';

/** How many changes are read at once: 2.4 MB with lists of 200 wallets. */
const PART = 20;
/** 8,000 changes in one answer. A part takes two reads of D1, and one request may make a thousand reads. */
const MOST_PARTS = 400;

export interface HistoryPart {
  readonly page: readonly ChangeRecord[];
  readonly nextCursor: string | null;
}
/** Up to `limit` changes older than `before`; null: from the newest. */
export type ReadHistory = (limit: number, before: number | null) => Promise<HistoryPart>;

/**
 * The whole history as the JSON of a `historyAnswer`, newest first, read in parts while it is sent. After 8,000 changes
 * the answer's `nextCursor` says where to go on. If the database fails after the first part, the answer breaks off, and
 * is no valid JSON.
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
