import type {
  AdminError,
  ChangeRecord,
  DistributionConfig,
  Preview,
  TaxTransaction,
} from '../../../src/contract/distribution.ts';
import type { Operations } from '../../../src/contract/operations.ts';
import type { DistributionWallet } from '../../../src/distribution/wallet.ts';
import { amount, flag, number, oneOf, orNull, type Shape, text, time } from '../../shape/hasShape.ts';

/** A part of a list, and where the next part begins. */
export interface Page<T> {
  readonly data: readonly T[];
  readonly nextCursor: string | null;
}

// What the console reads of the answers, beside the contract's types: no zod in a browser.

const WALLET: Shape<DistributionWallet> = {
  id: text,
  address: text,
  label: text,
  percentage: number,
  isAdmin: flag,
  isLottery: flag,
  isActive: flag,
  createdAt: time,
  updatedAt: time,
};
const VERSION = { version: number, wallets: [WALLET] } as const;

export const CONFIGURATION: Shape<{ data: DistributionConfig }> = {
  data: {
    ...VERSION,
    id: text,
    isActive: flag,
    updatedAt: time,
    updatedBy: text,
    active: orNull<NonNullable<DistributionConfig['active']>>(VERSION),
  },
};

export const PREVIEW: Shape<{ data: Preview }> = {
  data: {
    totalAmount: number,
    totalUnits: amount,
    currency: oneOf('GOD', 'SOL'),
    distributions: [{ walletId: text, units: amount }],
  },
};

export const TRANSACTIONS: Shape<Page<TaxTransaction>> = {
  data: [
    {
      id: text,
      status: oneOf('COMPLETED', 'FAILED', 'PENDING'),
      timestamp: time,
      totalUnits: amount,
      currency: oneOf('GOD', 'SOL'),
      reason: orNull(text),
      configVersion: orNull(number),
      txSignature: orNull(text),
      distributions: [
        {
          walletId: text,
          label: text,
          address: text,
          units: amount,
          percentage: number,
          status: text,
          transactionSignature: orNull(text),
        },
      ],
    },
  ],
  nextCursor: orNull(text),
};

export const CHANGES: Shape<Page<ChangeRecord>> = {
  data: [
    {
      id: text,
      changeType: text,
      description: text,
      changedBy: text,
      timestamp: time,
      previousValue: orNull<NonNullable<ChangeRecord['previousValue']>>(VERSION),
      newValue: VERSION,
    },
  ],
  nextCursor: orNull(text),
};

/** An error of anything between the server and here may have no more. */
export const ERROR: Shape<Pick<AdminError, 'error'>> = { error: text };

export const OPERATIONS: Shape<{ data: Operations }> = {
  data: {
    serverTime: time,
    pause: orNull<NonNullable<Operations['pause']>>({ since: time, by: text, reason: text }),
    outflows: [{ signature: text, foundAt: time }],
    rounds: [{ roundNumber: number, state: text, reason: orNull(text), endsAt: time, totalLamports: orNull(amount) }],
    journal: [{ key: text, attempt: number, state: text, signature: text, signedAt: time }],
    wallets: [{ name: text, address: text, lamports: orNull(amount) }],
    alerts: [{ key: text, message: text, raisedAt: time, deliveredAt: orNull(time) }],
  },
};

export const DONE: Shape<{ success: true }> = { success: flag };
