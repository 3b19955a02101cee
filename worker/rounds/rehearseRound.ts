import type { Address } from '../../src/address/address.ts';
import { protocolOf } from '../../src/protocol/protocolOf.ts';
import type { RoundInFlight } from '../../src/round/record.ts';
import { agreeOnRent, readComputePrice } from '../chain/accounts/readChain.ts';
import { RpcError } from '../chain/node/rpcError.ts';
import { agreeOnBlockhash } from '../chain/signing/readSigning.ts';
import type { SigningContext } from '../chain/signing/signer.ts';
import { type Simulated, simulateDraft } from '../chain/signing/simulateDraft.ts';
import { computePriceBounds, type DraftTransaction, MARK_BYTES } from '../chain/signing/transactions.ts';
import { AGAIN, type Step, waitFor } from '../engine/runSteps.ts';
import { insertTrial, readTrials, type Trial } from '../store/rounds/trials.ts';
import type { RoundContext } from './context.ts';
import { loadRound } from './loadRound.ts';
import { countsUntil } from './marks/hourMarks.ts';

const POLL_MS = 1_000;
const BEACON_PATIENCE_MS = 5_000;
/**
 * A rehearsal without a beacon, or without answers of nodes, is ended this long after its hour, because the next lock
 * waits for its end.
 */
const GIVE_UP_MS = 10 * 60_000;

/**
 * Takes a rehearsal through everything that a live round goes through, and sends nothing: its commitment is tried
 * before the end of its hour, and its payout after that, when the beacon is there. It stays `locked` until it ends as
 * rolled over.
 */
export async function rehearseRound(context: RoundContext, record: RoundInFlight): Promise<Step> {
  const trials = await readTrials(context.db, record.round);
  const commitment = trials.find(({ kind }) => kind === 'commitment');
  if (commitment === undefined) return tryCommitment(context, record);
  const end = record.lock.endsAt * 1000;
  if (context.now() < end) return { kind: 'wait', until: end };
  const payout = trials.find(({ kind }) => kind === 'payout');
  if (payout === undefined) return tryPayout(context, record);
  const problems = [commitment, payout].flatMap(({ kind, problem }) =>
    problem === null ? [] : [`${kind}: ${problem}`],
  );
  return endRehearsal(context, record, {
    problem: problems.length === 0 ? null : problems.join('; '),
    summary: [commitment, payout].map(trialText).join('; '),
  });
}

async function tryCommitment(context: RoundContext, record: RoundInFlight): Promise<Step> {
  const { signer, now } = context;
  const isLate = now() / 1000 > countsUntil(record.lock);
  if (isLate) return keep(context, record, { kind: 'commitment', problem: 'no node tried it in time', units: null });
  const draft = async (signing: SigningContext) => signer.draftCommitment(await loadRound(context, record), signing);
  return keep(context, record, {
    kind: 'commitment',
    ...(await simulate(context, record.lock.wallet, 'commitment', draft)),
  });
}

async function tryPayout(context: RoundContext, record: RoundInFlight): Promise<Step> {
  const { signer, now, fetchBeacon } = context;
  const { lock } = record;
  const isOver = now() - lock.endsAt * 1000 > GIVE_UP_MS;
  const failed = (problem: string) => keep(context, record, { kind: 'payout', problem, units: null });
  const beacon = await fetchBeacon({
    ...{ protocol: protocolOf(lock.rules), network: lock.beacon, round: lock.beaconRound },
    patienceMs: BEACON_PATIENCE_MS,
  });
  if (beacon === null) return isOver ? failed('the beacon did not come') : waitFor(context, POLL_MS);
  try {
    const draft = async (signing: SigningContext) =>
      signer.draftPayout(await loadRound(context, record), beacon, signing);
    return await keep(context, record, { kind: 'payout', ...(await simulate(context, lock.wallet, 'payout', draft)) });
  } catch (error) {
    if (!(error instanceof RpcError) || !isOver) throw error;
    return failed(`no node could be asked: ${error.summary}`);
  }
}

/** What nodes say of a draft that they try. Throws an RpcError when no usable answer comes. */
async function simulate(
  { rpc }: RoundContext,
  wallet: Address,
  about: string,
  draft: (signing: SigningContext) => Promise<DraftTransaction>,
): Promise<Simulated> {
  const [blockhash, markRent, computePrice] = await Promise.all([
    agreeOnBlockhash(rpc, 0),
    agreeOnRent(rpc, MARK_BYTES),
    rpc.read((node) => readComputePrice(node, wallet, computePriceBounds(0))),
  ]);
  return simulateDraft(rpc, `the trial of a ${about}`, await draft({ blockhash, markRent, computePrice }));
}

async function keep({ db, now }: RoundContext, { round }: RoundInFlight, trial: Trial): Promise<Step> {
  await insertTrial({ db, at: now() }, round, trial);
  return AGAIN;
}

function trialText({ kind, problem, units }: Trial): string {
  const cost = units === null ? '' : ` with ${units} compute units`;
  return problem === null ? `the ${kind} would have passed${cost}` : `the ${kind} would have failed (${problem})`;
}

/** The outcome of a rehearsal, in words for operators. */
interface RehearsalEnd {
  /** What would have kept a live round from being paid; null when nothing would have. */
  readonly problem: string | null;
  readonly summary: string;
}

/** Ends a rehearsal, which has promised nothing. If a live round would have failed, a person is told of it. */
export async function endRehearsal(
  { rounds, raiseAlert, payouts }: RoundContext,
  { round }: RoundInFlight,
  { problem, summary }: RehearsalEnd,
): Promise<Step> {
  const verdict = `Round ${round} was a rehearsal and would ${problem === null ? '' : 'not '}have been paid`;
  // Raised before the round ends, so that the alert is not lost if a fault comes in between.
  if (problem !== null) await raiseAlert(`shadow:${round}`, `${verdict}: ${problem}.`);
  await rounds.rollOver(round, 'shadow', summary);
  // Health is public, and the problem may contain a node's own words.
  payouts.rehearsed(problem === null ? `${verdict}.` : `${verdict}: an alert says why.`);
  return AGAIN;
}
