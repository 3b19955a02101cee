import { errorText } from '../../src/errorText.ts';
import { readSource, type SourceReading } from '../../src/price/reading.ts';
import type { PriceRules } from '../../src/price/rules.ts';

export interface PriceSource {
  readonly name: string;
  /** The price in the answer; null when that is no number. Throws an error whose text stays the same while it fails. */
  readonly ask: () => Promise<number | null>;
}

/** Asks all sources of a price at once and never throws. It takes as long as the slowest source. */
export type AskSources = () => Promise<readonly SourceReading[]>;

export interface SourcesInput {
  readonly sources: readonly PriceSource[];
  readonly rules: PriceRules;
  /** Unix milliseconds. */
  readonly now: () => number;
  readonly log: (message: string) => void;
}

/** Makes the function that asks the sources. */
export function createAskSources({ sources, rules, now, log }: SourcesInput): AskSources {
  const problems = new Map<string, string>();
  return () => Promise.all(sources.map(askOne));

  async function askOne({ name, ask }: PriceSource): Promise<SourceReading> {
    const time = now();
    const answer = await ask().then(
      (price) => ({ price, problem: 'gave no acceptable price' }),
      (error) => ({ price: null, problem: errorText(error) }),
    );
    const reading = readSource(rules, name, answer.price, time);
    logChange(name, reading.success ? null : answer.problem);
    return reading;
  }

  /** Logs only changes: an outage of hours is two lines in the log, not thousands. */
  function logChange(name: string, problem: string | null): void {
    if ((problems.get(name) ?? null) === problem) return;
    if (problem === null) problems.delete(name);
    else problems.set(name, problem);
    log(problem === null ? `price source ${name} is back` : `price source ${name} ${problem}`);
  }
}
