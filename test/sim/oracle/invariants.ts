import { START } from '../cast.ts';
import type { Court, OracleInput } from './Court.ts';
import { createJudgeAttempts } from './judgeAttempts.ts';
import { type EndInput, judgeEnd } from './judgeEnd.ts';
import { createJudgeRest } from './judgeRest.ts';
import { createJudgeRounds } from './judgeRounds.ts';
import { createJudgeTax } from './judgeTax.ts';
import { createJudgeTold } from './judgeTold.ts';
import { storedRounds } from './stored.ts';

/**
 * What must hold after every event, whatever the worker was told. It is judged by the model chain, which alone knows
 * the truth, and by code that shares nothing with the worker.
 */
export function createInvariants({ onViolation, ...input }: OracleInput) {
  const { scheduler, database, chain } = input;
  const told = new Set<string>();
  let seenFinal = Number.NEGATIVE_INFINITY;

  function violate(rule: string, detail: string): void {
    if (told.has(`${rule} ${detail}`)) return;
    told.add(`${rule} ${detail}`);
    scheduler.note(`VIOLATION ${rule}: ${detail}`);
    onViolation({ rule, detail, at: scheduler.now() - START });
  }

  const court: Court = { ...input, violate };
  const rounds = createJudgeRounds(court);
  const attempts = createJudgeAttempts(court);
  const tax = createJudgeTax(court);
  const rest = createJudgeRest(court, attempts);
  const watch = createJudgeTold(court);

  return {
    afterEvent(): void {
      chain.advance();
      const finalSlot = chain.slots.finalized().slot;
      if (finalSlot > seenFinal) {
        const all = chain.all();
        let first = all.length;
        while (first > 0 && (all[first - 1]?.slot ?? 0) > seenFinal) first -= 1;
        for (const landed of all.slice(first)) {
          if (landed.slot > finalSlot) break;
          rounds.onFinal(landed);
          tax.onFinal(landed);
        }
        seenFinal = finalSlot;
      }
      watch.look();
      const written = database.written();
      if (written.size === 0) return;
      if (written.has('journal') || written.has('other')) attempts.look();
      if (written.has('pauses') || written.has('other')) rest.look();
      if (written.has('rounds') || written.has('other')) rounds.look();
      if (written.has('tax_lines') || written.has('tax_cycles') || written.has('tax_steps')) tax.look();
    },
    onSend: attempts.onSend,
    onPost: watch.onPost,
    onBeat: watch.onBeat,
    draws: rounds.draws,
    atEnd(end: Omit<EndInput, 'commitments' | 'mustPlay' | 'begunAt'>): void {
      tax.atEnd();
      judgeEnd(court, {
        ...end,
        ...{ commitments: rounds.commitments, mustPlay: rest.mustPlay, begunAt: tax.begunAt },
      });
    },
    summary: () =>
      storedRounds(database)
        .map(({ round, state, reason }) => `${round}:${state}${reason === null ? '' : `(${reason})`}`)
        .join(' '),
  };
}
