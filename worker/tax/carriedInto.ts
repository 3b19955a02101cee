import type { RaiseAlert } from '../engine/raiseAlerts.ts';
import type { TaxCycle } from '../store/rows/taxRows.ts';
import type { TaxStore } from '../store/tax/taxCycles.ts';
import type { FirstHand } from './firstHand.ts';
import type { Note } from './Note.ts';

/** The newest cycle in SOL that asked for what an earlier cycle had left over, and the newest that asked before it. */
export interface CarryNote {
  /** The tax wallet of both cycles. */
  readonly wallet: string;
  readonly newest: number;
  readonly before: number | null;
}

interface CarryInput {
  readonly tax: Pick<TaxStore, 'carriedOver'>;
  readonly carryNote: Note<CarryNote>;
  readonly firstHand: Pick<FirstHand, 'afterGap'>;
  readonly settings: { readonly taxWallet: { readonly address: string } };
  readonly raiseAlert: RaiseAlert;
  /** Unix milliseconds. */
  readonly now: () => number;
}

/**
 * What an earlier cycle has left over for cycle `id`, which pays out SOL: lamports, below 0 if the earlier cycle spent
 * more than it had. A restored database may have forgotten which cycle was given this sum, and would give it a second
 * time. So the sum is given in two cases only. Either no cycle after this one is in the note of the tax's object, and
 * the noted cycle before it is the newest ended SOL cycle in the database. Or the object has noted a later cycle, and
 * parts of this cycle are on chain: then this cycle was given the sum before the database was restored. In any other
 * case the answer is 0: the sum stays in the tax wallet, and a person is told. The answer is also 0 when the tax wallet
 * has changed, because the sum is in the old wallet.
 */
export async function carriedInto(
  { tax, carryNote, firstHand, settings, raiseAlert, now }: CarryInput,
  { id }: Pick<TaxCycle, 'id'>,
): Promise<bigint> {
  const wallet = settings.taxWallet.address;
  const known = await carryNote.read();
  const own = known?.wallet === wallet ? known : null;
  const { newest, before } = await noteCycle(carryNote, { wallet, own, id, at: Math.floor(now() / 1000) });
  const { from, lamports } = await tax.carriedOver();
  if (newest === id ? before === from : (firstHand.afterGap(id)?.parts ?? []).length > 0) return lamports;
  // If a person has closed this very cycle meanwhile, the lamports are what it has left over itself.
  if (lamports > 0n && from !== id) {
    const why =
      known === null || known.wallet === wallet
        ? 'another cycle, which the database does not know, may have paid them out. Was the database restored? They stay in the tax wallet.'
        : `TAX_SECRET_KEY has changed, and they are in the earlier tax wallet, ${known.wallet}.`;
    await raiseAlert(
      `tax-carried:${id}`,
      `Tax cycle ${id} is not given the ${lamports} lamports that tax cycle ${from} has left over: ${why}`,
    );
  }
  return 0n;
}

interface Noting {
  readonly wallet: string;
  /** What is noted of this wallet. */
  readonly own: CarryNote | null;
  readonly id: number;
  /** Unix seconds. */
  readonly at: number;
}

/**
 * Notes the cycle before anything is planned with the sum, and returns the note. A cycle that is older than the newest
 * one in the note changes nothing. A cycle's number is the time at which it began, in unix seconds. A noted number in
 * the future comes from a clock that was ahead, and counts as now (`at`): otherwise every cycle that begins before that
 * time would count as older.
 */
async function noteCycle(carryNote: Note<CarryNote>, { wallet, own, id, at }: Noting): Promise<CarryNote> {
  const newest = own && Math.min(own.newest, Math.max(id, at));
  if (own !== null && newest === own.newest && newest >= id) return own;
  const note =
    newest !== null && newest >= id ? { wallet, newest, before: null } : { wallet, newest: id, before: newest };
  await carryNote.write(note);
  return note;
}
