import { RULES_TEXT } from '../format/rulesText.ts';
import { TextPage } from './TextPage.tsx';

const WHAT_THIS_IS = [
  'Game of Draws is an hourly draw among the holders of the token GOD on Solana. Taking part costs nothing beyond',
  'holding the token, needs no account and cannot be asked for: a wallet is in a round when it holds at least',
  `${RULES_TEXT.threshold} GOD at the moment the round’s entries are locked, and is not on the published list of exclusions.`,
].join(' ');

export function TermsPage() {
  return (
    <TextPage eyebrow="Terms" title="The rules of the table.">
      <h2>What this is</h2>
      <p>{WHAT_THIS_IS}</p>
      <h2>What is promised</h2>
      <p>
        Once a round’s entry list has been committed on chain, its winners follow from that list and a public random
        number that did not exist yet. Nobody can change or cancel that result. The prizes of a committed round are owed
        and are paid in SOL to the winning wallets, in order of the rounds.
      </p>
      <h2>What is not promised</h2>
      <p>
        That every hour has a draw. A round may roll over, for example when no complete list of holders can be read,
        when the commitment does not reach the chain in time or when the prizes would be too small to be paid. The page
        then says why, and the prizes stay in the pool. Neither the value of GOD nor the size of the prize pool is
        promised; the pool is fed by the token’s transfer fee and shrinks when less is traded.
      </p>
      <h2>Figures on this site</h2>
      <p>
        Amounts in SOL are read from the chain. Amounts in US dollars are estimates for orientation; no payment depends
        on them. If the site and the chain disagree, the chain is right.
      </p>
      <h2>Your side</h2>
      <p>
        You are responsible for your wallet and its keys, for the taxes on what you win, and for whether you may take
        part in a draw like this where you live. Exchange and custodial addresses win for whoever controls their keys,
        not for their customers. Nobody from this project will ever ask for your keys or for a payment to release a
        prize.
      </p>
    </TextPage>
  );
}
