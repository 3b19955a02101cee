import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** `npm run count`: how many files each room has and how long they are, as markdown. */
const ROOMS = ['src', 'worker', 'client', 'commands', 'test'];
const SOURCE = /\.(?:tsx?|css|py)$/;
const LONGEST_SOURCE = 200;
const LONGEST_TEST = 300;

interface Counted {
  readonly path: string;
  readonly lines: number;
}

const files: readonly Counted[] = ROOMS.flatMap((room) =>
  readdirSync(room, { recursive: true, encoding: 'utf8' })
    .filter((name) => SOURCE.test(name))
    .map((name) => join(room, name))
    .sort()
    .map((path) => ({ path, lines: readFileSync(path, 'utf8').split('\n').length - 1 })),
);
const folders = Map.groupBy(files, ({ path }) => dirname(path));
const limitOf = (path: string) => (path.startsWith('test/') ? LONGEST_TEST : LONGEST_SOURCE);

print('', table(Map.groupBy(files, ({ path }) => path.split('/')[0] ?? '')));
print('Folders', table(folders));
print(
  'Folders with one file',
  [...folders].filter(([, within]) => within.length === 1).map(([folder]) => `- \`${folder}\``),
);
print(
  `Files over ${LONGEST_SOURCE} lines, tests over ${LONGEST_TEST}`,
  files
    .filter(({ path, lines }) => lines > limitOf(path))
    .sort((one, other) => other.lines - one.lines)
    .map(({ path, lines }) => `- \`${path}\`: ${lines}`),
);

function table(groups: ReadonlyMap<string, readonly Counted[]>): string[] {
  const rows = [...groups]
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([name, within]) => {
      const lengths = within.map(({ lines }) => lines).sort((one, other) => one - other);
      const [median, most, longest] = [0.5, 0.9, 1].map((share) => lengths[Math.ceil(share * lengths.length) - 1]);
      return `| \`${name}\` | ${within.length} | ${median} | ${most} | ${longest} |`;
    });
  return ['| room | files | median | 90% | longest |', '|---|---|---|---|---|', ...rows];
}

function print(title: string, lines: readonly string[]): void {
  if (title !== '') console.log(`\n## ${title}\n`);
  console.log(lines.length === 0 ? 'None.' : lines.join('\n'));
}
