import { playHostileRound } from '../rounds/hostileRound.ts';
import { playHostileCycle } from '../rounds/hostileTax.ts';
import { type Lie, lieAbout, lies, type Mark } from '../world/nodes/lie.ts';
import { LIES, type LieName } from '../world/nodes/lies.ts';
import { oldView } from '../world/nodes/oldView.ts';
import { once, silences } from '../world/nodes/silences.ts';
import { seededRandom } from '../world/seededRandom.ts';
import type { ProxyRule } from '../world/startProxy.ts';
import type { World } from '../world/startWorld.ts';
import { TAX_LIES } from './expected.ts';

/**
 * How a case ended: with the right payment, without a payment, or with the right payment once the lie was over; or
 * nobody asked for the answer that would have been the lie. Any other ending is thrown as an error.
 */
export const ENDINGS = ['paid', 'rolled over', 'paid after the lie', 'never asked'] as const;
export type Ending = (typeof ENDINGS)[number];

export interface MatrixCase {
  readonly kind: string;
  /** How many nodes are configured, the hostile one among them. */
  readonly nodes: 2 | 3;
  readonly name: string;
  readonly play: (world: World) => Promise<Ending>;
}

const HOUR_SECONDS = 3_600;
/** The share of calls that an honest node refuses in some of the cases. */
const REFUSED_SHARE = 0.1;
const EVERY_LIE = Object.keys(LIES) as LieName[];

/** A moment of a round or a cycle: the n-th call of a method, counted from `from` on, is answered with a lie. */
interface Moment {
  readonly name: string;
  readonly from: 'start' | 'lock' | 'commitment';
  readonly method: string;
  readonly calls: readonly number[];
  readonly lies: readonly LieName[];
}

const POLLS = [1, 2, 3, 5, 8];
const MOMENTS: readonly Moment[] = [
  {
    ...{ name: 'the lock', from: 'lock', method: 'getProgramAccounts', calls: [1, 2] },
    lies: ['amountMoved', 'ownerExchanged', 'accountLeftOut', 'frozenShownFree'],
  },
  { name: 'the lock', from: 'lock', method: 'getBalance', calls: [1, 2], lies: ['poolTooHigh', 'poolTooLow'] },
  { name: 'a checkpoint', from: 'start', method: 'getBalance', calls: [1, 2], lies: ['poolTooHigh', 'poolTooLow'] },
  {
    ...{ name: 'the commitment', from: 'lock', method: 'getSignatureStatuses', calls: POLLS },
    lies: ['statusInvented', 'statusDenied', 'statusFailed'],
  },
  { name: 'the commitment', from: 'lock', method: 'getLatestBlockhash', calls: [1], lies: ['blockhashInvented'] },
  {
    ...{ name: 'a poll of the payment', from: 'commitment', method: 'getSignatureStatuses', calls: POLLS },
    lies: ['statusInvented', 'statusDenied', 'statusFailed'],
  },
];

/** At a split, the worker decides by what became of one part, so these polls are the ones to lie about. */
const SPLIT_POLLS = [1, 2, 4, 8, 12];
const SPLIT_LIES = ['statusFailed', 'statusInvented', 'expiryInvented'] as const;

