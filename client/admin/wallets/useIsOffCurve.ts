import { useEffect, useState } from 'react';
import type { Address } from '../../../src/address/address.ts';

const known = new Map<Address, boolean>();

interface Question {
  readonly address: Address;
  readonly answered: () => void;
  isGone: boolean;
}
/**
 * The newest question is answered first, one at a time with a pause between: a list of 200 must not slow down typing.
 */
const questions: Question[] = [];
let isAnswering = false;
const PAUSE_MS = 4;

/** Whether an address is certain to have no private key; false while that is not known. */
export function useIsOffCurve(address: Address | null): boolean {
  const [, setAnswers] = useState(0);
  useEffect(() => {
    if (address === null || known.has(address)) return;
    const question = { address, answered: () => setAnswers((count) => count + 1), isGone: false };
    questions.push(question);
    void answerAll();
    return () => {
      question.isGone = true;
    };
  }, [address]);
  return address !== null && known.get(address) === true;
}

async function answerAll(): Promise<void> {
  if (isAnswering) return;
  isAnswering = true;
  for (let question = questions.pop(); question !== undefined; question = questions.pop()) {
    if (question.isGone) continue;
    const { address, answered } = question;
    if (!known.has(address)) known.set(address, await isOffCurve(address));
    answered();
  }
  isAnswering = false;
}

/**
 * The curve's arithmetic is loaded when it is first needed. Without it there is no warning, and the server's answer
 * still comes.
 */
async function isOffCurve(address: Address): Promise<boolean> {
  await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
  try {
    const { isOnCurve } = await import('../../../src/address/isOnCurve.ts');
    return !isOnCurve(address);
  } catch {
    return false;
  }
}
