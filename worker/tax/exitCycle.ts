import { CYCLE_IN_FLIGHT, type CycleExit } from '../../src/tax/cycle.ts';
import { parseTaxMemo } from '../../src/tax/taxMemo.ts';
import { RpcError } from '../chain/rpcError.ts';
import type { SignedMemo } from '../chain/weighMemos.ts';
import type { Deed } from '../store/actions.ts';
import { isDead } from '../store/journal.ts';
import { closeCycle, releaseCycle } from '../store/taxExits.ts';
import type { TaxCycle, TaxCycleInFlight, TaxLine } from '../store/taxRows.ts';
import { agreeOnLanded } from './agreeOnFigures.ts';
import { stepKey, type TaxContext, type TaxInput } from './context.ts';
import { feesPaid } from './feesPaid.ts';
import { SLACK_SECONDS, searchTaxMemos } from './searchTaxMemos.ts';

/** What an operator wants of a tax cycle that waits. */
export interface CycleOrder {
  readonly cycle: number;
  readonly exit: CycleExit;
  readonly by: string;
  readonly reason: string;
}

/** What a part of the cycle that only the chain knows has paid, lamports. `blockTime` is unix seconds. */
export interface CyclePayment {
  readonly signature: string;
  readonly to: string;
  readonly lamports: bigint;
  readonly blockTime: number;
}

/** What came of it; nothing has changed unless it is `done`. */
export type CycleOutcome =
  | { readonly kind: 'done' }
  | { readonly kind: 'refused'; readonly sentence: string }
  | { readonly kind: 'paid'; readonly payments: readonly CyclePayment[] };

export type ExitInput = TaxInput & { readonly db: D1Database };
type ExitContext = ExitInput & Pick<TaxContext, 'agree'>;

const refused = (sentence: string): CycleOutcome => ({ kind: 'refused', sentence });
const CHANGED = refused('The cycle has changed meanwhile. Look at it again.');

/**
 * An operator's way out of a tax cycle that waits. Released, it tries again, unless the chain has parts of it that the
 * database does not know: these are shown. Closed, it ends as the chain says: what is neither paid nor spent joins the
 * next cycle.
 */
export function createExitCycle(input: ExitInput): (order: CycleOrder) => Promise<CycleOutcome> {
  // The majority at once: a request has no later look, in which nodes that differ for a moment could have met.
  const context: ExitContext = { ...input, agree: input.rpc.agree };
  return async ({ cycle: id, exit, by, reason }) => {
    const cycle = await context.tax.get(id);
    if (cycle === null || !isUnderWay(cycle)) return refused(`Tax cycle ${id} is not under way.`);
    const deed: Deed = { by, reason, at: context.now() };
    try {
      const untaken = await untakenParts(context, cycle);
      return exit === 'release'
        ? await release(context, { cycle, deed, untaken })
        : await close(context, { cycle, deed, untaken });
    } catch (error) {
      if (!(error instanceof RpcError)) throw error;
      return refused(`The chain gives no usable answer now: ${error.summary}. Nothing has changed.`);
    }
  };
}

const isUnderWay = (cycle: TaxCycle): cycle is TaxCycleInFlight => CYCLE_IN_FLIGHT.some((one) => one === cycle.state);

interface Leaving {
  readonly cycle: TaxCycleInFlight;
  readonly deed: Deed;
  /** Parts on chain that the database has not as final. */
  readonly untaken: readonly UntakenPart[];
}

interface UntakenPart {
  readonly memo: SignedMemo;
  /** Whether the database knows that there is such a part: its cycle takes it in by itself. */
  readonly isKnown: boolean;
  readonly fee: bigint;
  /** Lamports that it paid out, beside its fee. */
  readonly paid: bigint;
  readonly changes: ReadonlyMap<string, bigint>;
}

async function untakenParts(context: ExitContext, { id }: TaxCycle): Promise<readonly UntakenPart[]> {
  const known = new Map((await context.tax.steps(id, 'distribute')).map(({ part, status }) => [part, status]));
  const statusOf = ({ text }: SignedMemo) => known.get(parseTaxMemo(text)?.part ?? -1);
  const memos = await searchTaxMemos(context, id - SLACK_SECONDS, (memo) => memo.cycle === id);
  const untaken = memos.filter((memo) => statusOf(memo) !== 'final');
  return Promise.all(
    untaken.map(async (memo) => {
      const { fee, solChange, changes } = await agreeOnLanded(context, memo.signature);
      return { memo, isKnown: statusOf(memo) !== undefined, fee, paid: -solChange - fee, changes };
    }),
  );
}

async function release({ db, tax }: ExitContext, { cycle, deed, untaken }: Leaving): Promise<CycleOutcome> {
  const strangers = untaken.filter(({ isKnown }) => !isKnown);
  if (strangers.length > 0) {
    const lines = await tax.lines(cycle.id);
    return { kind: 'paid', payments: strangers.flatMap((part) => paymentsOf(part, lines)) };
  }
  return (await releaseCycle(db, { id: cycle.id, state: cycle.state, deed })) ? { kind: 'done' } : CHANGED;
}

/** Who was paid: the lines' wallets, and where there are none whoever got something. */
function paymentsOf({ memo, changes }: UntakenPart, lines: readonly TaxLine[]): CyclePayment[] {
  const { signature, blockTime } = memo;
  const gains = [...changes].filter(([, change]) => change > 0n);
  const own = gains.filter(([to]) => lines.some(({ address }) => address === to));
  return (own.length > 0 ? own : gains).map(([to, lamports]) => ({ signature, to, lamports, blockTime }));
}

async function close(context: ExitContext, { cycle, deed, untaken }: Leaving): Promise<CycleOutcome> {
  const { id, state } = cycle;
  const sent = untaken.find(({ memo }) => !memo.final)?.memo.signature ?? (await underWay(context, cycle));
  if (sent !== null)
    return refused(`Its transaction ${sent} is on its way or has landed. Let the cycle follow it to its end first.`);
  const lines = await context.tax.lines(id);
  const byLines = lines.reduce((sum, line) => sum + (line.status === 'SUCCESS' ? line.amount : 0n), 0n);
  const fees = untaken.reduce((sum, { fee }) => sum + fee, await feesPaid(context, id));
  const paidOut = untaken.reduce((sum, { paid }) => sum + paid, byLines);
  const carriedIn = cycle.carriedIn ?? (await context.tax.carriedOver());
  const carriedOut = cycle.currency === 'SOL' ? (cycle.proceeds ?? 0n) + carriedIn - fees - paidOut : 0n;
  const isPaid = ({ status, address, amount }: TaxLine) =>
    status === 'pending' && untaken.some(({ changes }) => (changes.get(address) ?? 0n) >= amount);
  const done = await closeCycle(
    context.db,
    { id, state, deed },
    {
      ...{ detail: `${deed.by} closed it: ${deed.reason ?? ''}`, fees, carriedOut },
      paid: lines.filter(isPaid).map(({ line }) => line),
      counted: lines.filter(({ status }) => status === 'SUCCESS').length,
    },
  );
  return done ? { kind: 'done' } : CHANGED;
}

/** A swap or a part of the distribution whose end the cycle has not taken in yet; null when there is none. */
async function underWay({ tax, journal }: ExitContext, { id }: TaxCycle): Promise<string | null> {
  for (const { name, part, status } of await tax.steps(id)) {
    if (name === 'harvest' || name === 'withdraw' || status === 'final' || status === 'failed') continue;
    const last = (await journal.attempts(stepKey(id, name, part))).at(-1);
    if (last !== undefined && !isDead(last)) return last.signature;
  }
  return null;
}
