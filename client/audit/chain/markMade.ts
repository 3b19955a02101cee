import type { PlainMessage } from '../../../src/marks/instruction.ts';
import { makesMark } from '../../../src/marks/judgeMaker.ts';
import { type MarkAsked, markOf, type OtherForm } from '../../../src/marks/readForm.ts';
import { SYSTEM_PROGRAM } from '../../../src/marks/systemProgram.ts';
import { describeFailure } from './askChain.ts';
import { calledData } from './calledData.ts';
import type { ChainView } from './chainView.ts';
import { readRows } from './readRows.ts';
import type { ChainTransaction } from './readTransaction.ts';

/** A question about a mark. Times are unix seconds. */
export interface MarkQuestion<Form extends { readonly kind: string }> {
  readonly base: string;
  readonly seed: string;
  /** The signature of the transaction that somebody names as the mark's maker; null when nobody names one. */
  readonly named: string | null;
  /** The mark must exist by this time. A missing mark is `early` before this time, and `none` from it on. */
  readonly due: number;
  /**
   * If strangers flood the mark's address with transactions, only those up to this time are read. With null, only the
   * newest are read.
   */
  readonly until: number | null;
  /** Words in the memo of the transaction that was due. */
  readonly said: string;
  /** Reads the only form of transaction that counts as making the mark: docs/protocol.md, section 6. */
  readonly read: (message: PlainMessage) => Form | OtherForm;
  /** Why a transaction of this form, which made the mark at `time`, is not the one that was due; null when it is. */
  readonly problem: (marked: Form, time: number) => string | null;
}

/**
 * What became of a mark. `none`: it does not exist, and its time is over. `early`: it does not exist yet. `right`: the
 * transaction that was due made it. `spent`: another transaction made it, and `why` says how that one differs.
 */
export type MarkMade<Form> =
  | { readonly kind: 'none'; readonly until: number }
  | { readonly kind: 'early'; readonly until: number }
  | (Maker & { readonly kind: 'right'; readonly marked: Form })
  | (Maker & { readonly kind: 'spent'; readonly marked: Form | null; readonly why: string });

interface Maker {
  readonly transaction: ChainTransaction;
  readonly time: number;
}

/** How many transactions that name a mark are looked up. Public servers limit how often they are asked. */
const LOOK_UPS = 200;
const NAMED_DOUBTS = 3;

/** What became of a mark, and which transaction made it. Throws an Error with a sentence when that cannot be told. */
export async function readMarkMade<Form extends { readonly kind: string }>(
  view: ChainView,
  question: MarkQuestion<Form>,
): Promise<MarkMade<Form>> {
  const { named, due } = question;
  const mark = markOf(question);
  const { exists, until } = await view.mark(mark, due);
  const found = named === null ? null : await lookAt(view, question, named);
  if (exists) return found ?? search(view, question);
  if (found?.marked)
    throw new Error(`${found.transaction.signature} made the mark ${mark}, which the RPC server does not show`);
  return until >= due ? { kind: 'none', until } : { kind: 'early', until };
}

/** How the transaction with this signature made the mark, `right` or `spent`; null if it did not make the mark. */
async function lookAt<Form extends { readonly kind: string }>(
  view: ChainView,
  question: MarkQuestion<Form>,
  signature: string,
) {
  const look = await view.look(signature);
  if (look.kind === 'unreadable') throw new Error(look.why);
  if (look.kind === 'absent' || look.transaction.failed) return null;
  const { transaction } = look;
  const marked = question.read(transaction);
  if (isOther(marked)) {
    if (!makes(transaction, question)) return null;
    const time = await view.blockTime(transaction.slot);
    const why = `form: expected ${marked.expected} got ${marked.got}`;
    return { kind: 'spent', transaction, time, marked: null, why } as const;
  }
  // A transaction of this form that did not fail made the mark: the chain allocates an account only once.
  const time = await view.blockTime(transaction.slot);
  const why = question.problem(marked, time);
  const made = { transaction, time, marked };
  return why === null ? ({ kind: 'right', ...made } as const) : ({ kind: 'spent', ...made, why } as const);
}

function isOther<Form extends { readonly kind: string }>(form: Form | OtherForm): form is OtherForm {
  return form.kind === 'other';
}

/**
 * Whether a transaction of another form makes the mark. If the allocated account gets no lamports, it is gone after the
 * transaction, and no mark was made.
 */
function makes({ signature, signers, instructions, called, after }: ChainTransaction, asked: MarkAsked): boolean {
  if (!signers.includes(asked.base)) return false;
  const mark = markOf(asked);
  // Of the calls that programs made, only those that name the mark are decoded, because others may have long data.
  const naming = called.filter(({ program, accounts }) => program === SYSTEM_PROGRAM && accounts.includes(mark));
  const all = [...instructions, ...naming.map((one) => ({ ...one, data: calledData(one.data) }))];
  if (!all.some((one) => makesMark(one, asked))) return false;
  const left = after?.get(mark) ?? null;
  if (left === null) throw new Error(`${signature}: this RPC server does not tell the balances`);
  return left > 0;
}

/**
 * Searches the history of the mark's address for the transaction that made the mark, as far as `LOOK_UPS` allows:
 * strangers may have flooded the history. Throws when nothing is found.
 */
async function search<Form extends { readonly kind: string }>(view: ChainView, question: MarkQuestion<Form>) {
  const mark = markOf(question);
  const { said } = question;
  const doubts: string[] = [];
  for (const server of view.servers) {
    try {
      const rows = (await readRows(server, mark, question.until)).filter(({ failed }) => !failed);
      // Rows whose memo has the expected words come first, because they are the likely ones.
      const [speaking, silent] = [true, false].map((is) => rows.filter(({ memo }) => memo.includes(said) === is));
      for (const { signature } of [...(speaking ?? []), ...(silent ?? [])].slice(0, LOOK_UPS)) {
        const found = await lookAt(view, question, signature).catch((error: unknown) => {
          doubts.push(describeFailure(error));
          return null;
        });
        if (found !== null) return found;
      }
    } catch (error) {
      doubts.push(describeFailure(error));
    }
  }
  const more = doubts.slice(0, NAMED_DOUBTS).map((doubt) => `; ${doubt}`);
  throw new Error(`the mark ${mark} exists, and nobody shows what made it${more.join('')}`);
}