/** Every case of the matrix, with two nodes and with three. */
export function matrixCases(seed: string): readonly MatrixCase[] {
  return ([2, 3] as const).flatMap((nodes) => [
    ...pairsOf(EVERY_LIE).map(([one, other]) =>
      roundCase({ kind: 'two lies at once', nodes, name: `${one} and ${other}` }, (mark) => tell(mark, one, other)),
    ),
    ...EVERY_LIE.map((lie) => {
      const random = seededRandom(seed, `refusing beside ${lie} of ${nodes}`);
      const beside = () => silences.refusesSome(REFUSED_SHARE, random);
      const of = { kind: 'a lie, and another node refuses 10%', nodes, name: lie } as const;
      return roundCase(of, (mark) => tell(mark, lie), { beside });
    }),
    ...(['start', 'lock', 'commitment'] as const).map((from) =>
      roundCase({ kind: 'an hour ago', nodes, name: `from the ${from} on` }, hourAgo, { from }),
    ),
    ...MOMENTS.flatMap(({ name, from, method, calls, lies: told }) =>
      told.flatMap((lie) =>
        calls.map((n) =>
          onceToldCase((hasTold) =>
            roundCase(
              { kind: `one lie, at ${name}`, nodes, name: `${lie} in ${method} ${n}` },
              (mark) => once(method, n, hasTold(tell(mark, lie))),
              { from },
            ),
          ),
        ),
      ),
    ),
    ...(['hangs', 'dead', 'refusesAll'] as const).map((silence) =>
      // The other address leads to the same server, which is honest but does not answer.
      roundCase({ kind: 'two addresses of one server', nodes, name: silence }, () => silences[silence](), {
        beside: (number) => (number === 0 ? silences[silence]() : honest),
      }),
    ),
    ...pairsOf(TAX_LIES).map(([one, other]) =>
      cycleCase({ kind: 'tax: two lies at once', nodes, name: `${one} and ${other}` }, seed, (mark) =>
        tell(mark, one, other),
      ),
    ),
    ...SPLIT_LIES.flatMap((lie) =>
      SPLIT_POLLS.map((n) =>
        onceToldCase((hasTold) =>
          cycleCase({ kind: 'tax: one lie, at a split', nodes, name: `${lie} in poll ${n}` }, seed, (mark) =>
            once('getSignatureStatuses', n, hasTold(tell(mark, lie))),
          ),
        ),
      ),
    ),
  ]);
}

type Named = Pick<MatrixCase, 'kind' | 'nodes' | 'name'>;
type Behaviour = (mark: Mark, world: World) => ProxyRule | Promise<ProxyRule>;
interface Circumstances {
  readonly beside?: (number: number) => ProxyRule;
  readonly from?: 'start' | 'lock' | 'commitment';
}

const honest: ProxyRule = () => null;

/** A case with a single lie. It ends as 'never asked' when the lie was never told. */
function onceToldCase(caseOf: (hasTold: (rule: ProxyRule) => ProxyRule) => MatrixCase): MatrixCase {
  let isTold = false;
  const told = caseOf((rule) => (...call) => {
    isTold = true;
    return rule(...call);
  });
  return {
    ...told,
    async play(world) {
      const ending = await told.play(world);
      return isTold ? ending : 'never asked';
    },
  };
}

/**
 * One lying node of three stops nothing. With two nodes, or when a second node fails, a round may wait or end unpaid.
 */
function roundCase(of: Named, behaviour: Behaviour, around: Circumstances = {}): MatrixCase {
  const mustBePlayed = of.nodes === 3 && around.beside === undefined;
  return {
    ...of,
    async play(world) {
      const { proof, hasWaited } = await playHostileRound(world, {
        ...around,
        behaviour: (mark) => behaviour(mark, world),
        honest: of.nodes - 1,
        expected: mustBePlayed ? 'paid' : 'safe',
        mayMiss: !mustBePlayed,
      });
      if (proof.state === 'rolled-over') return 'rolled over';
      return hasWaited ? 'paid after the lie' : 'paid';
    },
  };
}

function cycleCase(of: Named, seed: string, behaviour: Behaviour): MatrixCase {
  return {
    ...of,
    async play() {
      const { hasWaited } = await playHostileCycle({
        ...{ seed: `${seed} ${of.kind} ${of.name} ${of.nodes}`, behaviour, honest: of.nodes - 1 },
        expected: of.nodes === 3 ? 'done' : 'safe',
      });
      return hasWaited ? 'paid after the lie' : 'paid';
    },
  };
}

const tell = (mark: Mark, ...names: readonly LieName[]): ProxyRule =>
  lies(...names.flatMap((name) => LIES[name](mark)));

/** The state of this moment for ever, with block times of an hour earlier. */
async function hourAgo(mark: Mark, { rpcUrl }: World): Promise<ProxyRule> {
  const before: Lie = lieAbout<number | null>('getBlockTime', (unix) => unix && unix - HOUR_SECONDS);
  return lies(...(await oldView(rpcUrl, mark)), before);
}

function pairsOf<T>(all: readonly T[]): readonly (readonly [T, T])[] {
  return all.flatMap((one, i) => all.slice(i + 1).map((other) => [one, other] as const));
}
