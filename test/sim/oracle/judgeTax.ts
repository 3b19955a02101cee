import { TAX_WALLET, tokenAccountOf } from '../cast.ts';
import type { Landed } from '../model/chain.ts';
import type { Court } from './Court.ts';
import { doneCycles, endedAttempts, paidLines, plannedLines, storedCycles, storedSwaps } from './stored.ts';
import { isFinal, readTaxCycle } from './truth.ts';

/**
 * Judges tax cycles: each receiver is paid once, what the worker calls paid is final, and the proceeds are those of the
 * chain.
 */
export function createJudgeTax({ chain, database, scheduler, violate }: Court) {
  const paid = new Map<string, string>();
  /** By cycle: lamports that were paid out, and lamports that swaps brought. */
  const spent = new Map<number, bigint>();
  const brought = new Map<number, bigint>();
  /** Lamports of all cycles, by the chain alone: a cycle that the database has forgotten counts too. */
  let [spentInAll, broughtInAll] = [0n, 0n];
  const judged = new Set<string>();
  const begunAt = new Map<number, number>();

  /** The receivers of a distribution: accounts that hold more lamports or more GOD after it. */
  function receiversOf({ keys, before, after }: Landed): string[] {
    const own = tokenAccountOf(TAX_WALLET);
    return keys.filter((key, i) => {
      const [was, is] = [before[i], after[i]];
      if (was === undefined || is === undefined || key === TAX_WALLET || key === own) return false;
      if (is.data?.kind === 'token') return is.data.amount > (was.data?.kind === 'token' ? was.data.amount : 0n);
      return is.lamports > was.lamports;
    });
  }

  /** A cycle pays out at most what its swap brought and what earlier cycles left over. */
  function judgeSum(): void {
    for (const { id, currency, carried_in: carried } of doneCycles(database)) {
      if (currency !== 'SOL' || judged.has(`sum ${id}`)) continue;
      judged.add(`sum ${id}`);
      const most = (brought.get(id) ?? 0n) + BigInt(carried ?? 0);
      const out = spent.get(id) ?? 0n;
      // After a cycle that was closed before its swap, the sum is below zero by that one's fees.
      if (out > 0n && out > most) violate('tax-overspent', `cycle ${id} paid out ${out} of ${most} lamports`);
    }
  }

  /** The lines of a plan add up to its total exactly. In SOL the total is what came in, less the network's fees. */
  function judgePlans(): void {
    const sums = new Map<number, bigint>();
    const plans = plannedLines(database).filter(({ id, total }) => !judged.has(`plan ${id} ${total}`));
    for (const { id, amount } of plans) sums.set(id, (sums.get(id) ?? 0n) + BigInt(amount));
    for (const { id, currency, proceeds, carried_in: carried, fees, total } of plans) {
      if (judged.has(`plan ${id} ${total}`)) continue;
      judged.add(`plan ${id} ${total}`);
      if (sums.get(id) !== BigInt(total))
        violate('tax-lines', `cycle ${id}: its lines are ${sums.get(id)}, and its total is ${total}`);
      const due = BigInt(proceeds ?? 0) + BigInt(carried ?? 0) - BigInt(fees ?? 0);
      if (currency === 'SOL' && due !== BigInt(total))
        violate('tax-total', `cycle ${id} divides ${total} lamports, and has ${due}`);
    }
  }

  /** All cycles pay out at most what all swaps brought, whatever the database knows of them. */
  function judgeFlow(landed: Landed): void {
    const { after, transfers, memos } = landed;
    const gain = gainOf(landed);
    if (gain > 0n) broughtInAll += gain;
    // A distribution in GOD pays no lamports but the rent of its receivers' token accounts.
    const isInSol = !after.some((account) => account?.data?.kind === 'token');
    if (!isInSol || !memos.some((memo) => readTaxCycle(memo) !== null)) return;
    for (const { from, lamports } of transfers) if (from === TAX_WALLET) spentInAll += lamports;
    if (spentInAll > broughtInAll)
      violate('tax-overspent', `all cycles paid out ${spentInAll} lamports, and all swaps brought ${broughtInAll}`);
  }

  return {
    /** What the chain has taken for a cycle's transactions, failed ones too, is in its fees. */
    atEnd(): void {
      const taken = new Map<number, bigint>();
      for (const { id, fees, signature } of endedAttempts(database)) {
        const landed = chain.landed(signature);
        if (!isFinal(chain, landed)) continue;
        const sum = (taken.get(id) ?? 0n) + landed.fee;
        taken.set(id, sum);
        if (sum > BigInt(fees ?? 0))
          violate('tax-fees', `cycle ${id} counts ${fees} lamports of fees, and the chain took ${sum}`);
      }
    },
    onFinal(landed: Landed): void {
      if (landed.keys[0] !== TAX_WALLET || landed.error !== null) return;
      judgeFlow(landed);
      for (const memo of landed.memos) {
        const cycle = readTaxCycle(memo);
        if (cycle === null) continue;
        const out = landed.transfers.filter(({ from }) => from === TAX_WALLET);
        spent.set(
          cycle,
          out.reduce((sum, { lamports }) => sum + lamports, spent.get(cycle) ?? 0n),
        );
        for (const receiver of receiversOf(landed)) {
          const name = `${cycle} ${receiver}`;
          const before = paid.get(name);
          if (before !== undefined && before !== landed.signature)
            violate('tax-paid-twice', `cycle ${cycle}: ${receiver} was paid twice`);
          paid.set(name, landed.signature);
        }
      }
    },
    /** When a cycle really began, unix milliseconds: its id comes from the worker's clock, which may be wrong. */
    begunAt: (cycle: number): number => begunAt.get(cycle) ?? scheduler.now(),
    look(): void {
      for (const { id } of storedCycles(database)) if (!begunAt.has(id)) begunAt.set(id, scheduler.now());
      for (const { cycle, address } of paidLines(database)) {
        const name = `${cycle} ${address}`;
        if (judged.has(name)) continue;
        judged.add(name);
        if (!paid.has(name) && !paid.has(`${cycle} ${tokenAccountOf(address)}`))
          violate('tax-untrue', `cycle ${cycle}: ${address} is called paid, and no payment to it is final`);
      }
      for (const { cycle, signature, proceeds } of storedSwaps(database)) {
        // A cycle of a restored database may take over the swap of one that it has forgotten.
        if (judged.has(`${cycle} ${signature}`)) continue;
        judged.add(`${cycle} ${signature}`);
        const landed = chain.landed(signature);
        if (!isFinal(chain, landed) || landed.error !== null)
          violate('swap-untrue', `cycle ${cycle}: its swap is not final`);
        else {
          const gain = gainOf(landed);
          brought.set(cycle, gain);
          if (gain !== BigInt(proceeds))
            violate(
              'swap-proceeds',
              `cycle ${cycle}: ${proceeds} lamports are taken down, and the swap brought ${gain}`,
            );
        }
      }
      judgePlans();
      judgeSum();
    },
  };
}

/** Lamports that the payer of a transaction has gained by it, its fee not counted. */
function gainOf({ before, after, fee }: Landed): bigint {
  return (after[0]?.lamports ?? 0n) - (before[0]?.lamports ?? 0n) + fee;
}
