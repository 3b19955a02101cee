import { capital, WINNERS_TEXT, WINNERS_WORD } from '../../src/round/placeWords.ts';
import { useConfig } from '../data/useConfig.ts';
import { entryText, RULES_TEXT } from '../format/rulesSentences.ts';

interface Card {
  readonly title: string;
  readonly text: string;
}

/** The cards. `top` is how many of the largest holders a draw admits; 0: all who hold enough; undefined: not known. */
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

/** How the draw works, in cards and pictures. */
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

interface Picture {
  readonly title: string;
  readonly text: string;
  /** The SVG path, in a view box of 48 by 40. */
  readonly path: string;
}

const PICTURES: readonly Picture[] = [
  {
    title: 'Lock',
    text: 'The list of wallets closes.',
    path: 'M8 6h32v28H8zM14 13h14M14 20h14M14 27h9M33 24v-3a3 3 0 0 1 6 0v3M31 24h10v8H31z',
  },
  {
    title: 'Seal',
    text: 'Its fingerprint goes on Solana.',
    path: 'M6 9h36v24H6zM6 9l18 14L42 9M24 21a6 6 0 1 1 0 12 6 6 0 0 1 0-12zM22 27l2 2 3-4',
  },
  {
    title: 'Number',
    text: 'A public random number comes in.',
    path: 'M10 8h28v24H10zM16 14h.1M32 14h.1M24 20h.1M16 26h.1M32 26h.1M24 3v3M24 34v3',
  },
  {
    title: 'Pay',
    text: `${WINNERS_TEXT} get SOL.`,
    path: 'M24 5a9 9 0 1 1 0 18 9 9 0 0 1 0-18zM24 9v10M21 11h5M22 17h5M8 28h8l6 4h10l8-6M8 35h22l12-7',
  },
];

function DrawPictures() {
  return (
    <ol className="pictures">
      {PICTURES.map(({ title, text, path }) => (
        <li key={title}>
          <svg viewBox="0 0 48 40" aria-hidden="true">
            <path d={path} />
          </svg>
          <h3>{title}</h3>
          <p className="muted">{text}</p>
        </li>
      ))}
    </ol>
  );
}
