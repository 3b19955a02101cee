import { CRONS } from '../../../worker/crons.ts';
import { createDice, type Dice } from '../dice.ts';
import {
  type Atom,
  type AtomKind,
  CHANNEL_TROUBLES,
  HOLDERS,
  LOCK_MS,
  OBJECTS,
  type Plan,
  ROUND_MS,
  SICK,
} from './atoms.ts';
import { LIE_NAMES } from './lies.ts';

/** The one method that a sick node has trouble with; null for all methods. */
const METHODS = [
  null,
  null,
  null,
  'getSignatureStatuses',
  'getProgramAccounts',
  'getBalance',
  'getSignaturesForAddress',
  'getMultipleAccounts',
  'getAccountInfo',
  'sendTransaction',
  'getLatestBlockhash',
  'getEpochInfo',
  'getTransaction',
  'getBlockTime',
  'getSlot',
  'getBlock',
  'getBlocks',
  'getFirstAvailableBlock',
  'getRecentPrioritizationFees',
  'isBlockhashValid',
  'getMinimumBalanceForRentExemption',
  'getTokenAccountsByOwner',
  'simulateTransaction',
] as const;

/** The families of faults. The dice of a world choose which of them it has and how dense they are. */
const FAMILIES = [
  'liar',
  'sick',
  'ledger',
  'database',
  'lives',
  'restore',
  'chain',
  'outside',
  'clock',
  'strangers',
  'persons',
  'crons',
  'watch',
] as const;
/**
 * What a liar wants: lies about different questions that fit together. Independent dice seldom choose just these, and at
 * one time.
 */
const PURPOSES = {
  /** What landed has not. */
  denies: ['statusNone', 'noHistory', 'noTransaction', 'accountGone', 'height', 'heightAndSlot'],
  /** What landed has failed. */
  fails: ['statusFailed', 'historyFailed', 'noHistory', 'accountGone'],
  /** What did not land has. */
  invents: ['statusFinal', 'accountThere', 'otherProceeds'],
  /** Others are in the draw. */
  lists: ['friendsAlone', 'movedAmount', 'shortList', 'kinds', 'supply', 'withheld'],
  /** There is more or less to give. */
  pools: ['balance', 'rent', 'withheld', 'otherProceeds'],
  /** It is earlier or later. */
  times: ['slot', 'blockTime', 'height', 'heightAndSlot', 'historyTimes', 'blockhash', 'otherSlot'],
} as const;
type Purpose = keyof typeof PURPOSES;
const PURPOSE_NAMES = ['denies', 'fails', 'invents', 'lists', 'pools', 'times'] as const satisfies Purpose[];

/**
 * Families that the dice never choose, only `--families`. `first` meets pairs of a question and a fault that are seldom
 * met by chance. The others are narrow: one of them alone, or two together, are looked at closely.
 */
const ASKED_FOR = ['first', ...PURPOSE_NAMES, 'outage', 'refused', 'byHand'] as const;
export type Family = (typeof FAMILIES)[number] | (typeof ASKED_FOR)[number];

/** Wallets in the draw, where several rounds are held at once: of a few wallets two rounds often draw the same ones. */
const FEW = [1, 2, 2, 2, 3, 3, 4, 5, 25, HOLDERS];

/** The share of worlds in which the object that tells people is played, beside calm ones and those with faults of its own. */
const WATCHED_SHARE = 0.1;

export interface PlanOptions {
  readonly nodes: number;
  /** Only these kinds of faults; by default the dice choose. */
  readonly families?: readonly Family[];
}

/**
 * The plan of a seed. First the dice choose the families of faults and how dense they are, because a world with three
 * families finds bugs that stay hidden in a world with all of them.
 */
