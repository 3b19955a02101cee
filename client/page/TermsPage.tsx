import { useConfig } from '../data/useConfig.ts';
import { entrantsText } from '../format/rulesSentences.ts';
import { TextFrame } from './TextFrame.tsx';

/** The terms of use of the site. */
export function TermsPage() {
  const entrants = entrantsText(useConfig()?.drawTopHolders);
  return (
    <TextFrame eyebrow="Terms" title="The rules of the table.">
      <h2>What this is</h2>
      <p>
        {`Game of Draws is an hourly draw among holders of the token GOD on Solana. It costs nothing beyond holding the token, and it needs no account. ${entrants} Wallets on the published list of exclusions cannot enter.`}
      </p>
      <h2>What is promised</h2>
      <p>
        The <a href="/terms-of-play">terms of play</a> say who takes part, when, and which wallet pays what. They are
        announced on the chain before their rounds.
      </p>
      <p>
        Once the entry list of a round is committed on chain, its winners follow from that list and from a public random
        number that did not exist yet. Nobody can change or cancel that result. The prizes of a committed round are
        owed. They are paid in SOL to the winning wallets, oldest round first.
      </p>
      <h2>What is not promised</h2>
      <p>
        That every hour has a draw. A round can roll over: for example when the list of holders cannot be read in full,
        when the commitment reaches the chain too late, or when the prizes would be too small to pay. The page then says
        why, and the prizes stay in the pool. We promise neither the value of GOD nor the size of the prize pool. The
        pool is filled by the token’s transfer fee, so it shrinks when there is less trading.
      </p>
      <h2>Figures on this site</h2>
      <p>
        Amounts in SOL are read from the chain. Amounts in US dollars are estimates, and no payment depends on them. If
        this site and the chain disagree, the chain is right.
      </p>
      <h2>Your side</h2>
      <p>
        You are responsible for your wallet and its keys, for taxes on what you win, and for knowing whether you may
        take part in a draw like this where you live. If you keep GOD at an exchange, the exchange’s wallet enters and
        wins, not you. We will never ask for your keys, or for payment to release a prize.
      </p>
    </TextFrame>
  );
}
