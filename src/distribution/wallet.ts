/**
 * A wallet that receives a share of the collected tax, with the field names of the API. It is what is sent, stored and
 * edited, so nothing in it is trusted before `validateConfiguration`.
 */
export interface DistributionWallet {
  /** `wallet-<ms>-<random>`, made where the wallet is added; the same through all versions. */
  readonly id: string;
  readonly address: string;
  readonly label: string;
  /** Percent, 0 to 100, at most two decimals. */
  readonly percentage: number;
  readonly isAdmin: boolean;
  readonly isLottery: boolean;
  readonly isActive: boolean;
  /** ISO 8601 UTC. */
  readonly createdAt: string;
  readonly updatedAt: string;
}

export const MAX_WALLETS = 200;

/** The id of a new wallet; time and randomness come from outside. `random` in [0, 1). */
export function newWalletId(unixMs: number, random: number): string {
  return `wallet-${unixMs}-${Math.floor(random * 36 ** 8)
    .toString(36)
    .padStart(8, '0')}`;
}
