import type { WalletDraws } from '../../src/contract/wallet.ts';
import { amount, fields, flag, list, number, orNull, text, time } from './hasShape.ts';

// Apart from the other shapes: those are part of what the landing page starts with.

export const DRAWS = fields<WalletDraws>({
  address: text,
  draws: list(
    fields<WalletDraws['draws'][number]>({
      roundNumber: number,
      endsAt: time,
      isIn: orNull(flag),
      reason: orNull(text),
      wonLamports: orNull(amount),
    }),
  ),
});
