const SYMBOLS = ['♠', '♥', '♦', '♣', '★', '7', '◆', '$', '♛', '◎'] as const;
const CASINO_SYMBOLS = 20;
const ORBS = 6;
const FLOATING = 25;
const COINS = 8;
const SPARKLES = 8;

/** The room behind the page. Places, sizes and paths come from the stylesheet by each one's number. */
export function Background() {
  return (
    <div className="bg" aria-hidden="true">
      {numbers(ORBS).map((n) => (
        <b key={n} className="orb" />
      ))}
      <div>
        {numbers(FLOATING).map((n) => (
          <i key={n} className={`floating ${kindOf(n)}`} />
        ))}
      </div>
      <div>
        {numbers(CASINO_SYMBOLS).map((n) => (
          <i key={n} className="symbol">
            {SYMBOLS[n % SYMBOLS.length]}
          </i>
        ))}
      </div>
    </div>
  );
}

/** Coins fall, sparkles glint, motes of dust rise in the lamp's light. */
function kindOf(n: number): 'coin' | 'sparkle' | 'mote' {
  if (n < COINS) return 'coin';
  return n < COINS + SPARKLES ? 'sparkle' : 'mote';
}

function numbers(count: number): readonly number[] {
  return Array.from({ length: count }, (_, n) => n);
}
