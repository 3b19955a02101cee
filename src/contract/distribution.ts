import * as z from 'zod';
import { ADMIN_ROLES } from './adminRoles.ts';
import { decimal, isoTime } from './figures.ts';
import { outflow, seenPayment } from './operations.ts';

/** A wallet of the distribution; `percentage` is percent with at most two decimals. */
export const distributionWallet = z.object({
  id: z.string(),
  address: z.string(),
  label: z.string(),
  percentage: z.number(),
  isAdmin: z.boolean(),
  isLottery: z.boolean(),
  isActive: z.boolean(),
  createdAt: isoTime,
  updatedAt: isoTime,
});

const version = z.object({ version: z.int().min(1), wallets: z.array(distributionWallet) });

/** An activation that waits for a second key or for its time. `difference`: what it changes in the version in force. */
export const waitingActivation = z.object({
  ask: z.string().describe('Identifies this request to activate a version. A confirmation or a stop has to name it.'),
  ...version.shape,
  askedBy: z.string(),
  askedAt: isoTime,
  confirmedBy: z.string().nullable(),
  needsSecondKey: z.boolean().describe('A key with another name has to confirm it.'),
  inForceAt: isoTime.nullable().describe('Null while a second key is missing.'),
  difference: z.string(),
});
export type WaitingActivation = z.infer<typeof waitingActivation>;

/** The rules that an activation has to obey, and how long it waits before it is in force. The rules are public. */
export const activationRules = z.object({
  minPoolShare: z
    .number()
    .nullable()
    .describe('Percent of the tax that the pool must get at least; null: no least share is set.'),
  needsSecondKey: z.boolean(),
  delayHours: z.int(),
});

/**
 * The newest version of the configuration, and whether it is in force; `active` is the version in force. `id` is the
 * same for all versions.
 */
export const distributionConfig = version.extend({
  id: z.string(),
  isActive: z.boolean(),
  updatedAt: isoTime,
  updatedBy: z.string().describe('Name of the admin key that saved it; `system` for the first version.'),
  totalPercentage: z.number().describe('Sum over the active wallets, percent.'),
  active: version.nullable(),
  waiting: waitingActivation.nullable(),
  rules: activationRules,
});
export type DistributionConfig = z.infer<typeof distributionConfig>;

/** `GET` and `PUT /api/admin/tax-distribution/config`, and `POST …/activate`. */
export const configAnswer = z.object({ success: z.literal(true), data: distributionConfig });

/**
 * What every failing admin route answers. In a 409, `data` can be: the current configuration, when the request was
 * about an old version, or when nothing waits for its confirmation or stop; the outflows that a resume still has to
 * acknowledge; the payments because of which an exit was refused.
 */
export const adminError = z.object({
  success: z.literal(false),
  error: z.string(),
  code: z.string(),
  errors: z.array(z.string()),
  data: z
    .union([distributionConfig, z.object({ outflows: z.array(outflow) }), z.object({ payments: z.array(seenPayment) })])
    .optional(),
});
export type AdminError = z.infer<typeof adminError>;

/** Body of a save. Only types are checked here: `src/distribution` checks ranges, with a sentence for each fault. */
export const saveBody = z.object({
  wallets: z.array(
    z.object({
      id: z.string('must be a text'),
      address: z.string('must be a text'),
      label: z.string('must be a text'),
      percentage: z.number('must be a number'),
      isActive: z.boolean('must be true or false'),
    }),
    'must be a list of wallets',
  ),
  adminId: z
    .string('must be a text')
    .optional()
    .describe('Accepted and ignored: changes are attributed to the name of the admin key.'),
});
export type SaveBody = z.infer<typeof saveBody>;

export const activateBody = z.object({ adminId: z.string('must be a text').optional() });

/** Body of a confirmation or a stop: the `ask` of the waiting activation that it is about. */
export const decideBody = z.object({ ask: z.string('must be a text').min(1).max(64) });

const MOST_LOOKED_UP = 200;
export const lookUpBody = z.object({
  addresses: z
    .array(
      z
        .string('must be a text')
        .regex(/^[1-9A-HJ-NP-Za-km-z]{32,44}$/, 'must be a Solana address (base58 of 32 bytes)'),
      'must be a list of addresses',
    )
    .max(MOST_LOOKED_UP),
});

/** What the chain says of an address that somebody is about to pay. */
export const addressLook = z.object({
  address: z.string(),
  use: z.enum(['unused', 'wallet', 'program', 'token-account', 'held']).nullable().describe('Null: no node answered.'),
  neighbourOf: z.string().nullable().describe('The known wallet that it could be confused with.'),
  isRefused: z.boolean().describe('An activation that pays it is refused.'),
  warnings: z.array(z.string()),
});
export type AddressLook = z.infer<typeof addressLook>;
export const lookUpAnswer = z.object({ success: z.literal(true), data: z.array(addressLook) });

