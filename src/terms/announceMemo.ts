import { type Address, parseAddress } from '../address/address.ts';
import { CURRENT_ARITHMETIC } from '../protocol/arithmeticOf.ts';
import { type Terms, termsHash } from './Terms.ts';

/** What an announcement says of its terms: enough to know the lottery's hours without the JSON of the terms. */
export interface Announced {
  readonly k: number;
  readonly from: number;
  readonly genesis: number;
  readonly length: number;
  readonly lock: number;
  readonly lead: number;
  /** Short name of the beacon network. */
  readonly drand: string;
  readonly pool: Address;
  readonly hash: string;
}

/** What an announcement of these terms says. */
export function announcedOf(terms: Terms): Announced {
  const { terms: k, from, genesis, length, lock, lead, pool, drand } = terms;
  const network = { name: '', publicKey: drand.publicKey, genesisTime: drand.genesis, periodSeconds: drand.period };
  const short = CURRENT_ARITHMETIC.beaconKeyId(network);
  return { k, from, genesis, length, lock, lead, drand: short, pool, hash: termsHash(terms) };
}

/** The memo of an announcement, one line. */
export function announceMemo({ k, from, genesis, length, lock, lead, drand, pool, hash }: Announced): string {
  return (
    `GOD1 terms k=${k} from=${from} genesis=${genesis} length=${length} lock=${lock} lead=${lead}` +
    ` drand=${drand} pool=${pool} hash=${hash}`
  );
}

const NUMBER = '([1-9]\\d{0,14})';
const MEMO = new RegExp(
  `^GOD1 terms k=${NUMBER} from=${NUMBER} genesis=${NUMBER} length=${NUMBER} lock=${NUMBER} lead=${NUMBER}` +
    ' drand=([0-9a-f]{16}) pool=([1-9A-HJ-NP-Za-km-z]{32,44}) hash=([0-9a-f]{64})$',
);

type Said = readonly [
  ...[k: string, from: string, genesis: string, length: string, lock: string, lead: string],
  ...[drand: string, address: string, hash: string],
];

/** What an announcement's text says; null for any other text. */
export function readAnnounceMemo(text: string): Announced | null {
  const said = MEMO.exec(text)?.slice(1) as Said | undefined;
  if (said === undefined) return null;
  const [k, from, genesis, length, lock, lead, drand, address, hash] = said;
  const pool = parseAddress(address);
  if (pool === null) return null;
  const [numberK, first, start, seconds] = [Number(k), Number(from), Number(genesis), Number(length)];
  return {
    ...{ k: numberK, from: first, genesis: start, length: seconds },
    ...{ lock: Number(lock), lead: Number(lead), drand, pool, hash },
  };
}

/** The first difference between terms and what was announced, as a sentence; null when there is none. */
export function contradiction(terms: Terms, said: Announced): string | null {
  const own = announceMemo(announcedOf(terms));
  const other = announceMemo(said);
  if (own === other) return null;
  const [mine, theirs] = [own.split(' '), other.split(' ')];
  const at = mine.findIndex((word, index) => word !== theirs[index]);
  return `announced was ${theirs[at]}, and the terms say ${mine[at]}`;
}
