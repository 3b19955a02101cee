import type { Proof } from '../src/contract/round.ts';
import type { PlacedWinner } from '../src/protocol/terms/lock.ts';
import type { DrawnBeacon } from '../src/round/record.ts';
import { createFindPayments } from '../worker/chain/findPayments.ts';
import { proveExpired } from '../worker/chain/proveExpired.ts';
import { agreeOnGuard, agreeOnRent, readComputePrice } from '../worker/chain/readChain.ts';
import { readOutcome } from '../worker/chain/readOutcome.ts';
import { agreeOnBlockhash } from '../worker/chain/readSigning.ts';
import { createRpc, type Rpc } from '../worker/chain/rpc.ts';
import { createSearchMemos } from '../worker/chain/searchMemos.ts';
import { sendTransaction } from '../worker/chain/sendTransaction.ts';
import { createSigner } from '../worker/chain/signer.ts';
import { computePriceBounds, guardAddress, type SignedTransaction } from '../worker/chain/transactions.ts';
import { createFetchBeacon } from '../worker/feeds/fetchBeacon.ts';
import { countsUntil, foreignText, searchCommitment } from '../worker/rounds/searchRound.ts';
import type { Settings } from '../worker/settings/Settings.ts';
import { type PublishedRound, roundFromProof } from './roundFromProof.ts';

export interface PayInput {
  readonly proof: Proof;
  readonly settings: Settings;
  readonly fetch: typeof fetch;
  /** Unix milliseconds. */
  readonly now: () => number;
  readonly wait: (ms: number) => Promise<unknown>;
  readonly say: (line: string) => void;
  /** Asked with the payment before it is signed; false leaves everything as it is. */
  readonly confirm: (winners: readonly PlacedWinner[]) => Promise<boolean>;
}

const GUARD_BYTES = 1;
const BEACON_PATIENCE_MS = 10_000;
const POLL_MS = 1_000;
const POLLS_A_SENDING = 3;

/**
 * Pays a held round once, with its guard, by the pool's own key: the same transaction that the lottery would have sent.
 * Everything is computed and searched anew; nothing of the deployment but its published entries is used. Resolves to
 * the payment's signature once it is final. Throws an Error with a sentence for whatever refuses it.
 */
export async function payByHand(input: PayInput): Promise<string> {
  const { proof, settings, fetch, now, say } = input;
  if (proof.state !== 'held')
    throw new Error(`Round ${proof.roundNumber} is ${proof.state}, not held: the lottery itself takes care of it.`);
  const { address: wallet } = settings.pool;
  const round = roundFromProof(proof, { wallet, beacon: settings.beacon });
  const rpc = createRpc({ urls: settings.rpcUrls, fetch, now });
  say(`Round ${proof.roundNumber}: its published entries, rules and prizes are those of its commitment.`);
  await mustBeCommitted(input, rpc, round);
  say('Its commitment is on chain in time, and no other text for it.');
  const drawn = await drawOf(input, round);
  await mustBeUnpaid(input, rpc, { ...round, winners: drawn.winners });
  say(`${rpc.nodes.length} RPC nodes were searched: nothing of it was paid, and the guard of its hour is free.`);
  if (!(await input.confirm(drawn.winners))) throw new Error('Nothing was sent.');
  const signed = await sign(input, rpc, { ...round, ...drawn });
  say(`Sending ${signed.signature}`);
  return follow(input, rpc, signed);
}

async function mustBeCommitted({ settings, now }: PayInput, rpc: Rpc, { lock }: PublishedRound): Promise<void> {
  const searchMemos = createSearchMemos({ rpc, wallet: lock.wallet, now });
  const search = await searchCommitment({ searchMemos, settings }, lock, countsUntil(lock) + 1);
  if (search.foreign !== null)
    throw new Error(
      `Another text of the pool wallet voids this round: ${foreignText(search.foreign)}. It is not paid.`,
    );
  if (!search.inTime?.final) throw new Error('Its commitment is not on chain in time: nothing was promised.');
}

