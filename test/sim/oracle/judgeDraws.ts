import { spawnSync } from 'node:child_process';
import { BEACON } from '../model/outside.ts';

/** A final payment, with everything that determines its winners. */
export interface PaidDraw {
  readonly round: number;
  readonly endsAt: number;
  /** The root of its commitment, hex. */
  readonly root: string;
  /** Wallets in the draw as they were stored, 32 bytes each, hex. */
  readonly owners: readonly string[];
  readonly pool: string;
  /** Who was paid and how much, in order: address bytes in hex, lamports. */
  readonly paid: readonly (readonly [string, string])[];
}

const PROGRAM = new URL('../../independent/draw.py', import.meta.url).pathname;
const MOST_BYTES = 2 ** 28;

/**
 * Draws every paid round once more with the implementation in Python, which shares no code with the worker. Returns a
 * sentence for each round that was paid differently, and null for one that was paid rightly. Throws where there is no
 * python3.
 */
export function judgeDraws(draws: readonly PaidDraw[]): (string | null)[] {
  if (draws.length === 0) return [];
  const lines = draws.map(({ round, endsAt, owners, pool }) => {
    const beaconRound = Math.floor((endsAt - BEACON.genesisTime) / BEACON.period) + 1;
    return JSON.stringify({ round, owners, pool, randomness: BEACON.sign(beaconRound).randomness });
  });
  const { status, stdout, stderr } = spawnSync('python3', ['-B', PROGRAM], {
    ...{ input: lines.join('\n'), encoding: 'utf8', maxBuffer: MOST_BYTES },
  });
  if (status !== 0) throw new Error(`the draws are judged by python3, which failed: ${stderr}`);
  const judged = stdout.trimEnd().split('\n');
  return draws.map(({ round, root, paid }, i) => {
    const right = JSON.parse(judged[i] ?? '{}') as { root: string; winners: string[]; lamports: string[] };
    const due = right.winners.map((winner, place) => `${winner} ${right.lamports[place]}`);
    if (right.root !== root) return `round ${round}: its stored entries have the root ${right.root}`;
    const made = paid.map(([to, lamports]) => `${to} ${lamports}`);
    return due.join() === made.join()
      ? null
      : `round ${round} paid ${made.join(', ')}, and the draw says ${due.join(', ')}`;
  });
}
