import { useState } from 'react';
import type { WalletDraws as Draws } from '../../src/contract/wallet.ts';
import { useDraws } from '../data/useDraws.ts';
import { countText } from '../format/countText.ts';
import { prizeText } from '../format/moneyText.ts';
import { Ago } from '../ui/Times.tsx';
import { Unread } from '../ui/Unread.tsx';

/**
 * The newest draws, and whether the wallet was in each. Requested when opened: the server has to look through 24 lists.
 */
export function WalletDraws({ address }: { readonly address: string }) {
  const [isOpen, setOpen] = useState(false);
  const { data, isError, refetch } = useDraws(address, isOpen ? 'page' : null);
  return (
    <details className="draws scripted" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>The last 24 draws: in, out and why</summary>
      {data ? (
        <DrawList draws={data.draws} />
      ) : isError ? (
        <Unread sentence="The draws could not be read." onRetry={() => void refetch()} />
      ) : (
        <p className="blank">Looking through the lists...</p>
      )}
    </details>
  );
}

/** The draws in a list, with a sentence about all of them above it. */
export function DrawList({ draws }: Pick<Draws, 'draws'>) {
  return (
    <>
      <p className="dim">{drawsText(draws)}</p>
      <ol>
        {draws.map((draw) => {
          const { tone, word } = drawWords(draw);
          return (
            <li key={draw.roundNumber}>
              <a href={`/rounds/${draw.roundNumber}`}>#{countText(draw.roundNumber)}</a>
              <span className={`badge ${tone}`}>{word}</span>
              <span className="dim">
                <Ago time={draw.endsAt} />
              </span>
              <p className="muted">
                {draw.wonLamports === null ? draw.reason : `It won ${prizeText(draw.wonLamports)} SOL.`}
              </p>
            </li>
          );
        })}
      </ol>
    </>
  );
}

type Draw = Draws['draws'][number];

/** The word for what a draw meant for a wallet. */
export function drawWords({ isIn, wonLamports }: Pick<Draw, 'isIn' | 'wonLamports'>): {
  readonly tone: 'mint' | 'amber' | 'grey';
  readonly word: string;
} {
  if (wonLamports !== null) return { tone: 'mint', word: 'WON' };
  if (isIn === null) return { tone: 'grey', word: 'NO LIST' };
  return isIn ? { tone: 'mint', word: 'IN' } : { tone: 'amber', word: 'OUT' };
}

/** In how many of these draws the wallet took part. */
export function drawsText(draws: readonly Draw[]): string {
  if (draws.length === 0) return 'No round has ended yet.';
  const entered = draws.filter(({ isIn }) => isIn).length;
  return `In ${entered} of ${draws.length} ${draws.length === 1 ? 'draw' : 'draws'}, by the lists that were locked.`;
}
