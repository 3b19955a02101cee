import type { AdminRound, Attempt, Found } from '../../../src/contract/adminRounds.ts';
import type {
  AddressLook,
  AdminError,
  AdminSession,
  ChangeRecord,
  DistributionConfig,
  Preview,
  TaxSums,
  TaxTransaction,
  WaitingActivation,
} from '../../../src/contract/distribution.ts';
import type { Operations, OperatorAction, SeenPayment } from '../../../src/contract/operations.ts';
import type { Overview } from '../../../src/contract/overview.ts';
import type { RoundSummary } from '../../../src/contract/round.ts';
import type { PoolStatement, Statement } from '../../../src/contract/statement.ts';
import type { DistributionWallet } from '../../../src/distribution/wallet.ts';
import { WINNER } from '../../shape/expectedShapes.ts';
import {
  amount,
  anyWord,
  fields,
  flag,
  list,
  number,
  oneOf,
  orNull,
  type Shape,
  text,
  time,
} from '../../shape/hasShape.ts';
import { ROUND, ROUND_SUMMARY } from '../../shape/roundShape.ts';

// The shapes of the answers, as far as the console reads them. The browser loads no zod, so the shapes are written by
// hand. The compiler compares them with the contract.

/** A part of a list, and where the next part begins. */
export interface Page<T> {
  readonly data: readonly T[];
  readonly nextCursor: string | null;
}

type Version = NonNullable<DistributionConfig['active']>;

const WALLET = fields<DistributionWallet>({
  id: text,
  address: text,
  label: text,
  percentage: number,
  isAdmin: flag,
  isLottery: flag,
  isActive: flag,
  createdAt: time,
  updatedAt: time,
});
const OF_VERSION = { version: number, wallets: list(WALLET) };
const VERSION = fields<Version>(OF_VERSION);

const WAITING = fields<WaitingActivation>({
  ...OF_VERSION,
  ask: text,
  askedBy: text,
  askedAt: time,
  confirmedBy: orNull(text),
  needsSecondKey: flag,
  inForceAt: orNull(time),
  difference: text,
});

export const SESSION = fields<{ data: AdminSession }>({
  data: fields<AdminSession>({ name: text, roles: list(oneOf('read', 'operate', 'distribute')) }),
});

export const LOOKS = fields<{ data: AddressLook[] }>({
  data: list(fields<AddressLook, 'address' | 'use' | 'neighbourOf'>({ isRefused: flag, warnings: list(text) })),
});

export const CONFIGURATION = fields<{ data: DistributionConfig }>({
  data: fields<DistributionConfig, 'totalPercentage'>({
    ...OF_VERSION,
    id: text,
    isActive: flag,
    updatedAt: time,
    updatedBy: text,
    active: orNull(VERSION),
    waiting: orNull(WAITING),
    rules: fields<DistributionConfig['rules']>({
      minPoolShare: orNull(number),
      needsSecondKey: flag,
      delayHours: number,
    }),
  }),
});

type PreviewLine = Preview['distributions'][number];

export const PREVIEW = fields<{ data: Preview }>({
  data: fields<Preview, 'remainderUnits'>({
    totalAmount: number,
    totalUnits: amount,
    currency: oneOf('GOD', 'SOL'),
    distributions: list(
      fields<PreviewLine, 'address' | 'label' | 'amount' | 'percentage'>({ walletId: text, units: amount }),
    ),
  }),
});

const TRANSACTION_LINE = fields<TaxTransaction['distributions'][number], 'amount'>({
  walletId: text,
  label: text,
  address: text,
  units: amount,
  percentage: number,
  status: anyWord(),
  transactionSignature: orNull(text),
});

const TRANSACTION = fields<TaxTransaction, 'totalAmount'>({
  id: text,
  status: oneOf('COMPLETED', 'FAILED', 'PENDING'),
  timestamp: time,
  totalUnits: amount,
  currency: oneOf('GOD', 'SOL'),
  reason: orNull(text),
  detail: orNull(text),
  configVersion: orNull(number),
  txSignature: orNull(text),
  distributions: list(TRANSACTION_LINE),
});

export const TRANSACTIONS = fields<{ data: TaxTransaction[]; nextCursor: string | null }>({
  data: list(TRANSACTION),
  nextCursor: orNull(text),
});

const TAX_SUMS = fields<TaxSums, 'from' | 'to'>({
  cycles: number,
  withdrawnUnits: amount,
  soldUnits: amount,
  receivedLamports: amount,
  feesLamports: amount,
  distributedLamports: amount,
  distributedUnits: amount,
});

export const SUMS = fields<{ data: TaxSums }>({ data: TAX_SUMS });

export const CHANGES = fields<{ data: ChangeRecord[]; nextCursor: string | null }>({
  data: list(
    fields<ChangeRecord, 'configId'>({
      id: text,
      changeType: anyWord(),
      description: text,
      changedBy: text,
      timestamp: time,
      previousValue: orNull(VERSION),
      newValue: VERSION,
    }),
  ),
  nextCursor: orNull(text),
});

/** The answer of a failed call. Only `error` is checked here; whoever reads another field checks that field. */
export const ERROR = fields<Pick<AdminError, 'error'> & { readonly errors?: unknown }, 'errors'>({ error: text });

type Pause = NonNullable<Operations['pause']>;
type Round = Operations['rounds'][number];
type Sent = Operations['journal'][number];

