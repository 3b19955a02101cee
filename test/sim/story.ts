import type { Plan } from './faults/atoms.ts';
import { tellAtom } from './faults/tellAtom.ts';
import type { Violation } from './oracle/Court.ts';
import { runWorld } from './world.ts';

const MOST_LINES = 30;
const MOST_CHARACTERS = 150;
/**
 * Trace lines that a story tells in addition to the faults: what persons do and are told, lives of objects, and broken
 * rules.
 */
const TELLING = /a person|somebody|deployed|begins$|ends$|aborts|a fork|alert: |VIOLATION|is not believed/;
const TRANSITION = /"event":"transition"/;
const MEMO = /chain: \w+ lands (?:null|\{.*\}) GOD1 /;
const RECENT_MS = 5_000;

/**
 * A violation for a person to read: the faults of the world, what happened, which answers it rests on, and how to play
 * it again.
 */
export async function tellStory(plan: Plan, violation: Violation, replay: string): Promise<string[]> {
  const { lines, answers } = await runWorld(plan, { isTraced: true, tolerated: (rule) => rule !== violation.rule });
  const head = [
    `${violation.rule}: ${violation.detail}`,
    `${plan.nodes} node${plan.nodes === 1 ? '' : 's'}, ${plan.pool / 1e9} SOL in the pool${plan.isBalanced ? ', each node is several servers' : ''}`,
    ...plan.atoms.map((atom) => `- ${tellAtom(atom)}`),
  ];
  const words = new Map<string, number>();
  for (const { at, node, method, how } of answers) {
    if (at < violation.at - RECENT_MS || at > violation.at || how === 'true') continue;
    const word = `node ${node + 1} ${method} ${how}`;
    words.set(word, (words.get(word) ?? 0) + 1);
  }
  const tail = [
    ...(words.size === 0
      ? []
      : [`it rests on: ${[...words].map(([word, n]) => (n > 1 ? `${word} (${n} times)` : word)).join(', ')}`]),
    `again: ${replay}`,
  ];
  const subject = /^(?:round|cycle) \d+/.exec(violation.detail)?.[0] ?? null;
  const told = lines.filter((line) => isTelling(line, subject)).map(shorten);
  const room = Math.max(4, MOST_LINES - head.length - tail.length);
  return [...head, ...told.slice(-room), ...tail].slice(0, MOST_LINES).map((line) => line.slice(0, MOST_CHARACTERS));
}

/**
 * Steps and memos are told when they belong to the round or cycle that broke the rule. When the violation names none,
 * all are told.
 */
function isTelling(line: string, subject: string | null): boolean {
  if (TELLING.test(line)) return true;
  if (TRANSITION.test(line)) return subject === null || line.includes(`"${subject.replace(' ', '":')},`);
  return MEMO.test(line) && (subject === null || line.includes(`${subject.replace(' ', '=')} `));
}

/** A line of the trace without the parts that only machines read. */
function shorten(line: string): string {
  const [, at, json] = /^(\d+) log: (\{.*\})$/.exec(line) ?? [];
  if (json === undefined) return line.replace(/(GOD1 \w+ \w+=\d+).*$/, '$1');
  const { round, cycle, from, to, reason } = JSON.parse(json) as Record<string, unknown>;
  const name = round === undefined ? `cycle ${cycle}` : `round ${round}`;
  return `${at} ${name}: ${from ?? 'nothing'} → ${to}${reason === null ? '' : ` (${reason})`}`;
}