export function planOf(seed: number, { nodes, families }: PlanOptions): Plan {
  const dice = createDice(seed ^ 0x5eed);
  const share = dice.pick('share of families', [0.15, 0.3, 0.5]);
  const drawn = dice.some('family', FAMILIES, share);
  // A single node never lies, because nobody could detect it.
  const chosen = (families ?? drawn).filter(
    (family) => nodes > 1 || !(family === 'liar' || Object.hasOwn(PURPOSES, family)),
  );
  const atoms: Atom[] = [];
  // Most faults need two rounds; what persons do about held rounds needs more.
  const isByHand = chosen.includes('byHand');
  const rounds = dice.pick('rounds', isByHand ? [3, 4, 6, 8] : chosen.includes('persons') ? [2, 3, 5] : [2]);
  const times = createTimes(dice, rounds);
  const liar = nodes > 1 ? dice.below('liar', nodes) : -1;
  for (const family of chosen) atoms.push(...MAKERS[family]({ dice, nodes, liar, ...times }));
  const isBalanced = dice.chance('balanced', 0.3);
  const pool = dice.pick('pool', [125_000_000, 400_000_000, 2_000_000_000, 10_000_000_000, 100_000_000_000]);
  const entrants = dice.pick('entrants', isByHand ? FEW : [2, 3, 25, 25]);
  const isWatched = chosen.length === 0 || chosen.includes('watch') || dice.chance('watched', WATCHED_SHARE);
  return { seed, nodes, rounds, isBalanced, entrants, pool, isWatched, atoms };
}

/** About half of all faults begin around a lock or a draw, because most of the work is done there. */
function createTimes(dice: Dice, rounds: number) {
  const end = rounds * ROUND_MS;
  const busy = (label: string) =>
    dice.chance(label, 0.3)
      ? dice.between(label, 0, end)
      : dice.below(label, rounds) * ROUND_MS + ROUND_MS - LOCK_MS + dice.between(label, -5_000, 80_000);
  const span = (label: string) => {
    if (dice.chance(label, 0.4)) return { from: 0, to: end };
    const from = Math.max(0, busy(label));
    return { from, to: from + dice.between(label, 500, 60_000) };
  };
  return { end, busy: (label: string) => Math.max(0, busy(label)), span };
}

interface Making extends ReturnType<typeof createTimes> {
  readonly dice: Dice;
  readonly nodes: number;
  readonly liar: number;
}
const times = <T>(n: number, make: (i: number) => T): T[] => Array.from({ length: n }, (_, i) => make(i));
const RATES = [0.1, 0.3, 1] as const;

