import { lamports, lamportsToSol } from '../../src/money/lamports.ts';
import { LAMPORTS_PER_SIGNATURE } from '../../src/money/networkFee.ts';
import { isRecent } from '../../src/round/isRecent.ts';
import { EXCHANGE_FAILURES } from '../../src/tax/cycle.ts';
import type { RpcNode } from '../chain/node/rpcNode.ts';
import { HARVEST_ACCOUNTS } from '../chain/signing/taxTransactions.ts';
import { AGAIN, type Step } from '../engine/runSteps.ts';
import type { TaxCycle } from '../store/rows/taxRows.ts';
import type { NewCycle } from '../store/tax/taxTransitions.ts';
import { holdsAtLeast } from './agreeOnFigures.ts';
import { type Collectable, confirmedBy, isFarFrom, isNearlyAll, seeCollectable, withheldOf } from './collectable.ts';
import type { TaxContext } from './context.ts';
import { expectedFees } from './expectedFees.ts';
import { refuseSwap } from './refuseSwap.ts';

/** The reserve: 0.1 SOL, which stay in the tax wallet for network fees. */
export const TAX_RESERVE = lamports(100_000_000n);
/** For this long the same node is asked first. This is the interval of the tax's cron. */
const TURN_MS = 120_000;
/** The most transactions by which one cycle harvests. The fees in other accounts are left to the next cycle. */
const MAX_HARVESTS = 40;

/**
 * Begins a cycle when there is enough to collect: GOD that is withheld in accounts and in the mint, or already in the
 * tax wallet. One node is asked first, because most looks find too little. But a cycle begins, and names the accounts
 * to harvest, only by what enough nodes see. Otherwise one node could invent fees and begin cycles that collect
 * nothing.
 */
export function createStartCycle(context: TaxContext): () => Promise<Step | null> {
  const { settings, tax, rpc, now } = context;

  return async () => {
    const id = Math.floor(now() / 1000);
    // Another node is asked first each time, so that no single node can keep saying that there is nothing to collect.
    const first = await rpc.read(
      async (node) => ({ node, seen: await seeCollectable(context, node) }),
      Math.floor(now() / TURN_MS),
    );
    if ((await planCycle(context, id, first.seen)) === null) return null;
    const plan = await planCycle(context, id, await confirm(context, first));
    if (plan === null) return null;
    if (!(await holdsAtLeast(context, TAX_RESERVE))) {
      await context.raiseAlert(
        `tax-reserve:${Math.floor(now() / 86_400_000)}`,
        `The tax wallet ${settings.taxWallet.address} holds less than its reserve of ${lamportsToSol(TAX_RESERVE)} SOL. Send it some: until it holds that much, no tax is collected.`,
      );
      return null;
    }
    if (!(await tax.start(plan))) return null;
    await context.firstHand.began(plan);
    return AGAIN;
  };
}

const ABOUT = 'the tax to collect';

/**
 * What could be collected, as enough nodes say. The answer of the first node is known already. A node that is far from
 * what enough others say is named to the operator and asked last. Throws `NodesSilent` when too few nodes answer, and
 * `NodesDisagree` when too few are at about the same slot.
 */
function confirm(
  context: TaxContext,
  first: { readonly node: RpcNode; readonly seen: Collectable },
): Promise<Collectable> {
  return context.rpc.hear({
    about: ABOUT,
    ask: async (node) => (node === first.node ? first.seen : seeCollectable(context, node)),
    decide(voices, { enough, isOver }) {
      if (voices.length < enough) return undefined;
      const views = voices.map(({ value }) => value);
      const found = confirmedBy(views, enough);
      if (found === null) return undefined;
      // A node that sees less must not end the question while others may see more: what it sees could be too little for
      // a cycle.
      if (!isOver && !views.every((seen) => isNearlyAll(found, seen))) return undefined;
      const far = voices.filter(({ value }) => isFarFrom(found, value));
      if (voices.length - far.length >= enough)
        for (const { node } of far) context.rpc.differs(node, ABOUT, 'the other nodes agree on another amount');
      return found;
    },
  });
}

/** The cycle to begin with these figures; null when none is to begin. Stores a look that found too little. */
async function planCycle(context: TaxContext, id: number, collectable: Collectable): Promise<NewCycle | null> {
  const { settings, tax } = context;
  const { slot, inMint, unsold } = collectable;
  const found = { slot, withheld: withheldOf(collectable), unsold };
  const currency = settings.autoSwap ? 'SOL' : 'GOD';
  const isEnough = found.withheld + unsold >= settings.minTax;
  const config = isEnough ? await context.activeConfig() : null;
  const harvests = isEnough ? await batchesOf(context, collectable) : [];
  const receivers = config?.wallets.filter((wallet) => wallet.isActive && wallet.percentage > 0).length ?? 0;
  const costs = expectedFees({ currency, harvests: harvests.length, receivers });
  if (!isEnough || !(await isWorthBeginning(context, found.withheld + unsold, costs))) {
    await tax.recordEmpty({ id, currency, ...found });
    return null;
  }
  const previous = await tax.newestEnded();
  if (previous !== null && previous.id >= id) {
    // If the previous cycle's number is not in the future, that cycle has begun in this second or during this look.
    if (previous.id * 1000 > context.now()) await tellClock(context, previous.id);
    return null;
  }
  if (previous !== null && (await isTooSoon(context, previous, found))) return null;
  await tellForgotten(context, { newest: previous?.id ?? 0, id });
  return { id, currency, configVersion: config?.version ?? null, ...found, inMint, harvests };
}

