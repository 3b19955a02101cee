import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
// Must be imported first: it saves the real setImmediate, with which it waits for microtasks.
import './scheduler.ts';
import { wordsOf } from '../world/wordsOf.ts';
import { readOptions, SIM_USAGE } from './options.ts';
import { installPlatform } from './platform.ts';
import { installQuickWeb3 } from './quickWeb3.ts';
import type { Drawn } from './search.ts';
import { startProfile } from './startProfile.ts';

const say = (line: string) => void process.stdout.write(`${line}\n`);
const clock = performance.now.bind(performance);
/** Milliseconds of CPU time so far: the speed is measured by it, because other programs may be busy on the machine. */
const worked = () => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
};
const options = wordsOf(SIM_USAGE, readOptions);
if (options.planted) {
  const { plantBugs } = await import('./plantBugs.ts');
  const bugs = await plantBugs(say);
  const caught = bugs.filter(({ found }) => found !== null).length;
  say(JSON.stringify({ planted: bugs.length, caught, seconds: Math.round(clock() / 1000) }));
  process.exit(caught === bugs.length ? 0 : 1);
}
if (options.isDifferential) {
  const { compareRuntimes } = await import('./differential/compare.ts');
  const { differences, ...figures } = await compareRuntimes({ from: options.from, seeds: options.seeds, say });
  say(JSON.stringify({ ...figures, seconds: Math.round(clock() / 1000) }));
  process.exit(differences.length === 0 ? 0 : 1);
}
installQuickWeb3();
installPlatform();
// With a trace, errors keep their stack, to show where the simulator itself fails.
if (options.isTraced) Error.stackTraceLimit = 10;
// Imported only now, so that the worker's modules find the simulated platform when they are loaded.
const { search } = await import('./search.ts');
const { planOf } = await import('./faults/plan.ts');
const { aimAt } = await import('./faults/aimAt.ts');

const { nodes, families, at, only } = options;
const asFamilies = families === null ? '' : ` --families ${families.join(',') || "''"}`;
const asAims = at.map((pair) => ` --at "${pair}"`).join('');
function* range(from: number, count: number): Generator<number> {
  for (let n = from; n < from + count; n++) yield n;
}
function* drawWorlds(): Generator<Drawn> {
  for (const file of options.plans)
    yield { plan: JSON.parse(readFileSync(file, 'utf8')).plan, again: `npm run sim -- --plan ${file}` };
  if (options.plans.length > 0) return;
  const began = clock();
  for (const seed of options.given ?? range(options.from, options.seeds)) {
    if (options.seconds !== null && clock() - began > options.seconds * 1000) return;
    const drawn = planOf(seed, { nodes, ...(families !== null && { families }) });
    const plan = at.reduce(aimAt, drawn);
    yield {
      plan: only === null ? plan : { ...plan, atoms: plan.atoms.filter((_, place) => only.includes(place)) },
      again: `npm run sim -- --seed ${seed} --nodes ${nodes}${asFamilies}${asAims}`,
    };
  }
}

const told = options.isProfiled ? startProfile() : null;
const { result, lines } = await search({
  ...{
    worlds: drawWorlds(),
    say,
    clock,
    worked,
    isTraced: options.isTraced,
    isTwice: options.isTwice,
    isCounting: options.isCounting,
  },
  ...{ isFirst: options.isFirst, shrink: options.shrink, isCovered: options.isCovered, isAimed: options.isAimed },
  keep(name, found) {
    if (options.keep === null) return;
    mkdirSync(options.keep, { recursive: true });
    writeFileSync(`${options.keep}/${name}.json`, `${JSON.stringify(found, null, 1)}\n`);
  },
});
for (const line of told?.() ?? []) say(line);
if (options.isTraced) {
  mkdirSync('.local', { recursive: true });
  writeFileSync('.local/sim-trace.txt', lines.join('\n'));
  say('The trace is in .local/sim-trace.txt.');
}
if (options.isJson) say(JSON.stringify(result));
process.exitCode = result.violations > 0 ? 1 : 0;
