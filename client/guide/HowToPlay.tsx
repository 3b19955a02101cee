import { useConfig } from '../data/useConfig.ts';
import { entryText } from '../format/rulesSentences.ts';
import { RULES_TEXT } from '../format/rulesText.ts';
import { DrawPictures } from './DrawPictures.tsx';

interface Card {
  readonly title: string;
  readonly text: string;
}

/** The three cards. `top`: as `entryText` takes it. */
export function cardsOf(top: number | undefined): readonly Card[] {
  const { split, places } = RULES_TEXT;
  return [
    {
      title: '1-hour draws',
      text: 'A round ends every hour on the hour. Three wallets are drawn.',
    },
    {
      title: 'Hold GOD',
      text: `${entryText(top)} No wallet connection needed.`,
    },
    {
      title: `${split} prizes`,
      text: `First place gets ${places[0]} of the prize pool, second ${places[1]}, third ${places[2]}. Prizes are paid in SOL, automatically.`,
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
