import { RULES_TEXT } from '../format/rulesText.ts';

const { threshold, split, places } = RULES_TEXT;
const CARDS = [
  {
    title: '1-hour draws',
    text: 'A round ends at the top of every hour, UTC. Three wallets are drawn from everyone who is in.',
  },
  {
    title: 'Hold GOD',
    text: `Keep ${threshold} GOD or more in your wallet. There is no form to fill in, nothing to sign and no login.`,
  },
  {
    title: `${split} prizes`,
    text: `First place takes ${places[0]} of the prize pool, second ${places[1]}, third ${places[2]}, paid in SOL to the winning wallets.`,
  },
];

export function HowToPlay() {
  return (
    <section className="wrap how" id="how" aria-labelledby="how-title">
      <h2 id="how-title">How to Play</h2>
      <ol>
        {CARDS.map(({ title, text }) => (
          <li key={title}>
            <h3>{title}</h3>
            <p className="muted">{text}</p>
          </li>
        ))}
      </ol>
    </section>
  );
}
