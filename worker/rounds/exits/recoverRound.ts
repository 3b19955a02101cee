import { lamports } from '../../../src/money/lamports.ts';
import { knownProtocol } from '../../../src/protocol/protocolOf.ts';
import { readCommitMemo } from '../../../src/protocol/readMemo.ts';
import type { LockDocuments, LockRecord } from '../../../src/protocol/terms/lock.ts';
import { readSigned } from '../../chain/ledger/readSigned.ts';
import { RpcError } from '../../chain/node/rpcError.ts';
import { storeRecovered } from '../../store/rounds/recoveredRounds.ts';
import type { Deed } from '../../store/views/console/actions.ts';
import { clockOf } from '../../terms/TermsBook.ts';
import type { RoundContext } from '../context.ts';
import { type CopyTexts, readCopy } from '../lists/roundCopies.ts';
import { type CommitmentMade, commitmentNamed } from '../marks/commitmentOf.ts';
import { hourOfRound } from '../marks/hourMarks.ts';
import { type ExitOutcome, refused } from './exitOutcome.ts';

/** What an operator brings: the commitment's transaction, and a copy of list and rules where KV has none. */
export interface RecoverOrder extends Omit<Deed, 'at'> {
  readonly signature: string;
  readonly copy: CopyTexts | null;
}

type Promised = Extract<CommitmentMade, { readonly kind: 'promise' }>;

/**
 * Rebuilds the lock of a round whose record was lost, from the commitment on chain and any copy of list and rules that
 * gives exactly the commitment's text. The round then goes on as committed. Only for a round that has no row in the
 * database, or whose row is held as `mark-without-record` and has no final commitment.
 */
export function createRecoverRound(context: RoundContext): (order: RecoverOrder) => Promise<ExitOutcome> {
  const { rpc, settings, copies, terms } = context;
  const wallets = [settings.pool, ...settings.oldPools].map(({ address }) => address);

  /**
   * The number of the round that the transaction names; null when no node shows that it is a commitment of our wallets.
   * Nothing else in the transaction is believed yet.
   */
  async function roundNamed(signature: string): Promise<number | null> {
    let problem: RpcError | null = null;
    for (const [node, wallet] of rpc.nodes.flatMap((node) => wallets.map((wallet) => [node, wallet] as const))) {
      const reading = await readSigned(node, { signature, wallet });
      if (reading.kind === 'failed') problem = reading.error;
      if (reading.kind !== 'proven' || !reading.proof.isSigned) continue;
      return reading.proof.memos.flatMap((text) => readCommitMemo(text)?.round ?? [])[0] ?? null;
    }
    if (problem !== null) throw problem;
    return null;
  }

  return async ({ signature, copy, by, reason }) => {
    try {
      const round = await roundNamed(signature);
      if (round === null)
        return refused(`No node shows ${signature} as a commitment that ${wallets.join(' or ')} has signed.`);
      await terms.announcedFor(round);
      const made = await commitmentNamed(rpc, hourOfRound(context, round), [signature]);
      if (made.kind !== 'promise') return refused(`Round ${round} was not promised by ${signature}: ${made.why}.`);
      const documents = copy === null ? await copies.read(made.said) : readCopy(copy);
      if (copy !== null && documents === null) return refused('This copy has no rules of a round.');
      if (documents === null)
        return refused(
          `KV has no copy of the list ${made.said.root} and the rules ${made.said.rulesHash}. Give a file: a proof that somebody has saved, or a list.`,
        );
      const lock = lockFrom(context, made, documents);
      if (lock === null)
        return refused(
          `This copy is not what round ${round} was committed to: its list has to give the root ${made.said.root}, and its rules the hash ${made.said.rulesHash}.`,
        );
      const other = await otherTerms(terms, round, documents);
      if (other !== null) return refused(other);
      const deed: Deed = { by, reason, at: context.now() };
      const isStored = await storeRecovered(context.db, {
        lock,
        documents,
        lockId: context.newId(),
        seen: made.seen,
        deed,
      });
      return isStored
        ? { kind: 'done' }
        : refused(
            `Round ${round} cannot be brought back: it has a record here, or another round is under way. Look at it in the console.`,
          );
    } catch (error) {
      if (!(error instanceof RpcError)) throw error;
      return refused(`The chain gives no usable answer now: ${error.summary}. Nothing has changed.`);
    }
  };
}

/**
 * Compares the terms that the committed rules name with the terms in force for the round. Null when they are the same.
 * Otherwise a sentence: the round stays owed, but nobody is paid by its list, because whoever has the pool's key can
 * commit to any list.
 */
async function otherTerms(
  terms: RoundContext['terms'],
  round: number,
  { rules }: LockDocuments,
): Promise<string | null> {
  const of = await terms.forRound(round);
  const inForce = of.kind === 'terms' ? of.hash : (terms.announced(round)?.said.hash ?? null);
  return rules.terms === inForce
    ? null
    : `The rules of round ${round} name the terms ${rules.terms}, and in force are ${inForce ?? 'none'}. Nobody is paid by such rules: shelve the round.`;
}

/** The lock, made from these documents, that gives exactly the commitment's text; null when they give another text. */
function lockFrom(context: RoundContext, { said, memo, seen }: Promised, documents: LockDocuments): LockRecord | null {
  const protocol = knownProtocol(documents.rules.rules);
  if (protocol === null) return null;
  const { settings, terms } = context;
  try {
    const lock = protocol.fixRound({
      ...{ round: said.round, endsAt: said.endsAt, slot: said.slot, takenAt: seen.blockTime * 1000 },
      ...{
        lockSeconds: clockOf(context, said.round).entryLockSeconds,
        wallet: terms.announced(said.round)?.said.pool ?? settings.pool.address,
        beacon: settings.beacon,
      },
      ...documents,
      pool: lamports(said.poolLamports),
    });
    return lock.memo === memo && protocol.isFaithful(lock, documents) ? lock : null;
  } catch (error) {
    // For example, the bytes of the list are not whole entries.
    if (error instanceof RangeError) return null;
    throw error;
  }
}
