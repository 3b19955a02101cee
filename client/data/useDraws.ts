import { useQuery } from '@tanstack/react-query';
import type { WalletDraws } from '../../src/contract/wallet.ts';
import { getChecked } from '../api.ts';
import { amount, fields, flag, list, number, orNull, text, time } from '../shape/hasShape.ts';

/** A wallet's newest 24 draws. Each new value of `moment` asks the server once; null asks nothing. */
export function useDraws(address: string, moment: string | null) {
  return useQuery({
    queryKey: ['draws', address, moment],
    queryFn: () => getChecked<WalletDraws>(`/api/lottery/wallets/${encodeURIComponent(address)}/draws`, DRAWS),
    enabled: moment !== null,
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
}

const DRAWS = fields<WalletDraws>({
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
