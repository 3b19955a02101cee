import { CHANNEL_TROUBLES } from './faults/atoms.ts';
import { LIE_NAMES, LIES } from './faults/lies.ts';

export interface Coverage {
  /** How many of all possible pairs of a question and a fault were met, in percent. */
  readonly percent: number;
  readonly missing: readonly string[];
}

const NODE_FAULTS = ['refuse', 'silent', 'slow', 'lag', 'crash'];
const DATABASE_FAULTS = ['d1 before', 'd1 after', 'crash'];
const STORAGE_FAULTS = ['crash'];
const RELAY_FAULTS = ['silent', 'forged', 'late'];

const EXCHANGE_FAULTS = ['silent', 'error', 'cheap', 'dear'];

/**
 * Compares the pairs that were met with all possible ones: every question that was asked, with every fault of its kind.
 */
export function coverageOf(questions: ReadonlySet<string>, pairs: ReadonlySet<string>, hasLiars: boolean): Coverage {
  const wanted = [...questions].flatMap((question) => {
    const with_ = (faults: readonly string[]) => faults.map((fault) => `${question} × ${fault}`);
    if (/^(get|send|is|simulate)[A-Z]/.test(question)) return with_(NODE_FAULTS);
    if (question.startsWith('storage ')) return with_(STORAGE_FAULTS);
    if (/^(relay|exchange|channel|heart)/.test(question)) return with_(['crash']);
    return with_(DATABASE_FAULTS);
  });
  const lies = LIE_NAMES.flatMap((name) => {
    const method = LIES[name]?.method ?? null;
    return method !== null && questions.has(method) ? [`${method} × lie ${name}`] : [];
  });
  const outside = [
    ...RELAY_FAULTS.map((fault) => `beacon × ${fault}`),
    ...['raydium', 'jupiter'].flatMap((name) => EXCHANGE_FAULTS.map((fault) => `${name} × ${fault}`)),
    ...(questions.has('channel.sim') ? CHANNEL_TROUBLES.map((fault) => `channel × ${fault}`) : []),
    ...['hole', 'forget'].map((fault) => `the ledger × ${fault}`),
  ];
  const all = [...new Set([...wanted, ...(hasLiars ? lies : []), ...outside])];
  const missing = all.filter((pair) => !pairs.has(pair)).sort();
  return { percent: Math.floor((1000 * (all.length - missing.length)) / Math.max(1, all.length)) / 10, missing };
}
