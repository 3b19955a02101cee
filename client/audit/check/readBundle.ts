import { REASONS } from '../../../src/protocol/terms/entries.ts';
import { ROUND_STATES } from '../../../src/round/state.ts';
import { NotJson } from '../chain/readJson.ts';
import type {
  Bundle,
  BundleBeacon,
  BundleCommitment,
  BundlePayout,
  BundleSnapshot,
  BundleTerms,
  Unconfirmed,
} from './Bundle.ts';
import {
  decimal,
  hex,
  integer,
  items,
  itemsUpTo,
  jsonObject,
  jsonText,
  Malformed,
  member,
  moment,
  orNull,
  type Part,
  second,
  signature,
  text,
  walletAddress,
  word,
} from './bundleValues.ts';
import type { WitnessClaim } from './checkWitnesses.ts';

const STATES = ['open', ...ROUND_STATES] as const;
const STATUSES = ['drawn', 'sent', 'confirmed', 'final'] as const;
const [MOST_ENTRIES, MOST_WITNESSES, MOST_TERMS] = [100_000, 16, 1_000];
const [KEY_BYTES, SIGNATURE_BYTES, HASH_BYTES] = [96, 48, 32];

/**
 * Reads JSON as a round's proof, the answer of `GET /api/lottery/rounds/:n/proof`. If `json` is a `NotJson`, its
 * message is the problem. Any other problem names the first value of a wrong form, and the right form. Ignores unknown
 * members.
 */
export function readBundle(
  json: unknown,
): { readonly bundle: Bundle; readonly problem: null } | { readonly bundle: null; readonly problem: string } {
  if (json instanceof NotJson) return { bundle: null, problem: json.message };
  try {
    return { bundle: bundleOf({ path: '', value: json }), problem: null };
  } catch (error) {
    if (error instanceof Malformed) return { bundle: null, problem: error.message };
    throw error;
  }
}

function bundleOf(proof: Part): Bundle {
  const part = (name: string) => member(proof, name);
  const read = {
    round: integer(part('roundNumber')),
    endsAt: second(part('endsAt')),
    state: word(STATES)(part('state')),
    reason: orNull(part('reason'), text),
    rules: orNull(part('rules'), rulesOf),
    rulesHash: orNull(part('rulesHash'), hex(HASH_BYTES)),
    snapshot: orNull(part('snapshot'), snapshotOf),
    commitment: orNull(part('commitment'), commitmentOf),
    beacon: orNull(part('beacon'), beaconOf),
    prize: orNull(part('prize'), (prize) => ({
      pool: decimal(member(prize, 'poolLamports')),
      total: decimal(member(prize, 'totalLamports')),
      places: items(member(prize, 'lamports')).map(decimal),
    })),
    winners: orNull(part('winners'), (winners) =>
      items(winners).map((winner) => ({
        place: integer(member(winner, 'place')),
        address: walletAddress(member(winner, 'address')),
        lamports: decimal(member(winner, 'lamports')),
      })),
    ),
    payout: orNull(part('payout'), payoutOf),
    terms: itemsUpTo(part('terms'), MOST_TERMS).map(termsOf),
    witnesses: part('witnesses').value === undefined ? [] : itemsUpTo(part('witnesses'), MOST_WITNESSES).map(witnessOf),
  };
  return { ...read, unconfirmed: unconfirmedOf(proof, read) };
}

function rulesOf(rules: Part): NonNullable<Bundle['rules']> {
  const excluded = items(member(rules, 'excluded')).map((item) => {
    const [address, reason] = items(item, 2) as readonly [Part, Part];
    return [walletAddress(address), word(REASONS)(reason)] as const;
  });
  return {
    members: Object.keys(rules.value as object),
    rules: integer(member(rules, 'rules')),
    terms: hex(HASH_BYTES)(member(rules, 'terms')),
    excluded,
  };
}