interface Draw {
  readonly beacon: DrawnBeacon;
  readonly winners: readonly PlacedWinner[];
}

async function drawOf({ settings, fetch }: PayInput, { lock, documents, protocol }: PublishedRound): Promise<Draw> {
  const fetchBeacon = createFetchBeacon({ urls: settings.drandUrls, fetch, log: () => undefined });
  const question = { protocol, network: lock.beacon, round: lock.beaconRound, patienceMs: BEACON_PATIENCE_MS };
  const beacon = await fetchBeacon(question);
  if (beacon === null) throw new Error('No relay of DRAND_URLS has its beacon.');
  return { beacon, winners: protocol.placeWinners(lock, documents.leaves, beacon.randomness) };
}

async function mustBeUnpaid(
  { settings, now }: PayInput,
  rpc: Rpc,
  { lock, protocol, winners }: PublishedRound & Pick<Draw, 'winners'>,
): Promise<void> {
  const guard = await guardAddress(lock.wallet, protocol.guardSeed(lock.endsAt));
  const find = createFindPayments({
    ...{ rpc, wallet: lock.wallet, mint: settings.mint, now },
    // There is no journal here: whatever paid a winner counts, but for payouts of other rounds by their memo.
    unknown: async (signatures) => signatures,
  });
  const search = { round: lock.round, winners: winners.map(({ address }) => address), since: lock.endsAt };
  const payments = await find(search);
  if (payments.length > 0) {
    const named = payments.map(({ signature, to, lamports }) => `${signature} paid ${lamports} lamports to ${to}`);
    throw new Error(`It has been paid already, at least in part: ${named.join('; ')}. Close the round instead.`);
  }
  if (await agreeOnGuard(rpc, guard))
    throw new Error(`The guard ${guard} of its hour is allocated: the chain says that it has been paid.`);
}

async function sign(
  { settings, now }: PayInput,
  rpc: Rpc,
  { lock, documents, beacon, winners }: PublishedRound & Draw,
): Promise<SignedTransaction> {
  const { address: wallet, secretKey } = settings.pool;
  const signer = createSigner({ secretKey, wallet, mint: settings.mint, beacon: settings.beacon });
  const [blockhash, guardRent, computePrice] = await Promise.all([
    agreeOnBlockhash(rpc, { attempt: 0, now: now() }),
    agreeOnRent(rpc, GUARD_BYTES),
    rpc.read((node) => readComputePrice(node, wallet, computePriceBounds(0))),
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
  return signer.signPayout({ record, documents, winners }, { blockhash, computePrice, guardRent });
}

/** The same bytes until the chain has made them final; unknown is no failure, and nothing else is ever signed here. */
async function follow({ now, wait, say }: PayInput, rpc: Rpc, signed: SignedTransaction): Promise<string> {
  const { signature, bytes, blockhash } = signed;
  const attempt = { signature, lastValidBlockHeight: blockhash.lastValidBlockHeight, signedSlot: blockhash.slot };
  let told = '';
  for (let polls = 0; ; polls++) {
    const outcome = await readOutcome(rpc, signature);
    if (outcome.seen === 'unknown') {
      const proof = await proveExpired(rpc, attempt, now());
      if (proof !== null) throw new Error(`It did not land, and cannot any more (${proof}). Run the command again.`);
      if (polls % POLLS_A_SENDING === 0) await sendTransaction(rpc, bytes);
    } else if (outcome.seen === 'finalized') {
      if (outcome.error !== null)
        throw new Error(`The chain refused ${signature}: ${outcome.error}. Nothing was paid.`);
      return signature;
    }
    if (outcome.seen !== told) say(`It is ${outcome.seen === 'unknown' ? 'on its way' : outcome.seen}.`);
    told = outcome.seen;
    await wait(POLL_MS);
  }
}
