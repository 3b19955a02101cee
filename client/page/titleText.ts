import { solText } from '../format/solText.ts';
import { clockText } from '../format/timeText.ts';
import type { RoundState } from '../round/RoundContext.ts';

const NAME = 'Game of Draws';

/** What the tab says of a round at a server time in ms; null while there is nothing to say. */
export function titleText(
  { round, stage, jackpot, figures }: Pick<RoundState, 'round' | 'stage' | 'jackpot' | 'figures'>,
  now: number,
): string | null {
  const pool = jackpot.lamports === null ? '' : `${solText(jackpot.lamports)} SOL · `;
  switch (stage) {
    case 'unknown':
      return null;
    case 'open':
    case 'locked':
    case 'paused': {
      if (round === null || figures.kind !== 'known') return null;
      const left = Math.max(0, Math.ceil((round.endsAt - now) / 1000));
      return `${clockText(left)} · ${pool}${NAME}`;
    }
    case 'drawing':
      return `Drawing winners… · ${NAME}`;
    case 'complete':
      return `Winners! · ${round ? `Round #${round.roundNumber} · ` : ''}${NAME}`;
    case 'rolled-over':
      return `Round rolled over · ${NAME}`;
    case 'held':
      return `Round on hold · ${NAME}`;
  }
}
