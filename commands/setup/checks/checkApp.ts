import { health } from '../../../src/contract/health.ts';
import { type Finding, fine, note, problem } from '../Finding.ts';
import type { SetupInput } from '../SetupInput.ts';

const TIMEOUT_MS = 10_000;
/** Within three minutes, a lottery that works has done everything once. */
export const PATIENCE_MS = 180_000;
const POLL_MS = 3_000;
/** How often a line says what is waited for. */
const TOLD_MS = 15_000;

export interface AppInput extends Pick<SetupInput, 'fetch' | 'now' | 'wait' | 'print'> {
  readonly url: string;
  /** The commit that has to answer; null: any. */
  readonly commit: string | null;
  /** Whether the lottery is behind an edge cache. */
  readonly hasEdge: boolean;
  /** How long to wait until everything is as expected. */
  readonly patienceMs: number;
  /**
   * `all is well`: waits until the health shows no problem. `this version`: waits only until the wanted version
   * answers, whatever its health.
   */
  readonly waitsFor?: 'all is well' | 'this version';
}

/**
 * Findings about the deployed lottery, seen from outside: it must be this very version, be healthy, and answer from the
 * edge's cache if it is behind one. Looks again until version and health are as `waitsFor` wants, or `patienceMs` are
 * over. Only if they are as wanted, the edge's cache is tried, once.
 */
export async function checkApp(input: AppInput): Promise<readonly Finding[]> {
  const { now, wait, print, commit, waitsFor = 'all is well' } = input;
  const until = now() + input.patienceMs;
  let told = now();
  for (;;) {
    const { isThere, findings } = await look(input, commit);
    const isWell = !findings.some(({ level }) => level === 'problem');
    if (isWell || (isThere && waitsFor === 'this version')) return [...findings, ...(await checkEdge(input))];
    if (now() >= until) return findings;
    if (now() - told >= TOLD_MS) {
      told = now();
      const [first] = findings;
      print(
        `  Waiting, for ${Math.round((until - told) / 1000)} s at most: ${first?.sentence ?? 'it is not well yet'}`,
      );
    }
    await wait(POLL_MS);
  }
}

interface Look {
  /** Whether the wanted version has answered. */
  readonly isThere: boolean;
  readonly findings: readonly Finding[];
}

async function look({ url, fetch }: AppInput, commit: string | null): Promise<Look> {
  const notThere = (text: string): Look => ({ isThere: false, findings: [problem('app', text)] });
  const answer = await fetch(`${url}/api/health`, { signal: AbortSignal.timeout(TIMEOUT_MS) })
    .then((response) => response.json())
    .catch(() => null);
  const parsed = health.safeParse(answer);
  if (!parsed.success) return notThere(`${url}/api/health does not answer. A new domain needs some minutes.`);
  const { parts, version, status } = parsed.data;
  if (commit !== null && !version.endsWith(`+${commit}`))
    return notThere(`${url} is version ${version}, and ${commit} was deployed. Run this again in a minute.`);
  // An alert is only a note: it may be about the very fault that this deployment mends.
  const rings = parts.filter(({ name, status: how }) => name === 'alerts' && how === 'degraded');
  const unwell = parts.filter((part) => part.status !== 'ok' && !rings.includes(part));
  const told = rings.map(({ detail }) => note('alerts', `${detail}. The console at ${url}/admin lists them.`));
  const findings = unwell.map((part) =>
    problem('app', `health’s part "${part.name}" is ${part.status}: ${part.detail}`),
  );
  if (status === 'down' && unwell.length === 0) findings.push(problem('app', `health says ${status}`));
  if (findings.length > 0) return { isThere: true, findings };
  return { isThere: true, findings: [fine('app', `${url} is well, version ${version}`), ...told] };
}

async function checkEdge({ url, fetch, hasEdge }: AppInput): Promise<Finding[]> {
  if (!hasEdge) return [note('edge', 'no cache stands before this address: a domain of your own has one')];
  const ask = () =>
    fetch(`${url}/api/config`, { signal: AbortSignal.timeout(TIMEOUT_MS) })
      .then(async (response) => {
        await response.body?.cancel();
        return response.headers.get('cf-cache-status');
      })
      .catch(() => null);
  await ask();
  const status = await ask();
  return status === 'HIT'
    ? [fine('edge', 'the second look at /api/config came from its cache')]
    : [
        problem(
          'edge',
          'The second look at /api/config did not come from the edge’s cache. Look at the domain’s cache rules.',
        ),
      ];
}