const ACTION = fields<OperatorAction>({
  at: time,
  by: text,
  action: text,
  subject: orNull(text),
  reason: orNull(text),
  details: orNull(text),
});

export const ACTIONS = fields<{ data: OperatorAction[]; nextCursor: string | null }>({
  data: list(ACTION),
  nextCursor: orNull(text),
});

/** The payments in the answer to an exit that was refused because the round turned out to be paid. */
export const PAYMENTS = fields<{ data: { payments: SeenPayment[] } }>({
  data: fields<{ payments: SeenPayment[] }>({
    payments: list(fields<SeenPayment>({ signature: text, to: text, lamports: amount, blockTime: orNull(time) })),
  }),
});

const STANDSTILL = fields<Pause>({ since: time, by: text, reason: text });

export const OPERATIONS = fields<{ data: Operations }>({
  data: fields<Operations>({
    serverTime: time,
    warnings: list(text),
    pause: orNull(STANDSTILL),
    taxPause: orNull(STANDSTILL),
    outflows: list(fields<Operations['outflows'][number]>({ signature: text, foundAt: time })),
    rounds: list(
      fields<Round>({
        roundNumber: number,
        state: anyWord(),
        reason: orNull(text),
        detail: orNull(text),
        endsAt: time,
        totalLamports: orNull(amount),
        hold: orNull(anyWord()),
        exits: list(anyWord()),
        shelved: orNull(STANDSTILL),
      }),
    ),
    cycles: list(
      fields<Operations['cycles'][number]>({
        cycle: number,
        state: anyWord(),
        reason: orNull(text),
        detail: orNull(text),
        startedAt: time,
        exits: list(anyWord()),
      }),
    ),
    journal: list(fields<Sent>({ key: text, attempt: number, state: anyWord(), signature: text, signedAt: time })),
    wallets: list(
      fields<Operations['wallets'][number]>({
        name: text,
        address: text,
        lamports: orNull(amount),
        perDayLamports: orNull(amount),
        daysLeft: orNull(number),
      }),
    ),
    alerts: list(
      fields<Operations['alerts'][number]>({
        ...{ key: text, message: text, severity: anyWord(), runbook: text },
        ...{ raisedAt: time, deliveredAt: orNull(time), endedAt: orNull(time) },
      }),
    ),
    actions: list(ACTION),
  }),
});

export const DONE = fields<{ success: boolean }>({ success: flag });

const ATTEMPT = fields<Attempt>({
  key: text,
  attempt: number,
  state: anyWord(),
  signature: text,
  slot: orNull(number),
  signedAt: time,
  proof: orNull(text),
});

export const ADMIN_ROUNDS = fields<{ data: RoundSummary[]; nextCursor: string | null }>({
  data: list(ROUND_SUMMARY),
  nextCursor: orNull(text),
});

export const ADMIN_ROUND = fields<{ data: AdminRound }>({
  data: fields<AdminRound>({
    round: ROUND,
    detail: orNull(text),
    hold: orNull(anyWord()),
    reason: orNull(text),
    exits: list(anyWord()),
    shelved: orNull(STANDSTILL),
    promisedLamports: orNull(amount),
    attempts: list(ATTEMPT),
  }),
});

export const FOUND = fields<{ data: Found }>({
  data: fields<Found>({
    kind: anyWord(),
    rounds: list(ROUND_SUMMARY),
    hasMore: flag,
    transactions: list(TRANSACTION),
    attempts: list(ATTEMPT),
    actions: list(ACTION),
  }),
});

export const OVERVIEW = fields<{ data: Overview }>({
  data: fields<Overview>({
    serverTime: time,
    nextDraw: fields<Overview['nextDraw']>({ roundNumber: number, locksAt: time, endsAt: time }),
    lastPayment: orNull(
      fields<NonNullable<Overview['lastPayment']>>({
        roundNumber: number,
        endsAt: time,
        paidAt: orNull(time),
        lamports: amount,
        signature: orNull(text),
        winners: list(WINNER),
      }),
    ),
    taxToday: fields<Overview['taxToday']>({
      day: text,
      cycles: number,
      withdrawnUnits: amount,
      receivedLamports: amount,
      distributedLamports: amount,
      toPoolLamports: amount,
      feesLamports: amount,
    }),
    days: list(fields<Overview['days'][number]>({ day: text, inLamports: amount, outLamports: amount })),
  }),
});

/** An amount that may be below 0. */
const signedAmount: Shape<string> = (value) => text(value) && /^-?\d+$/.test(value as string);
const BALANCE = fields<PoolStatement['opening']>({ at: time, slot: number, lamports: amount });

export const STATEMENT = fields<{ data: Statement }>({
  data: fields<Statement>({
    month: text,
    earliest: orNull(text),
    isOver: flag,
    pools: list(
      fields<PoolStatement>({
        address: text,
        opening: BALANCE,
        closing: BALANCE,
        taxLamports: amount,
        prizesLamports: amount,
        feesLamports: amount,
        marksLamports: amount,
        otherLamports: signedAmount,
        rounds: number,
        transactions: number,
        outflows: number,
      }),
    ),
    receivers: list(fields<Statement['receivers'][number]>({ address: text, label: text, lamports: amount })),
    tax: TAX_SUMS,
  }),
});
