import { capital, WINNERS_WORD } from '../../src/round/placeWords.ts';
import { useConfig } from '../data/useConfig.ts';
import { entryText } from '../format/rulesSentences.ts';
import { RULES_TEXT } from '../format/rulesText.ts';
import { DrawPictures } from './DrawPictures.tsx';

interface Card {
  readonly title: string;
  readonly text: string;
}

/** The three cards. `top`: see `entryText`. */
export function cardsOf(top: number | undefined): readonly Card[] {
  const { split, places } = RULES_TEXT;
  const shares = places
    .map(({ name, share }, i) => (i === 0 ? `First place gets ${share} of the prize pool` : `${name} ${share}`))
    .join(', ');
  return [
    {
      title: '1-hour draws',
      text: `A round ends every hour on the hour. ${capital(WINNERS_WORD)} ${WINNERS_WORD === 'one' ? 'wallet is' : 'wallets are'} drawn.`,
    },
    {
      title: 'Hold GOD',
      text: `${entryText(top)} No wallet connection needed.`,
    },
    {
      title: `${split} prizes`,
      text: `${shares}. Prizes are paid in SOL, automatically.`,
    },
  ];
}

/** How the draw works, in three cards and four pictures. */
export function HowToPlay() {
  const cards = cardsOf(useConfig()?.drawTopHolders);
  return (
    <section className="wrap how" id="how" aria-labelledby="how-title">
      <h2 id="how-title">How to Play</h2>
      <ol>
        {cards.map(({ title, text }) => (
          <li key={title}>
            <h3>{title}</h3>
            <p className="muted">{text}</p>
          </li>
        ))}
      </ol>
      <DrawPictures />
    </section>
  );
}
