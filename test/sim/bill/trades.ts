import { addressOf, HOLDER_ADDRESSES, STRANGER, tokenAccountOf } from '../cast.ts';
import type { Dice } from '../dice.ts';
import { transferFeeOf } from '../model/accounts.ts';
import type { Chain, ChainState } from '../model/chain.ts';
import type { Scheduler } from '../scheduler.ts';

const TRADE_MS = 4_000;
const AMOUNT = 20_000_000_000n;

/** People buy from the market-maker and sell to it in turn, so that no account is emptied within an hour. */
export function trade({ scheduler, dice, chain }: { scheduler: Scheduler; dice: Dice; chain: Chain }): void {
  const market = tokenAccountOf(addressOf('market maker'));
  let trades = 0;

  function move(state: ChainState, from: string, to: string): void {
    const [source, target] = [state.account(from), state.account(to)];
    if (source.data?.kind !== 'token' || target.data?.kind !== 'token' || source.data.amount < AMOUNT) return;
    const fee = transferFeeOf(AMOUNT);
    state.set(from, { ...source, data: { ...source.data, amount: source.data.amount - AMOUNT } });
    const { amount, withheld } = target.data;
    state.set(to, { ...target, data: { ...target.data, amount: amount + AMOUNT - fee, withheld: withheld + fee } });
  }

  function again(): void {
    chain.advance();
    const holder = tokenAccountOf(HOLDER_ADDRESSES[dice.below('trader', HOLDER_ADDRESSES.length)] ?? STRANGER);
    trades += 1;
    const [from, to] = trades % 2 === 0 ? [holder, market] : [market, holder];
    chain.act({
      name: `trade ${trades}`,
      keys: [STRANGER, from, to, chain.mint],
      change: (state) => move(state, from, to),
    });
    scheduler.after(TRADE_MS, '', again, { owner: null, isQuiet: true });
  }
  scheduler.after(TRADE_MS, '', again, { owner: null, isQuiet: true });
}
