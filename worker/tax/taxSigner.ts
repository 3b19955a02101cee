import { Keypair, type TransactionInstruction } from '@solana/web3.js';
import type { Address } from '../../src/address/address.ts';
import { payPool } from '../../src/distribution/poolLines.ts';
import { planDistribution } from '../../src/tax/planDistribution.ts';
import { taxMemo } from '../../src/tax/taxMemo.ts';
import type { RecentBlockhash } from '../chain/accounts/readChain.ts';
import { SignerRefusal } from '../chain/signing/signer.ts';
import {
  godPayments,
  harvestInstruction,
  solPayments,
  withdrawInstructions,
} from '../chain/signing/taxTransactions.ts';
import { memoInstruction, type SignedTransaction, signTransaction } from '../chain/signing/transactions.ts';
import type { Wallet } from '../settings/Settings.ts';
import type { TaxCycle, TaxLine } from '../store/rows/taxRows.ts';
import type { PreparedSwap } from '../swap/prepareSwap.ts';
import { signSwap } from '../swap/signSwap.ts';

/** Eight payments in GOD may create eight accounts, at some 30,000 units each. */
const TAX_COMPUTE_UNITS = 400_000;

export interface TaxSigning {
  readonly blockhash: RecentBlockhash;
  readonly computePrice: number;
}

/** The only module that holds the keys of the tax wallet and the tax authority. */
export interface TaxSigner {
  signHarvest(accounts: readonly string[], signing: TaxSigning): SignedTransaction;
  signWithdrawal(signing: TaxSigning): SignedTransaction;
  /** Checks the exchange's transaction once more, and signs it. At most `amount` GOD base units may leave. */
  signSwap(swap: PreparedSwap, amount: bigint): SignedTransaction;
  /** Signs one part of a cycle's distribution, after computing all lines again from the pinned configuration. */
  signDistribution(cycle: TaxCycle, lines: readonly TaxLine[], part: number, signing: TaxSigning): SignedTransaction;
}

export interface TaxSignerInput {
  readonly taxWallet: Wallet;
  readonly taxAuthority: Wallet;
  readonly mint: Address;
  readonly swapPrograms: readonly Address[];
}

/** Holds both keys of the tax. Swaps are signed only for the given programs. */
export function createTaxSigner({ taxWallet, taxAuthority, mint, swapPrograms }: TaxSignerInput): TaxSigner {
  const wallet = Keypair.fromSecretKey(taxWallet.secretKey);
  const authority = Keypair.fromSecretKey(taxAuthority.secretKey);
  const sign = (signing: TaxSigning, instructions: readonly TransactionInstruction[], coSigner?: Keypair) =>
    signTransaction(wallet, {
      ...signing,
      instructions,
      computeUnits: TAX_COMPUTE_UNITS,
      ...(coSigner !== undefined && { coSigner }),
    });
  return {
    signHarvest: (accounts, signing) => sign(signing, [harvestInstruction(mint, accounts)]),
    signWithdrawal: (signing) =>
      sign(
        signing,
        withdrawInstructions({ mint, taxWallet: taxWallet.address, taxAuthority: taxAuthority.address }),
        authority,
      ),
    signSwap: (swap, amount) =>
      signSwap(taxWallet.secretKey, swap, {
        mint,
        amount,
        programs: swapPrograms,
        minimumLamports: swap.minimumLamports,
      }),
    signDistribution(cycle, lines, part, signing) {
      const { config, total } = cycle;
      if (cycle.state !== 'distribute' || config === null || total === null)
        throw new SignerRefusal(`tax cycle ${cycle.id} has no distribution to sign`);
      if (!isFaithful({ ...cycle, config, total }, lines))
        throw new SignerRefusal(`tax cycle ${cycle.id}: the stored lines are not what its configuration says`);
      const due = lines.filter((line) => line.part === part && line.status === 'pending');
      if (due.length === 0) throw new SignerRefusal(`tax cycle ${cycle.id} has nothing to pay in part ${part}`);
      const payments =
        cycle.currency === 'SOL' ? solPayments(taxWallet.address, due) : godPayments(mint, taxWallet.address, due);
      const memo = taxMemo({ cycle: cycle.id, configVersion: config.version, part });
      return sign(signing, [...payments, memoInstruction(wallet.publicKey, memo)]);
    },
  };
}

type PlannedCycle = Pick<TaxCycle, 'currency' | 'pool'> & {
  readonly [K in 'config' | 'total']: NonNullable<TaxCycle[K]>;
};

/**
 * Whether the stored lines are exactly the pinned configuration's split of the stored total. The pool's lines must go
 * to the cycle's pool wallet.
 */
function isFaithful({ currency, config, total, pool }: PlannedCycle, lines: readonly TaxLine[]): boolean {
  const plan = planDistribution({
    currency,
    proceeds: total,
    carriedIn: 0n,
    feesPaid: 0n,
    feePerPart: 0n,
    wallets: payPool(config.wallets, pool),
  });
  const text = (list: readonly { walletId: string; address: string; amount: bigint }[]) =>
    list.map((line) => `${line.walletId} ${line.address} ${line.amount}`).join('\n');
  return text(plan.lines) === text(lines);
}
