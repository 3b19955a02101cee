import { useQuery } from '@tanstack/react-query';
import type { WalletDraws } from '../../src/contract/wallet.ts';
import { getChecked } from '../api.ts';
import { DRAWS } from '../shape/drawsShape.ts';

/** A wallet's newest 24 draws; asked once for each `moment`, and not at all while it is null. */
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
