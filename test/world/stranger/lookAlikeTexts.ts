import { createHash } from 'node:crypto';

/** A round as a stranger knows it: its number and its end, unix seconds. */
export interface KnownRound {
  readonly round: number;
  readonly endsAt: number;
}

/**
 * Texts in exactly our form about a real round or cycle, but with other facts. By the form alone nobody can tell them
 * from ours. `variant` makes them differ from each other.
 */
export const lookAlikeTexts = {
  commitment: ({ round, endsAt }: KnownRound, variant = 0): string =>
    `GOD1 commit round=${round} ends=${endsAt} slot=${100 + variant} root=${hash(`root ${variant}`)} entries=1 pool=1000000000` +
    ` prizes=200000000 drand=${hash('key').slice(0, 16)}:${1 + variant} rules=${hash('rules')}`,
  payout: ({ round, endsAt }: KnownRound, variant = 0): string =>
    `GOD1 payout round=${round} ends=${endsAt} root=${hash(`root ${variant}`)} drand=${1 + variant} winners=3`,
  tax: (cycle: number, variant = 0): string => `GOD1 tax cycle=${cycle} config=v1 part=${variant}`,
};

function hash(of: string): string {
  return createHash('sha256').update(of).digest('hex');
}
