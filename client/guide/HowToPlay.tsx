const CARDS = [
  {
    title: '1-hour draws',
    text: 'A round ends at the top of every hour, UTC. Three wallets are drawn from everyone who is in.',
  },
  {
    title: 'Hold GOD',
    text: 'Keep 100,000 GOD or more in your wallet. There is no form to fill in, nothing to sign and no login.',
  },
  {
    title: '70/20/10 prizes',
    text: 'First place takes 70% of the prize pool, second 20%, third 10%, paid in SOL to the winning wallets.',
  },
] as const;

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
