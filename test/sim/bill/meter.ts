import { gzipSync } from 'node:zlib';

/** The requests that one node got for one reason by one method. */
export interface Metered {
  readonly node: number;
  readonly cause: string;
  readonly method: string;
  calls: number;
  /** Of requests and answers as JSON text, without HTTP headers. */
  bytes: number;
  /** The same with the answers compressed by gzip. */
  gzipBytes: number;
}

export interface Asked {
  readonly node: number;
  readonly cause: string;
  readonly method: string;
  readonly question: string;
  readonly answer: string;
}

/**
 * Only the first answer that is longer than this is compressed, because compressing all lists of an hour would take
 * minutes. The later ones get its ratio, since they are all alike.
 */
const RATIO_OF_BYTES = 50_000;

/** Adds up what nodes are asked. */
export function createMeter() {
  const all = new Map<string, Metered>();
  const ratios = new Map<string, number>();

  function gzipped(name: string, answer: string): number {
    if (answer.length < RATIO_OF_BYTES) return Math.min(answer.length, gzipSync(answer).length);
    const ratio = ratios.get(name) ?? gzipSync(answer).length / answer.length;
    ratios.set(name, ratio);
    return Math.round(answer.length * ratio);
  }

  return {
    add({ node, cause, method, question, answer }: Asked): void {
      const name = `${node} ${cause} ${method}`;
      const sum = all.get(name) ?? { node, cause, method, calls: 0, bytes: 0, gzipBytes: 0 };
      all.set(name, sum);
      sum.calls += 1;
      sum.bytes += question.length + answer.length;
      sum.gzipBytes += question.length + gzipped(`${cause} ${method}`, answer);
    },
    list: (): Metered[] => [...all.values()],
  };
}
