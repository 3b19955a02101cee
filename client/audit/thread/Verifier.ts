import type { InclusionAnswer } from '../check/findInclusion.ts';
import type { Report } from '../check/Report.ts';
import type { Step } from '../check/Step.ts';
import type { RoundsListed } from './createAudit.ts';
import type { Answer, Question, VerifySettings } from './thread.ts';

/** A question without its number, which `createVerifier` adds. */
type Asked = Question extends infer One ? (One extends Question ? Omit<One, 'number'> : never) : never;

export interface VerifyOrder {
  readonly round: number;
  readonly run: number;
  readonly settings: VerifySettings;
  readonly onStep?: (step: Step, of: number) => void;
}

export interface InclusionOrder {
  readonly round: number;
  readonly address: string;
  readonly run: number;
  readonly settings: VerifySettings;
}

export interface ListOrder {
  readonly wanted: number | null;
  readonly run: number;
  readonly settings: VerifySettings;
}

/** The verifier of a page, in a thread of its own. Its promises reject when the thread fails. */
export interface Verifier {
  verify(order: VerifyOrder): Promise<Report>;
  listRounds(order: ListOrder): Promise<RoundsListed>;
  findInclusion(order: InclusionOrder): Promise<InclusionAnswer>;
  stop(): void;
}

const FAILED = 'the verifier’s thread failed';

interface Waiting {
  readonly resolve: (answer: Answer) => void;
  readonly reject: (error: Error) => void;
  readonly onStep: ((step: Step, of: number) => void) | undefined;
}

/**
 * Makes a verifier of a thread. The thread answers each question once; while it checks a round, it also sends each
 * step. When it fails, it is ended, all open and later questions are rejected, and `onFailure` is called once.
 */
export function createVerifier(thread: Worker, onFailure: () => void): Verifier {
  const waiting = new Map<number, Waiting>();
  let asked = 0;
  let hasFailed = false;
  const settle = (number: number, how: (one: Waiting) => void) => {
    const one = waiting.get(number);
    waiting.delete(number);
    if (one) how(one);
  };
  thread.addEventListener('message', ({ data }: MessageEvent<Answer>) => {
    if (data.kind === 'step') waiting.get(data.number)?.onStep?.(data.step, data.of);
    else if (data.kind === 'failed') settle(data.number, ({ reject }) => reject(new Error(data.why)));
    else settle(data.number, ({ resolve }) => resolve(data));
  });
  thread.addEventListener('error', () => {
    if (hasFailed) return;
    hasFailed = true;
    thread.terminate();
    onFailure();
    for (const number of [...waiting.keys()]) settle(number, ({ reject }) => reject(new Error(FAILED)));
  });

  const ask = (question: Asked, onStep?: Waiting['onStep']): Promise<Answer> =>
    new Promise((resolve, reject) => {
      if (hasFailed) return reject(new Error(FAILED));
      const number = asked++;
      waiting.set(number, { resolve, reject, onStep });
      thread.postMessage({ ...question, number });
    });
  return {
    async verify({ onStep, ...order }) {
      const answer = await ask({ kind: 'verify', ...order }, onStep);
      if (answer.kind !== 'verified') throw new Error('the verifier gave another answer');
      return answer.report;
    },
    async listRounds(order) {
      const answer = await ask({ kind: 'list', ...order });
      if (answer.kind !== 'listed') throw new Error('the verifier gave another answer');
      return answer.listed;
    },
    async findInclusion(order) {
      const answer = await ask({ kind: 'include', ...order });
      if (answer.kind !== 'included') throw new Error('the verifier gave another answer');
      return answer.answer;
    },
    stop: () => thread.terminate(),
  };
}

/** Starts the verifier's thread. Only this call loads the thread's code. Works only in a browser. */
export function startVerifier(onFailure: () => void): Verifier {
  return createVerifier(new Worker(new URL('./verifierThread.ts', import.meta.url), { type: 'module' }), onFailure);
}
