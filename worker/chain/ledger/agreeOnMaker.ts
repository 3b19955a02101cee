import * as z from 'zod';
import { address } from '../../../src/address/address.ts';
import type { PlainMessage } from '../../../src/marks/instruction.ts';
import type { MarkMaker } from '../../../src/marks/judgeMaker.ts';
import { type MarkAsked, markOf } from '../../../src/marks/readForm.ts';
import { agreeOnBlockTime } from '../accounts/readChain.ts';
import type { Rpc } from '../node/rpc.ts';
import { RpcError } from '../node/rpcError.ts';
import { askTransaction } from './askTransaction.ts';
import { readOutcomes } from './readOutcome.ts';
import { readSigned } from './readSigned.ts';
import type { WireTransaction } from './wireTransaction.ts';

/** The judgement of one transaction. `none`: it did not make the mark. */
export interface Judged {
  readonly kind: string;
}

/** Which mark, and how a transaction that may have made it is judged by its bytes. */
export interface MakerAsked<M extends Judged> {
  readonly asked: MarkAsked;
  readonly judge: (message: PlainMessage) => M;
}

/** The transaction that made a mark. It is final, by enough nodes; `blockTime` is unix seconds. */
export interface SeenMaker<M extends Judged = MarkMaker> {
  readonly kind: 'maker';
  readonly signature: string;
  readonly slot: number;
  readonly blockTime: number;
  readonly made: Exclude<M, { readonly kind: 'none' }>;
}

/** Why it is not known what made a mark. From `agreeOnMaker`, `why` is the end of a sentence: "<signature> …". */
export interface NoMaker {
  readonly kind: 'no maker';
  readonly why: string;
}

/**
 * Whether a transaction made a mark. Any node may show the transaction's bytes: its signature proves that they are not
 * forged. Enough nodes must say that it is final and did not fail. Throws an RpcError while too few nodes answer.
 */
export async function agreeOnMaker<M extends Judged>(
  rpc: Rpc,
  { asked, judge }: MakerAsked<M>,
  signature: string,
): Promise<SeenMaker<M> | NoMaker> {
  const none = (why: string): NoMaker => ({ kind: 'no maker', why });
  const wire = await readBytes(rpc, asked, signature);
  if (wire === 'absent') return none('is known to no node');
  if (wire === 'unreadable') return none('has a form that cannot be read, so it is none of ours');
  const made = wire === 'not signed' ? null : judge(wire);
  if (made === null || !isMaker(made)) return none('did not make the mark');
  const outcome = (await readOutcomes(rpc, [signature])).get(signature);
  if (outcome?.seen !== 'finalized') return none('is not final, or not known to enough nodes');
  if (outcome.error !== null) return none('has failed, and made nothing');
  // An account that gets space but no lamports is gone after the transaction: then no mark was made.
  const { slot } = outcome;
  if (made.kind === 'other' && !(await leavesMark(rpc, asked, signature))) return none('left no lamports at the mark');
  return { kind: 'maker', signature, slot, blockTime: await agreeOnBlockTime(rpc, slot), made };
}

const balances = z
  .object({
    meta: z.object({
      postBalances: z.array(z.number().min(0)),
      loadedAddresses: z.object({ writable: z.array(z.string()), readonly: z.array(z.string()) }).nullish(),
    }),
    transaction: z.object({ message: z.object({ accountKeys: z.array(z.string()) }) }),
  })
  .nullable();

/** Whether the mark's address holds lamports after a transaction, by enough nodes. */
function leavesMark(rpc: Pick<Rpc, 'agree'>, asked: MarkAsked, signature: string): Promise<boolean> {
  return rpc.agree({
    about: 'what a transaction left at a mark',
    async ask(node) {
      const shown = await askTransaction(node, {
        signature,
        commitment: 'finalized',
        encoding: 'json',
        result: balances,
      });
      if (shown === null) throw new RpcError(node.label, 'getTransaction', `${signature} is not known`);
      const { writable, readonly } = shown.meta.loadedAddresses ?? { writable: [], readonly: [] };
      const place = [...shown.transaction.message.accountKeys, ...writable, ...readonly].indexOf(markOf(asked));
      return (shown.meta.postBalances[place] ?? 0) > 0;
    },
    isFixed: () => true,
  });
}

function isMaker<M extends Judged>(made: M): made is Exclude<M, { readonly kind: 'none' }> {
  return made.kind !== 'none';
}

/**
 * The bytes of the transaction `signature`, from the first node that shows bytes which this signature proves. `not
 * signed`: the mark's base has not signed it. `unreadable`: nodes know it, but none can show it in a form that is read
 * here.
 * `absent`: no node knows it. All nodes are asked at once, so that one that hangs does not delay the search. Throws an
 * RpcError while another node may still have the bytes.
 */
function readBytes(
  rpc: Pick<Rpc, 'nodes' | 'hear' | 'lied'>,
  { base }: MarkAsked,
  signature: string,
): Promise<WireTransaction | 'not signed' | 'unreadable' | 'absent'> {
  const about = `the transaction ${signature}`;
  return rpc.hear({
    about,
    async ask(node) {
      const reading = await readSigned(node, { signature, wallet: address(base) });
      if (reading.kind === 'forged') rpc.lied(node, about, 'its bytes are not of that signature');
      return { reading, label: node.label };
    },
    decide(voices, { isOver }) {
      const readings = voices.map(({ value }) => value);
      for (const { reading } of readings)
        if (reading.kind === 'proven') return reading.proof.isSigned ? reading.wire : 'not signed';
      if (!isOver || readings.length < rpc.nodes.length) return undefined;
      for (const { reading, label } of readings) {
        if (reading.kind === 'failed') throw reading.error;
        // Every node can read transactions of our form, so a transaction that is certainly unreadable is not ours.
        if (reading.kind === 'unreadable' && !reading.isCertain)
          throw new RpcError(label, 'getTransaction', `${signature} could not be read this time`);
      }
      return readings.some(({ reading }) => reading.kind === 'unreadable') ? 'unreadable' : 'absent';
    },
  });
}
