import { useConfig } from '../data/useConfig.ts';
import { mineWords } from './mineWords.ts';
import { useMyWallet } from './useMyWallet.ts';

/** Two or three words: whether the remembered wallet is in the draw. Empty without such a wallet. */
export function useMyStanding(address: string | null): string {
  const config = useConfig();
  const { data, isError } = useMyWallet(address);
  if (address === null) return '';
  return mineWords({ answer: data ?? null, isError, config, news: null }).short;
}
