import type { Atom } from './atoms.ts';

const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`;
const span = ({ from, to }: { readonly from: number; readonly to: number }) =>
  from === 0 ? `until ${seconds(to)}` : `from ${seconds(from)} to ${seconds(to)}`;
const often = (rate: number) => (rate === 1 ? '' : `, ${Math.round(rate * 100)}% of the time`);
interface Some {
  readonly names?: number;
  readonly name?: string;
  readonly isFirst?: boolean;
}
const some = ({ names, name, isFirst }: Some) =>
  `${names === undefined ? '' : ` to some questions (${names})`}${name === undefined ? '' : ` to "${name}"`}${isFirst ? ' to what is asked for the first time' : ''}`;
const node = ({ node: place }: { readonly node: number }) => `node ${place + 1}`;

/** An atom as a sentence of a story. */
export function tellAtom(atom: Atom): string {
  switch (atom.kind) {
    case 'lie':
      return `${node(atom)} lies (${atom.lie}, ${atom.arg.toFixed(3)})${often(atom.rate)}${atom.isOnlyAlone ? ' while it is alone' : ''}, ${span(atom)}`;
    case 'refuse':
    case 'silent':
    case 'slow':
    case 'lag':
      return `${node(atom)}: ${HOW[atom.kind](atom.arg)} to ${atom.method ?? 'every question'}${some(atom)}${often(atom.rate)}, ${span(atom)}`;
    case 'hole':
      return `${node(atom)} has lost its blocks of the time ${span(atom)}${atom.until === undefined ? '' : `, and gets them back at ${seconds(atom.until)}`}`;
    case 'forget':
      return `${node(atom)} knows nothing from before ${seconds(atom.from)}`;
    case 'd1':
      return `the database fails ${atom.fault} its effect${often(atom.rate)}${some(atom)}, ${span(atom)}`;
    case 'crash':
      return `the ${atom.object} object dies at its answer ${atom.answers}${some(atom)} after ${seconds(atom.from)}, and is back ${seconds(atom.gap)} later`;
    case 'overlap':
      return `a second ${atom.object} object begins at ${seconds(atom.from)}, and the first lives on for ${seconds(atom.lasts)}`;
    case 'restore':
      return `at ${seconds(atom.from)} the database becomes what it was at ${seconds(atom.copyAt)}${atom.isUnderLife ? ', and the objects live on' : ''}`;
    case 'deploy':
      return `at ${seconds(atom.from)} ${atom.setting}=${atom.value} is deployed`;
    case 'lose':
      return `transactions never land${often(atom.rate)}, ${span(atom)}`;
    case 'congest':
      return `transactions land up to ${atom.slots} slots late, ${span(atom)}`;
    case 'fork':
      return `at ${seconds(atom.from)} a fork drops ${atom.depth} blocks`;
    case 'relay':
      return `the beacon's relays are ${atom.how}, ${span(atom)}`;
    case 'exchange':
      return `${atom.name}: ${atom.how}, ${span(atom)}`;
    case 'clock':
      return `the worker's clock is ${seconds(atom.by)} off, ${span(atom)}`;
    case 'noCron':
      return `no cron comes, ${span(atom)}`;
    case 'lostCron':
      return `${atom.cron === null ? 'crons are' : `the cron ${atom.cron} is`} lost${often(atom.rate)}, ${span(atom)}`;
    case 'cronTwice':
      return `at ${seconds(atom.from)} crons come twice`;
    case 'stop':
      return `the platform does not run the ${atom.object} object${atom.isHanging ? ', and calls of it hang' : ''}, ${span(atom)}`;
    case 'refused':
      return `the settings are refused, ${span(atom)}`;
    case 'channel':
      return `the channel of alerts: ${atom.how}${often(atom.rate)}, ${span(atom)}`;
    case 'give':
      return `at ${seconds(atom.from)} a stranger gives the pool ${atom.lamports} lamports`;
    case 'dust':
      return `a stranger dusts the ${atom.to_} wallet in every slot, ${span(atom)}`;
    case 'move':
      return `at ${seconds(atom.from)} holder ${atom.a} sends ${atom.part}% to holder ${atom.b}`;
    case 'cross':
      return `holder ${atom.holder} crosses the threshold in every slot, ${span(atom)}`;
    case 'burn':
      return `somebody burns in every slot, ${span(atom)}`;
    case 'harvest':
      return `somebody harvests in every slot, ${span(atom)}`;
    case 'flood':
      return `at ${seconds(atom.from)} ${atom.count} transactions name the ${atom.at} wallet`;
    case 'copyMemo':
      return `at ${seconds(atom.from)} a stranger copies our newest memo`;
    case 'pause':
    case 'resume':
    case 'pauseTax':
    case 'resumeTax':
      return `at ${seconds(atom.from)} a person: ${atom.kind}`;
    case 'exit':
      return `at ${seconds(atom.from)} a person chooses "${atom.exit}" for held round number ${atom.which + 1}${atom.isNamed === true ? ', and names the newest payment by hand' : ''}`;
    case 'exitTax':
      return `from ${seconds(atom.from)} on a person chooses "${atom.exit}" for the tax cycle ${atom.step === null ? 'under way' : `at its step "${atom.step}"`}`;
    case 'reject':
      return `the chain refuses transactions of ${atom.accounts} accounts or more${often(atom.rate)}, ${span(atom)}`;
    case 'payByHand':
      return `at ${seconds(atom.from)} a person pays held round number ${atom.which + 1} with its mark`;
    case 'payPlain':
      return `at ${seconds(atom.from)} a person pays held round number ${atom.which + 1} by plain transfers, ${atom.way}`;
    case 'outflow':
      return `at ${seconds(atom.from)} somebody with the key takes ${atom.part}% of the pool`;
    case 'operator':
      return `an operator looks every ${seconds(atom.every)} at what waits for a person (${atom.arg.toFixed(3)}), ${span(atom)}`;
    case 'activate':
      return `at ${seconds(atom.from)} a person activates ${atom.share}% for the pool`;
  }
}

const HOW = {
  refuse: () => 'answers 429',
  silent: () => 'does not answer',
  slow: (arg: number) => `answers ${seconds(200 + arg * 6_000)} late`,
  lag: (arg: number) => `answers as of ${Math.floor(2 + arg * 200)} blocks ago`,
} as const;