const MAKERS: Readonly<Record<Family, (making: Making) => Atom[]>> = {
  liar({ dice, liar, span }) {
    const density = dice.pick('lies', [0.04, 0.1, 0.25, 0.5]);
    const lies = dice.some('lie', LIE_NAMES, density);
    return lies.map((lie) => ({
      ...{ kind: 'lie', node: liar, lie, arg: dice.unit('lie arg'), rate: dice.pick('lie rate', [0.3, 1, 1, 1]) },
      ...{ isOnlyAlone: dice.chance('lie alone', 0.1), ...span('lie span') },
    }));
  },
  // Any node may be sick at times, the liar as well as the honest ones.
  sick: ({ dice, nodes, span }) =>
    times(dice.between('sick', 1, 4), () => ({
      ...{ kind: dice.pick('sick how', SICK), node: dice.below('sick node', nodes) },
      ...{ method: dice.pick('sick method', METHODS), rate: dice.pick('sick rate', RATES), arg: dice.unit('sick arg') },
      ...span('sick span'),
    })),
  ledger: ({ dice, nodes, busy }) =>
    times(dice.between('ledger', 1, 2), () => {
      const from = busy('hole');
      const node = dice.below('ledger node', nodes);
      if (dice.chance('forget', 0.4)) return { kind: 'forget', node, from };
      const to = from + dice.between('hole length', 1_000, 90_000);
      const until = to + dice.between('hole is mended', 1_000, 120_000);
      return { kind: 'hole', node, from, to, ...(dice.chance('mended', 0.3) && { until }) };
    }),
  database: ({ dice, span }) =>
    times(dice.between('database', 1, 3), () => ({
      ...{ kind: 'd1', fault: dice.pick('d1 fault', ['before', 'after']), rate: dice.pick('d1 rate', [0.03, 0.2, 1]) },
      ...span('d1 span'),
      ...namesBy(dice, 'd1'),
    })),
  lives: ({ dice, busy }) =>
    times(dice.between('lives', 1, 4), () => {
      const object = dice.pick('life object', OBJECTS);
      const from = busy('life');
      return dice.chance('overlap', 0.3)
        ? { kind: 'overlap', object, from, lasts: dice.between('overlap lasts', 500, 30_000) }
        : {
            ...{ kind: 'crash', object, from, answers: dice.between('crash answers', 1, 40) },
            gap: dice.between('crash gap', 50, 20_000),
            ...namesBy(dice, 'crash', 1),
          };
    }),
  restore({ dice, busy }) {
    const from = busy('restore');
    // Some copies are older than a whole tax cycle and the next one.
    const most = dice.chance('restore far', 0.3) ? 300_000 : 90_000;
    return [
      {
        ...{ kind: 'restore', copyAt: Math.max(0, from - dice.between('restore back', 200, most)), from },
        isUnderLife: dice.chance('restore under life', 0.5),
      },
    ];
  },
  chain: ({ dice, busy, span }) =>
    times(dice.between('chain', 1, 3), () => {
      const how = dice.pick('chain how', ['lose', 'congest', 'fork'] as const);
      if (how === 'lose') return { kind: 'lose', rate: dice.pick('lose rate', [0.3, 0.8, 1]), ...span('lose span') };
      if (how === 'congest')
        return { kind: 'congest', slots: dice.between('congest', 5, 120), ...span('congest span') };
      return {
        kind: 'fork',
        from: busy('fork'),
        depth: dice.between('fork depth', 1, 25),
        kept: dice.unit('fork kept'),
      };
    }),
  outside: ({ dice, busy, span }) =>
    times(dice.between('outside', 1, 3), () => {
      const how = dice.pick('outside how', ['relay', 'exchange', 'noCron', 'cronTwice'] as const);
      if (how === 'relay')
        return { kind: how, how: dice.pick('relay', ['silent', 'forged', 'late']), ...span('relay span') };
      if (how === 'noCron') return { kind: how, ...span('cron span') };
      if (how === 'cronTwice') return { kind: how, from: busy('cron twice') };
      return {
        ...{ kind: how, name: dice.pick('exchange', ['raydium', 'jupiter']) },
        ...{ how: dice.pick('exchange how', ['silent', 'error', 'cheap', 'dear']), ...span('exchange span') },
      };
    }),
  crons: ({ dice, end, span }) =>
    times(dice.between('crons', 1, 3), () => {
      const { from, to } = dice.chance('crons long', 0.3) ? { from: 0, to: end } : span('crons span');
      return {
        ...{ kind: 'lostCron', cron: dice.pick('cron', [null, CRONS.minute.cron, CRONS.tax.cron]) },
        // The first crons of a world are never lost, because they have to wake the objects once.
        ...{ rate: dice.pick('cron rate', [0.2, 0.5, 1]), from: Math.max(1_000, from), to: Math.max(1_000, to) },
      };
    }),
  clock: ({ dice, span }) => [
    {
      ...{ kind: 'clock', by: dice.pick('clock way', [-1, 1]) * dice.pick('clock by', [1_000, 5_000, 20_000, 90_000]) },
      ...span('clock span'),
    },
  ],
  strangers: ({ dice, busy, span }) =>
    times(dice.between('strangers', 1, 6), () => makeStranger(dice.pick('stranger', STRANGERS), { dice, busy, span })),
  persons: ({ dice, busy, end }) => [
    ...times(dice.between('persons', 1, 8), () => makePerson(dice.pick('person', PERSONS), { dice, busy, end })),
    ...(dice.chance('operator', 0.6) ? [makeOperator(dice, end)] : []),
  ],
  // What befalls those who tell people, and outages so long that a person must be told.
  watch: (making) => [
    ...times(making.dice.between('watch troubles', 0, 2), () => makeChannelTrouble(making)),
    ...times(making.dice.between('watch lives', 0, 2), () => makeWatchLife(making)),
    ...(making.dice.chance('watch outage', 0.6) ? makeOutage(making) : []),
  ],
  denies: (making) => makePurpose('denies', making),
  fails: (making) => makePurpose('fails', making),
  invents: (making) => makePurpose('invents', making),
  lists: (making) => makePurpose('lists', making),
  pools: (making) => makePurpose('pools', making),
  times: (making) => makePurpose('times', making),
  // The honest nodes have the same trouble at the same time, with a few questions or with all.
  outage: ({ dice, nodes, liar, span }) =>
    times(dice.between('outages', 1, 2), () => {
      const methods = new Set(times(dice.between('outage methods', 1, 3), () => dice.pick('outage method', METHODS)));
      const sick = { kind: dice.pick('outage how', SICK), rate: dice.pick('outage rate', [0.05, 0.2, 0.5, 1]) };
      const [arg, when] = [dice.unit('outage arg'), span('outage span')];
      return times(nodes, (node) => node)
        .filter((node) => node !== liar && dice.chance('outage node', 0.8))
        .flatMap((node) => [...methods].map((method) => ({ ...sick, ...when, node, method, arg })));
    }).flat(),
  // The chain refuses large transactions for a while, and people pay what is held by transfers of their own.
  refused: ({ dice, span, busy, end }) => [
    ...times(dice.between('refused', 1, 2), () => ({
      ...{ kind: 'reject' as const, rate: dice.pick('refused rate', [0.5, 1]), ...span('refused span') },
      accounts: dice.pick('refused accounts', [0, 5, 7]),
    })),
    ...times(dice.between('paid plainly', 0, 3), () => makePerson('payPlain', { dice, busy, end })),
  ],
  // The chain refuses payments for long, so that several rounds are held at once. At any moment a person pays one of them
  // or ends one of them: not always the one that he has paid.
  byHand: ({ dice, end }) => [
    {
      ...{ kind: 'reject', rate: 1, accounts: dice.pick('by hand accounts', [6, 6, 7]) },
      // The terms are announced before.
      ...{ from: 30_000, to: dice.pick('by hand refused', [end / 2, end, end + 60_000]) },
    },
    ...times(dice.between('by hand', 6, 18), () => makeByHand(dice, end)),
  ],
  first: (making) => times(making.dice.between('firsts', 3, 8), () => makeFirst(making)),
};