/**
 * Tells a person that the newest cycle has an id in the future, from a clock that was ahead. Ids are times and order
 * the cycles, so no cycle may begin before that moment.
 */
async function tellClock({ raiseAlert, now }: TaxContext, id: number): Promise<void> {
  const [newest, here] = [id * 1000, now()].map((at) => new Date(at).toISOString());
  await raiseAlert(
    `tax-clock:${id}`,
    `The newest tax cycle has the number ${id}, which is ${newest}, and the clock says ${here}: one of the two is wrong. No tax is collected before the clock is past that moment. Nothing is lost: the fees stay where they are withheld.`,
  );
}

/**
 * Tells a person when a restored database may have forgotten a whole cycle that has swapped and has not distributed.
 * Called before the next cycle takes the place of the forgotten one in the object's note. A noted number in the future
 * comes from a clock that was ahead, and nobody is told.
 */
async function tellForgotten(
  { firstHand, raiseAlert }: TaxContext,
  { newest, id }: { readonly newest: number; readonly id: number },
): Promise<void> {
  const last = await firstHand.newest();
  if (last === null || !last.maySwap || last.cycle <= newest || last.cycle > id) return;
  await raiseAlert(
    `tax-lost-swap:${last.cycle}`,
    `The database does not know tax cycle ${last.cycle}: was the database restored? If a swap of that cycle sold GOD and no distribution of it is on chain, what the swap brought is in the tax wallet, and nothing distributes it. Please look at the wallet's transactions since that cycle began.`,
  );
}

/** A cycle begins when it brings at least this many times its costs. */
const LEAST_GAIN = 5n;

/**
 * Whether a cycle would bring several times its network fees (`costs`, lamports), by the last known price and after
 * what earlier cycles have overspent. True while no price is known: otherwise there would never be a first cycle.
 */
async function isWorthBeginning(
  { lastWorth, settings, tax }: TaxContext,
  god: bigint,
  costs: bigint,
): Promise<boolean> {
  const worth = await lastWorth(settings.autoSwap && god > settings.maxSwap ? settings.maxSwap : god);
  if (worth === null) return true;
  const { lamports: carried } = await tax.carriedOver();
  return worth + (carried < 0n ? carried : 0n) >= LEAST_GAIN * costs;
}

/**
 * After a cycle that could not collect what it saw, the next cycle begins only after this time, because a person has to
 * mend the cause.
 */
const COLLECT_AGAIN_MS = 30 * 60_000;

/**
 * Whether it is too soon to begin a cycle after `previous`. After a cycle that failed at the exchange, none begins
 * before an exchange works again, so that one record tells of the outage. After a cycle that was not worth its fees,
 * none begins before twice as much is there.
 */
async function isTooSoon(
  context: TaxContext,
  previous: TaxCycle,
  { withheld, unsold }: { readonly withheld: bigint; readonly unsold: bigint },
): Promise<boolean> {
  const { settings, lastWorth, now } = context;
  const { reason } = previous;
  if (reason === 'nothing-collected') return isRecent(previous.endedAt ?? 0, now(), COLLECT_AGAIN_MS);
  const isWorthless = reason === 'below-fees' || (previous.currency === 'SOL' && previous.total === 0n);
  if (isWorthless) return withheld + unsold < 2n * (previous.withheld + previous.unsold);
  if (!settings.autoSwap || reason === null) return false;
  if (unsold === 0n || !EXCHANGE_FAILURES.includes(reason)) return false;
  const amount = unsold < settings.maxSwap ? unsold : settings.maxSwap;
  const swap = await context.prepareSwap({
    ...{ amount, referenceLamports: await lastWorth(amount) },
    ...{ firstLook: null, attempt: 0 },
  });
  await refuseSwap(context, previous.id, swap);
  // `unsure`: the exchange works again, but its price has to stand before it is believed. The new cycle can wait.
  if (swap.ok || swap.kind === 'unsure') return false;
  return !(swap.kind === 'unavailable' && swap.reason === 'below-fees');
}

/**
 * The accounts to harvest in batches, the fullest first. Each batch after the first must be worth the fee of its
 * transaction.
 */
async function batchesOf({ lastWorth }: TaxContext, { accounts }: Collectable) {
  const total = accounts.reduce((sum, { withheld }) => sum + withheld, 0n);
  const worth = await lastWorth(total);
  const isWorthless = (amount: bigint) => worth !== null && amount * worth < LAMPORTS_PER_SIGNATURE * total;
  const batches = [];
  for (let from = 0; from < accounts.length && batches.length < MAX_HARVESTS; from += HARVEST_ACCOUNTS) {
    const batch = accounts.slice(from, from + HARVEST_ACCOUNTS);
    const amount = batch.reduce((sum, { withheld }) => sum + withheld, 0n);
    if (from > 0 && isWorthless(amount)) break;
    batches.push({ amount, accounts: batch.map(({ account }) => account) });
  }
  return batches;
}
