import { prizeText, solText } from '../../format/moneyText.ts';
import { clockText } from '../../format/timeText.ts';
import type { RoundState } from '../../round/RoundContext.ts';

const NAME = 'Game of Draws';

type Known = Pick<RoundState, 'round' | 'stage' | 'jackpot' | 'figures' | 'outcome'>;

/** The tab's title at a server time in ms; null while no figures are known. `mine` is the visitor's wallet. */
export function titleText(state: Known, now: number, mine: string | null = null): string | null {
  const { round, stage, jackpot, figures } = state;
  const own = mine === null ? null : ownWin(state, mine);
  const pool = jackpot.lamports === null ? '' : `${solText(jackpot.lamports)} SOL · `;
  switch (stage) {
    case 'unknown':
      return null;
    case 'open':
    case 'locked':
    case 'paused': {
      if (round === null || figures.kind !== 'known') return null;
      const left = Math.max(0, Math.ceil((round.endsAt - now) / 1000));
      return own && stage !== 'locked'
        ? `${own} · ${clockText(left)} · ${NAME}`
        : `${clockText(left)} · ${pool}${NAME}`;
    }
    case 'drawing':
      return `Drawing winners… · ${NAME}`;
    case 'complete':
      if (own) return `${own} · ${NAME}`;
      return `Winners! · ${round ? `Round #${round.roundNumber} · ` : ''}${NAME}`;
    case 'rolled-over':
      return `No draw this hour · ${NAME}`;
    case 'held':
      return `Round on hold · ${NAME}`;
  }
}

/** `You won 13.9999 SOL` in the newest known result; null when `mine` is not among its winners. */
export function ownWin({ figures, outcome }: Pick<Known, 'figures' | 'outcome'>, mine: string): string | null {
  const winners = outcome?.winners ?? (figures.kind === 'known' ? figures.stats.lastRound?.winners : null) ?? [];
  const won = winners.find(({ address }) => address === mine);
  return won ? `You won ${prizeText(won.prizeLamports)} SOL` : null;
}