function makeChannelTrouble({ dice, end, span }: Making): Atom {
  const how = dice.pick('channel how', CHANNEL_TROUBLES);
  const rate = dice.pick('channel rate', RATES);
  const when = dice.chance('channel long', 0.3) ? { from: 0, to: end + 120_000 } : span('channel span');
  return { kind: 'channel', how, rate, ...when };
}

function makeWatchLife({ dice, end }: Making): Atom {
  const from = dice.between('watch life', 0, end + 60_000);
  return dice.chance('watch overlap', 0.2)
    ? { kind: 'overlap', object: 'alerts', from, lasts: dice.between('watch overlap lasts', 500, 30_000) }
    : {
        ...{ kind: 'crash', object: 'alerts', from, answers: dice.between('watch answers', 1, 40) },
        gap: dice.between('watch gap', 50, 20_000),
        ...namesBy(dice, 'watch crash', 1),
      };
}

const OUTAGES = ['node', 'node', 'node', 'stop', 'stop', 'stop', 'refused', 'lose', 'd1', 'relay', 'nodes'] as const;

/** One part of the world fails wholly, for so long that a person must be told of it. */
function makeOutage({ dice, nodes, end }: Making): Atom[] {
  const from = dice.between('long outage', 0, end);
  const short = { from, to: from + dice.between('outage of minutes', 150_000, 360_000) };
  const long = { from, to: from + dice.between('outage of a part', 780_000, 960_000) };
  const silent = (node: number, when: typeof short): Atom => ({
    ...{ kind: dice.pick('outage node how', ['silent', 'refuse'] as const), node, method: null },
    ...{ rate: 1, arg: 0, ...when },
  });
  switch (dice.pick('outage of', OUTAGES)) {
    case 'node':
      return [silent(dice.below('outage one', nodes), short)];
    case 'stop':
      return [
        {
          ...{ kind: 'stop', object: dice.pick('stopped', OBJECTS), isHanging: dice.chance('stop hangs', 0.5) },
          ...short,
        },
      ];
    case 'refused':
      return [{ kind: 'refused', ...short }];
    case 'lose':
      return [{ kind: 'lose', rate: 1, from, to: from + 660_000 }];
    case 'd1':
      return [{ kind: 'd1', fault: dice.pick('outage d1', ['before', 'after'] as const), rate: 1, ...long }];
    case 'relay':
      return [{ kind: 'relay', how: 'silent', ...long }];
    case 'nodes':
      return times(nodes, (node) => silent(node, long));
  }
}

