import type { Address } from '../../../src/address/address.ts';
import { errorText } from '../../../src/errorText.ts';
import { agreeOnBalance } from '../../chain/accounts/agreeOnBalance.ts';
import { nodesHash } from '../../chain/node/nodesHash.ts';
import type { Rpc } from '../../chain/node/rpc.ts';
import type { RaiseAlert } from '../../engine/raiseAlerts.ts';
import type { Settings } from '../../settings/Settings.ts';
import { writeCheckpoint } from '../../store/rounds/checkpoints.ts';
import { recordOutflows } from '../../store/rounds/outflows.ts';
import type { RoundStore } from '../../store/rounds/rounds.ts';
import { keepPlaces, readPlaces, type Search, unexplainedSince } from '../../store/rounds/searched.ts';
import { owedAndPaid } from '../../store/views/rounds/winners.ts';
import { lotteryOf } from '../../terms/countMade.ts';
import { promisingWallets } from '../../terms/poolWallets.ts';
import type { TermsBook } from '../../terms/TermsBook.ts';
import { createFindOutflows } from './findOutflows.ts';
import { unexplainedFrom } from './leastBalance.ts';
import { weighOutflows } from './weighOutflows.ts';

/**
 * A node may list a transaction some seconds later than its balance shows it. A person is told when a balance stays
 * unexplained for this long.
 */
const UNEXPLAINED_MS = 300_000;
/**
 * For this long after a switch to another pool wallet, rounds may still be promised from the old one, because our clock
 * may be ahead of the chain's. With a longer time, whoever has the old key could pause rounds for longer.
 */
const SWITCH_MARGIN_SECONDS = 600;

export interface ReconcileInput {
  readonly db: D1Database;
  readonly rpc: Rpc;
  readonly rounds: RoundStore;
  readonly settings: Settings;
  readonly terms: Pick<TermsBook, 'load' | 'all'>;
  readonly raiseAlert: RaiseAlert;
  readonly now: () => number;
}

/**
 * Checks that the pool holds at least what it held at the last checkpoint, less what the journal and the acknowledged
 * outflows explain. If it holds less, the wallet's history is read. A transaction there that the wallet signed and that
 * is not in the journal means that somebody else has the key, or that a person paid by hand: new locks are paused, and
 * a person is told. The checkpoint stays until an operator has acknowledged each such transaction and enough nodes say
 * what it took. For a wallet that promises nothing new, a person is told and nothing is paused. A round in flight has
 * money on its way, so all of this is done only while no round is in flight.
 */
export function createReconcilePool(input: ReconcileInput): () => Promise<void> {
  const { pool, oldPools } = input.settings;
  const wallets = [pool, ...oldPools].map(({ address }) => ({ address, look: createReconcileWallet(input, address) }));
  return async () => {
    // If one wallet cannot be read, the others are still checked.
    const outcomes = await Promise.allSettled(wallets.map(({ look }) => look()));
    const failed = outcomes.flatMap((outcome, at) => {
      const wallet = wallets[at]?.address;
      return outcome.status === 'rejected' ? [{ wallet, reason: outcome.reason as unknown }] : [];
    });
    // Only one of the errors can be thrown.
    for (const { wallet, reason } of failed) console.warn(`pool wallet ${wallet} not reconciled: ${errorText(reason)}`);
    if (failed[0] !== undefined) throw failed[0].reason;
  };
}

/** Checks one pool wallet by itself, since the payments of another wallet explain nothing about it. */
function createReconcileWallet(
  { db, rpc, rounds, settings, terms, raiseAlert, now }: ReconcileInput,
  wallet: Address,
): () => Promise<void> {
  const findOutflows = createFindOutflows({ db, rpc, wallet, authority: lotteryOf(settings).authority, now });
  const nodes = nodesHash(settings.rpcUrls);

  return async () => {
    if ((await rounds.inFlight()) !== null) return;
    const takenAt = now();
    // No older view counts. From a checkpoint before the last payment on, that payment would explain an outflow too.
    const { newestPayoutSlot } = await owedAndPaid(db, wallet);
    // By enough nodes: a single node could invent an outflow, or a checkpoint that is too high.
    const balance = await agreeOnBalance(rpc, wallet, { about: "the pool's balance", afterSlot: newestPayoutSlot });
    /** Where the search for an outflow begins; null when the balance is explained. */
    const searchFrom = () => unexplainedFrom({ db, rpc }, wallet, balance);
    if ((await searchFrom()) !== null) await weighOutflows({ db, rpc, settings }, balance.slot);
    const from = await searchFrom();
    if (from !== null) {
      // Before the search, which may take long or fail. While an outflow waits for an operator, a person knows already.
      if ((await findOutflows.known(from)).length === 0) await watchUnexplained(from, takenAt);
      const search: Search = { wallet, slot: from, nodes };
      const { outflows, places } = await findOutflows.search(from, await readPlaces(db, search));
      if (outflows.length === 0 || (await isPromising())) {
        if (outflows.length > 0) await report(outflows);
        return keepPlaces(db, search, places);
      }
      await tellOld(outflows);
    }
    await writeCheckpoint(db, { wallet, slot: balance.slot, takenAt, lamports: balance.lamports });
  };

  /** A history may list a transaction later than the balance shows it, so a person is told after some minutes. */
  async function watchUnexplained(afterSlot: number, at: number): Promise<void> {
    const since = await unexplainedSince(db, { wallet, slot: afterSlot }, at);
    console.warn(
      `the pool wallet ${wallet} holds less than its journal explains since slot ${afterSlot}, and no outflow is known yet`,
    );
    if (at - since < UNEXPLAINED_MS) return;
    const waits = (await isPromising())
      ? 'No round is locked for this wallet until that is explained.'
      : 'It is an old pool wallet: this delays no lock, but rounds that it still owes may lack the money.';
    await raiseAlert(
      `pool-unexplained:${afterSlot}:${wallet}`,
      `The pool wallet ${wallet} has held less than its journal explains for ${UNEXPLAINED_MS / 60_000} minutes, and no transaction that explains it was found in its history since slot ${afterSlot}. ${waits} Ask another RPC node.`,
    );
  }

  async function isPromising(): Promise<boolean> {
    await terms.load();
    return promisingWallets(settings, terms.all(), now() / 1000 - SWITCH_MARGIN_SECONDS).includes(wallet);
  }

  /**
   * Tells people of outflows of an old wallet. No round waits for this wallet, so the caller then stores its present
   * balance as its checkpoint.
   */
  async function tellOld(outflows: readonly string[]): Promise<void> {
    const more = outflows.length === 1 ? '' : ` and ${outflows.length - 1} more`;
    await raiseAlert(
      `old-pool:${wallet}`,
      `The old pool wallet ${wallet} signed ${outflows[0]}${more}, not in the journal. No round is locked for that wallet any more, so nothing is paused. If nobody of yours sent this, somebody else has the wallet's key. Rounds that the wallet still owes may lack the money.`,
    );
  }

  async function report(outflows: readonly string[]): Promise<void> {
    const reason = 'An outflow of the pool is not in the journal';
    await recordOutflows(db, { wallet, signatures: outflows }, { by: 'reconciler', reason, at: now() });
    for (const signature of outflows) {
      await raiseAlert(
        `outflow:${signature}`,
        `The pool signed ${signature}, which is not in the journal. New locks are paused until an operator acknowledges it.`,
      );
    }
  }
}
