import type { WalletForm } from '../marks/judgeMaker.ts';

/** A list as a watcher saw it. */
export interface SeenList {
  /** Merkle root of the entries, hex. */
  readonly root: string;
  readonly entries: number;
  /** How many wallets the watcher could not judge, and left in or out as they were published. */
  readonly unjudged: number;
}

/** What a watcher says on chain about a round, before its draw. */
export interface Testimony {
  /** First 16 hex digits of the hash that names the lottery. */
  readonly lottery: string;
  readonly round: number;
  /** T in unix seconds. */
  readonly endsAt: number;
  /** Null: no list was shown to the watcher. */
  readonly seen: SeenList | null;
}

/** Digits of the lottery's hash in a testimony. */
const NAME_DIGITS = 16;
/** Digits of the lottery's hash in the seed of the mark: no seed has more than 32 bytes. */
const SEED_DIGITS = 8;

/** A lottery as testimonies name it. */
export const lotteryName = (hash: string): string => hash.slice(0, NAME_DIGITS);

/** The seed of the mark that a watcher’s testimony about an hour makes; the base is the watcher's wallet. */
export const witnessSeed = (endsAt: number, lottery: string): string =>
  `witness:${endsAt}:${lottery.slice(0, SEED_DIGITS)}`;

/** The memo of a testimony, one line; its grammar is in docs/protocol.md, section 12. */
export function witnessMemo({ lottery, round, endsAt, seen }: Testimony): string {
  const said = seen === null ? 'list=none' : `root=${seen.root} entries=${seen.entries} unjudged=${seen.unjudged}`;
  return `GOD1 witness lottery=${lottery} round=${round} ends=${endsAt} ${said}`;
}

const WITNESS_MEMO =
  /^GOD1 witness lottery=([0-9a-f]{16}) round=([1-9]\d{0,14}) ends=([1-9]\d{0,14}) (?:list=none|root=([0-9a-f]{64}) entries=(0|[1-9]\d{0,8}) unjudged=(0|[1-9]\d{0,8}))$/;

/** What a testimony says; null for any other text. Who wrote the text is not checked. */
export function readWitnessMemo(text: string): Testimony | null {
  const [, lottery, round, endsAt, root, entries, unjudged] = WITNESS_MEMO.exec(text) ?? [];
  if (lottery === undefined) return null;
  const seen = root === undefined ? null : { root, entries: Number(entries), unjudged: Number(unjudged) };
  return { lottery, round: Number(round), endsAt: Number(endsAt), seen };
}

/** An hour about which watchers testify. Unix seconds. */
export interface WitnessedHour {
  /** Hash of the lottery’s first terms. */
  readonly lottery: string;
  readonly round: number;
  readonly endsAt: number;
  /** When the hour's beacon is due: only an earlier testimony proves anything. */
  readonly beaconAt: number;
}

/** Why a transaction that made a watcher’s mark is no testimony about an hour; null when it is one. */
export function otherTestimony(
  { transfers, memo }: Pick<WalletForm, 'transfers' | 'memo'>,
  blockTime: number,
  { lottery, round, endsAt, beaconAt }: WitnessedHour,
): string | null {
  if (transfers.length > 0) return 'transfers: expected none got some';
  const said = readWitnessMemo(memo);
  if (said?.lottery !== lotteryName(lottery) || said.round !== round || said.endsAt !== endsAt)
    return `memo: expected a testimony about round=${round} ends=${endsAt} got ${memo}`;
  return blockTime < beaconAt ? null : `block time: expected before ${beaconAt} got ${blockTime}`;
}