/** `GET /api/admin/session`: whose key it is, and what it may do. */
export const sessionAnswer = z.object({
  success: z.literal(true),
  data: z.object({ name: z.string(), roles: z.array(z.enum(ADMIN_ROLES)) }),
});
export type AdminSession = z.infer<typeof sessionAnswer>['data'];

/** Body of a preview: `wallets` as in a save, `amount` in GOD or SOL. */
export const previewBody = z.object({
  amount: z.number('must be a number'),
  wallets: saveBody.shape.wallets,
  currency: z.enum(['GOD', 'SOL'], 'must be GOD or SOL').default('GOD'),
});

export const currency = z.enum(['GOD', 'SOL']);

/** An amount for display in GOD or SOL; `units` is the exact amount in base units. */
const amounts = { amount: z.number(), units: decimal };

export const previewAnswer = z.object({
  success: z.literal(true),
  data: z.object({
    totalAmount: z.number(),
    totalUnits: decimal,
    currency,
    remainderUnits: decimal.describe('Base units that the split left over: the first wallet with a share gets them.'),
    distributions: z.array(
      z.object({ walletId: z.string(), address: z.string(), label: z.string(), ...amounts, percentage: z.number() }),
    ),
  }),
});
export type Preview = z.infer<typeof previewAnswer>['data'];

const TAX_STATUSES = ['COMPLETED', 'FAILED', 'PENDING'] as const;

/** A tax cycle, as the console lists it. */
export const taxTransaction = z.object({
  id: z.string(),
  status: z.enum(TAX_STATUSES),
  timestamp: isoTime,
  totalAmount: z.number().describe('GOD or SOL, by `currency`, for display.'),
  totalUnits: decimal,
  currency,
  reason: z
    .string()
    .nullable()
    .describe('Why it failed, as a sentence; null otherwise. `detail` says exactly why it failed or why it waits.'),
  detail: z.string().nullable(),
  configVersion: z
    .int()
    .nullable()
    .describe('Version of the configuration it distributes by; null before one was pinned.'),
  txSignature: z
    .string()
    .nullable()
    .describe('The swap’s signature, or the first distribution’s when nothing was swapped; null before there is one.'),
  distributions: z.array(
    z.object({
      walletId: z.string(),
      label: z.string(),
      address: z.string(),
      ...amounts,
      percentage: z.number(),
      status: z.enum(['SUCCESS', 'FAILED', 'pending']),
      transactionSignature: z.string().nullable(),
    }),
  ),
});
export type TaxTransaction = z.infer<typeof taxTransaction>;

/**
 * `GET /api/admin/tax-distribution/transactions?limit&cursor&status&from&to&search`, newest first. `from` and `to` are
 * UTC days, both included; `search` is part of a label, or a whole address or signature.
 */
export const transactionsAnswer = z.object({
  success: z.literal(true),
  data: z.array(taxTransaction),
  nextCursor: z.string().nullable(),
});

/**
 * Sums of the cycles that began on one of the UTC days `from` to `to`, both included, and have ended. Base units: GOD
 * for what was withdrawn and sold, lamports for what was received and for fees.
 */
export const taxSums = z.object({
  from: z.iso.date(),
  to: z.iso.date(),
  cycles: z.int(),
  withdrawnUnits: decimal,
  soldUnits: decimal,
  receivedLamports: decimal,
  feesLamports: decimal,
  distributedLamports: decimal.describe('What the wallets were paid by cycles that distribute SOL.'),
  distributedUnits: decimal.describe('What the wallets were paid by cycles that distribute GOD.'),
});

/** `GET /api/admin/tax-distribution/sums?from&to`. */
export const sumsAnswer = z.object({ success: z.literal(true), data: taxSums });
export type TaxSums = z.infer<typeof taxSums>;

export const CHANGE_TYPES = ['CREATE', 'UPDATE', 'DELETE', 'ACTIVATE'] as const;

/**
 * A change of the configuration: CREATE is the first version, UPDATE a save, DELETE a save that only removes wallets,
 * ACTIVATE an activation.
 */
export const changeRecord = z.object({
  id: z.string(),
  configId: z.string(),
  changeType: z.enum(CHANGE_TYPES),
  description: z.string(),
  changedBy: z.string().describe('Name of the admin key; `system` for the first version.'),
  timestamp: isoTime,
  previousValue: version
    .nullable()
    .describe(
      'Before: for a save the version it was made from, for an activation the one that was in force. Null when there was none.',
    ),
  newValue: version,
});
export type ChangeRecord = z.infer<typeof changeRecord>;

/**
 * `GET /api/admin/tax-distribution/config/:id/history?limit&cursor`, newest first; without a limit the whole
 * history, at most its newest 8,000 changes.
 */
export const historyAnswer = z.object({
  success: z.literal(true),
  data: z.array(changeRecord),
  nextCursor: z.string().nullable(),
});