function makePurpose(purpose: Purpose, { dice, liar, span }: Making): Atom[] {
  const lies = dice.some(`${purpose} lie`, PURPOSES[purpose], 0.6);
  const [rate, when] = [dice.pick(`${purpose} rate`, [0.3, 1, 1]), span(`${purpose} span`)];
  return lies.map((lie) => ({
    ...{ kind: 'lie', node: liar, lie, arg: dice.unit(`${purpose} arg`), rate, isOnlyAlone: false, ...when },
  }));
}

/**
 * One part of the world (an object, the database or a node) has one kind of fault at questions that are asked for the
 * first time.
 */
function makeFirst({ dice, nodes, busy, span }: Making): Atom {
  const way = dice.pick('first', ['crash', 'crash', 'crash', 'd1', 'sick'] as const);
  if (way === 'crash')
    return {
      ...{ kind: way, object: dice.pick('first object', OBJECTS), from: busy('first'), isFirst: true },
      ...{ answers: dice.between('first answers', 1, 25), gap: dice.between('first gap', 50, 20_000) },
    };
  const often = { rate: dice.pick('first rate', [0.5, 1]), isFirst: true, ...span('first span') };
  if (way === 'd1') return { kind: way, fault: dice.pick('first fault', ['before', 'after']), ...often };
  const node = dice.below('first node', nodes);
  return { kind: dice.pick('first how', SICK), node, method: null, arg: dice.unit('first arg'), ...often };
}

/** Half of these faults can meet any question, the other half only questions of a few names. */
function namesBy(dice: Dice, label: string, answers?: number): { names?: number; answers?: number } {
  if (dice.chance(`${label} by name`, 0.5)) return {};
  return { names: dice.below(`${label} names`, 1_000_000), ...(answers !== undefined && { answers }) };
}

function makeByHand(dice: Dice, end: number): Atom {
  const from = dice.between('by hand at', ROUND_MS, end + 60_000);
  const which = dice.below('by hand which', 6);
  const what = dice.pick('by hand what', [
    'plain',
    'plain',
    'mark',
    'close',
    'close',
    'close',
    'release',
    'resume',
  ] as const);
  switch (what) {
    case 'plain':
      return { kind: 'payPlain', from, which, way: dice.pick('by hand way', ['together', 'one by one']) };
    case 'mark':
      return { kind: 'payByHand', from, which };
    case 'close':
      return { kind: 'exit', exit: what, from, which, ...(dice.chance('by hand named', 0.5) && { isNamed: true }) };
    case 'release':
      return { kind: 'exit', exit: what, from, which };
    case 'resume':
      return { kind: what, from };
  }
}