/** Reads an announcement. The step `terms` checks whether its terms have the announced hash. */
function termsOf(announced: Part): BundleTerms {
  return {
    signature: signature(member(announced, 'signature')),
    terms: jsonObject(member(announced, 'terms')),
  };
}

function snapshotOf(snapshot: Part): BundleSnapshot {
  const entries = itemsUpTo(member(snapshot, 'entries'), MOST_ENTRIES).map(walletAddress);
  items(member(snapshot, 'amounts'), entries.length).map(decimal);
  return {
    slot: integer(member(snapshot, 'slot')),
    takenAt: moment(member(snapshot, 'takenAt')),
    entries,
    root: hex(HASH_BYTES)(member(snapshot, 'root')),
  };
}

function commitmentOf(commitment: Part): BundleCommitment {
  return {
    wallet: walletAddress(member(commitment, 'wallet')),
    memo: text(member(commitment, 'memo')),
    mark: walletAddress(member(commitment, 'mark')),
    signature: orNull(member(commitment, 'signature'), signature),
    slot: orNull(member(commitment, 'slot'), integer),
    blockTime: orNull(member(commitment, 'blockTime'), second),
  };
}

function beaconOf(beacon: Part): BundleBeacon {
  return {
    name: text(member(beacon, 'network')),
    publicKey: hex(KEY_BYTES)(member(beacon, 'publicKey')),
    genesisTime: integer(member(beacon, 'genesisTime')),
    periodSeconds: integer(member(beacon, 'period')),
    round: integer(member(beacon, 'round')),
    time: second(member(beacon, 'time')),
    signature: orNull(member(beacon, 'signature'), hex(SIGNATURE_BYTES)),
    randomness: orNull(member(beacon, 'randomness'), hex(HASH_BYTES)),
  };
}

function payoutOf(payout: Part): BundlePayout {
  return {
    memo: orNull(member(payout, 'memo'), text),
    mark: orNull(member(payout, 'mark'), walletAddress),
    signature: orNull(member(payout, 'signature'), signature),
    slot: orNull(member(payout, 'slot'), integer),
    status: orNull(member(payout, 'status'), word(STATUSES)),
  };
}

function witnessOf(witness: Part): WitnessClaim {
  return {
    name: text(member(witness, 'name')),
    address: walletAddress(member(witness, 'address')),
    root: orNull(member(witness, 'root'), hex(HASH_BYTES)),
    entries: orNull(member(witness, 'entries'), integer),
    unjudged: orNull(member(witness, 'unjudged'), integer),
    signature: orNull(member(witness, 'signature'), signature),
    slot: orNull(member(witness, 'slot'), integer),
    blockTime: orNull(member(witness, 'blockTime'), second),
  };
}

/**
 * The fields that only the lottery vouches for. The amounts are among them, because no server tells what holders had at
 * a past slot.
 */
function unconfirmedOf(
  proof: Part,
  { snapshot, beacon, witnesses }: Pick<Bundle, 'snapshot' | 'beacon' | 'witnesses'>,
): Unconfirmed[] {
  const { value: notes } = member(proof, 'notes');
  const takenAt = snapshot && new Date(snapshot.takenAt * 1000).toISOString();
  const claims = Object.entries(typeof notes === 'object' && notes !== null ? notes : { '': notes });
  return [
    ...(takenAt === null ? [] : [{ field: 'snapshot.takenAt', value: takenAt }]),
    ...(snapshot === null ? [] : [{ field: 'snapshot.amounts', value: `of ${snapshot.entries.length} wallets` }]),
    ...(beacon === null ? [] : [{ field: 'beacon.network', value: beacon.name }]),
    ...witnesses.map(({ name }, index) => ({ field: `witnesses.${index}.name`, value: name })),
    ...(notes === undefined ? [] : claims).map(([name, value]) => ({
      field: name === '' ? 'notes' : `notes.${name}`,
      value: typeof value === 'string' ? value : jsonText(value),
    })),
  ];
}
