import type { Proof } from '../../src/contract/round.ts';
import type { PlacedWinner } from '../../src/protocol/terms/lock.ts';
import type { DrawnBeacon } from '../../src/round/record.ts';
import { agreeOnMark, agreeOnRent, readComputePrice } from '../../worker/chain/accounts/readChain.ts';
import { createRpc, type Rpc } from '../../worker/chain/node/rpc.ts';
import { agreeOnBlockhash } from '../../worker/chain/signing/readSigning.ts';
import { createSigner } from '../../worker/chain/signing/signer.ts';
import { computePriceBounds, MARK_BYTES, type SignedTransaction } from '../../worker/chain/signing/transactions.ts';
import { createFetchBeacon } from '../../worker/feeds/fetchBeacon.ts';
import { commitmentOf } from '../../worker/rounds/marks/commitmentOf.ts';
import { hourOfLock, marksOf } from '../../worker/rounds/marks/hourMarks.ts';
import type { Settings } from '../../worker/settings/Settings.ts';
import { EndUnknown, type FollowInput, followToEnd } from './followToEnd.ts';
import { type PublishedRound, roundFromProof } from './roundFromProof.ts';
import type { PaidUnder } from './termsOfRound.ts';

export interface PayInput extends FollowInput {
  readonly proof: Proof;
  readonly settings: Settings;
  /** The terms of the round, as read from the chain. */
  readonly under: (rpc: Rpc) => Promise<PaidUnder>;
  readonly fetch: typeof fetch;
  /** Unix milliseconds. */
  readonly now: () => number;
  /** Called with the winners before the payment is signed. If it answers false, nothing is signed or sent. */
  readonly confirm: (winners: readonly PlacedWinner[]) => Promise<boolean>;
}

const BEACON_PATIENCE_MS = 10_000;

/**
 * Pays a held round once, in a transaction of the same form as the lottery's own, by the key of the pool wallet that
 * the round's terms name. Entries, prizes and winners are computed anew from what the lottery has published. Resolves
 * to the payment's signature once it is final. Throws an Error with a sentence when the payment is refused.
 */
export async function payByHand(input: PayInput): Promise<string> {
  const { proof, settings, fetch, now, say } = input;
  if (proof.state !== 'held')
    throw new Error(`Round ${proof.roundNumber} is ${proof.state}, not held: the lottery itself takes care of it.`);
  const rpc = createRpc({ urls: settings.rpcUrls, fetch, now });
  const { key, lockSeconds } = await input.under(rpc);
  const round = roundFromProof(proof, { wallet: key.address, beacon: settings.beacon, lockSeconds });
  say(`Round ${proof.roundNumber}: its published entries, rules and prizes are those of its commitment.`);
  const slot = await mustBeCommitted(rpc, round, proof.commitment?.signature ?? null);
  say('Its commitment is on chain in time, and made the mark of its hour.');
  const drawn = await drawOf(input, round);
  await mustBeUnpaid(rpc, round, slot);
  say(`Enough of ${rpc.nodes.length} RPC nodes say that the mark of its payment is not made: its hour is not paid.`);
  if (!(await input.confirm(drawn.winners))) throw new Error('Nothing was sent.');
  const signed = await sign(input, rpc, { key, ...round, ...drawn });
  say(`Sending ${signed.signature}`);
  try {
    return await followToEnd(input, rpc, signed);
  } catch (error) {
    if (!(error instanceof EndUnknown)) throw error;
    throw new Error(`${error.message} Run the command again: the chain pays an hour once at most.`);
  }
}

/**
 * The slot of the commitment that made the mark of the round's hour. Throws an Error with a sentence when that
 * commitment is not this round's.
 */
async function mustBeCommitted(rpc: Rpc, { lock }: PublishedRound, signature: string | null): Promise<number> {
  const made = await commitmentOf(rpc, hourOfLock(lock), signature === null ? [] : [signature]);
  if (made.kind !== 'promise')
    throw new Error(`It cannot be shown that the round was promised: ${made.why}. So this command does not pay it.`);
  if (made.memo !== lock.memo)
    throw new Error(
      `The commitment of its hour is not that of this round: "${made.memo}". So this command does not pay it.`,
    );
  return made.seen.slot;
}

interface Draw {
  readonly beacon: DrawnBeacon;
  readonly winners: readonly PlacedWinner[];
}

async function drawOf(
  { settings, fetch, now }: PayInput,
  { lock, documents, protocol }: PublishedRound,
): Promise<Draw> {
  const dueAt = protocol.beaconTime(lock.beacon, lock.beaconRound) * 1000;
  if (dueAt - now() > BEACON_PATIENCE_MS)
    throw new Error(`Its beacon is due at ${new Date(dueAt).toISOString()}. Try again then.`);
  const fetchBeacon = createFetchBeacon({ urls: settings.drandUrls, fetch, log: () => undefined });
  const question = { protocol, network: lock.beacon, round: lock.beaconRound, patienceMs: BEACON_PATIENCE_MS };
  const beacon = await fetchBeacon(question);
  if (beacon === null) throw new Error('No relay of DRAND_URLS has its beacon.');
  return { beacon, winners: protocol.placeWinners(lock, documents.list, beacon.randomness) };
}

async function mustBeUnpaid(rpc: Rpc, { lock }: PublishedRound, slot: number): Promise<void> {
  const [, mark] = marksOf(hourOfLock(lock));
  if (await agreeOnMark(rpc, mark, slot))
    throw new Error(
      `The mark ${mark} of its payment is made: the chain says that its hour was paid. Close round ${lock.round} in the console, with the signature of the transaction that made it.`,
    );
}

async function sign(
  { settings, now }: PayInput,
  rpc: Rpc,
  { key, lock, documents, beacon, winners }: PublishedRound & Draw & Pick<PaidUnder, 'key'>,
): Promise<SignedTransaction> {
  const signer = createSigner({ wallets: [key], beacon: settings.beacon });
  const [blockhash, markRent, computePrice] = await Promise.all([
    // If two nodes do not know each other's blockhash, the clock chooses: each second it is the other node's turn.
    agreeOnBlockhash(rpc, Math.floor(now() / 1000)),
    agreeOnRent(rpc, MARK_BYTES),
    rpc.read((node) => readComputePrice(node, key.address, computePriceBounds(0))),
  ]);
  const { round, endsAt } = lock;
  const times = { lockedAt: null, committedAt: null, beaconAt: null, drawnAt: null, paidAt: null, finalAt: null };
  const none = {
    reason: null,
    commitment: null,
    payout: null,
    shelvedAt: null,
    closedAt: null,
    release: null,
    times,
    causes: {},
  };
  const drawn = { round, endsAt, lock, state: 'drawn', payouts: 'live', drawn: beacon } as const;
  const record = { ...none, ...drawn };
  return signer.signPayout({ record, documents, winners }, { blockhash, computePrice, markRent });
}