function makeOperator(dice: Dice, end: number): Atom {
  const from = dice.between('operator from', 0, end);
  const every = dice.pick('operator every', [10_000, 30_000, 60_000]);
  return { kind: 'operator', every, arg: dice.unit('operator arg'), from, to: end + 90_000 };
}

const STRANGERS = [
  'give',
  'dust',
  'move',
  'cross',
  'burn',
  'harvest',
  'flood',
  'copyMemo',
] as const satisfies AtomKind[];
const PERSONS = [
  'pause',
  'resume',
  'pauseTax',
  'resumeTax',
  'exit',
  'exit',
  'exit',
  'exitTax',
  'exitTax',
  'payByHand',
  'outflow',
  'outflow',
  'activate',
  'deploy',
] as const satisfies AtomKind[];

function makeStranger(
  kind: (typeof STRANGERS)[number],
  { dice, busy, span }: Pick<Making, 'dice' | 'busy' | 'span'>,
): Atom {
  switch (kind) {
    case 'give':
      return { kind, from: busy(kind), lamports: dice.pick('gift', [1, 10_000, 100_000_000, 3_000_000_000]) };
    case 'dust':
      return { kind, to_: dice.pick('dust to', ['pool', 'tax']), ...span(kind) };
    case 'move':
      return {
        ...{ kind, from: busy(kind), a: dice.below('move a', HOLDERS), b: dice.below('move b', HOLDERS) },
        part: dice.between('move part', 1, 100),
      };
    case 'cross':
      return { kind, holder: dice.below('crosser', HOLDERS), ...span(kind) };
    case 'burn':
      return { kind, ...span(kind) };
    case 'harvest':
      return { kind, ...span(kind) };
    case 'flood':
      return {
        kind,
        from: busy(kind),
        count: dice.pick('flood', [20, 300, 2_100]),
        at: dice.pick('flood at', ['pool', 'tax']),
      };
    case 'copyMemo':
      return { kind, from: busy(kind) };
  }
}

const SETTINGS = [
  ['MAX_DAILY_PAYOUT_SOL', '0.5'],
  ['DRAW_TOP_HOLDERS', '10'],
  ['AUTO_SWAP', 'false'],
  ['MAX_SWAP_GOD', '20000'],
  ['RECENT_WINNERS_MAX', '5'],
] as const;

function makePerson(
  kind: (typeof PERSONS)[number] | 'payPlain',
  { dice, busy, end }: Pick<Making, 'dice' | 'busy' | 'end'>,
): Atom {
  // Late in half of the cases, because the things that persons react to happen late.
  const from = dice.chance(`${kind} late`, 0.5)
    ? dice.between(`${kind} at`, ROUND_MS, end + 60_000)
    : busy(`${kind} at`);
  switch (kind) {
    case 'pause':
    case 'resume':
    case 'pauseTax':
    case 'resumeTax':
      return { kind, from };
    case 'exit':
      return {
        kind,
        from,
        exit: dice.pick('exit', ['release', 'close', 'shelve']),
        which: dice.below('exit which', 3),
      };
    case 'exitTax':
      return {
        ...{ kind, from, exit: dice.pick('tax exit', ['release', 'close', 'close']) },
        step: dice.pick('tax exit step', [null, 'harvest', 'withdraw', 'swap', 'distribute', 'distribute']),
      };
    case 'payByHand':
      return { kind, from, which: dice.below('by hand which', 3) };
    case 'payPlain':
      return {
        ...{ kind, from, which: dice.below('plain which', 3) },
        way: dice.pick('plain way', ['together', 'one by one']),
      };
    case 'outflow':
      return { kind, from, part: dice.between('outflow part', 5, 95) };
    case 'activate':
      return { kind, from, share: dice.between('activate share', 1, 99) };
    case 'deploy': {
      const [setting, value] = dice.pick('setting', SETTINGS);
      return { kind, from, setting, value };
    }
  }
}
