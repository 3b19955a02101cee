import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { expect, it, vi } from 'vitest';
import type { AskChain } from '../../client/audit/chain/askChain.ts';
import { createChainView } from '../../client/audit/chain/chainView.ts';
import { jsonOf } from '../../client/audit/chain/readJson.ts';
import { address } from '../../src/address/address.ts';
import { HOSTILE_CHAINS, type HostileCase, type HostileServer } from '../client/hostileChains.ts';
import { hostileNode } from '../client/hostileNode.ts';
import { summaryOf, verifyOffline } from '../client/offline.ts';

vi.mock('../../src/protocol/v1/verifyBeacon.ts', async (original) =>
  (await import('../client/rememberedBeacon.ts')).rememberedBeacon(await original()),
);

const SEED = process.env.VERDICTS_SEED ?? String(Date.now());
const PROOFS = Number(process.env.VERDICTS_PROOFS ?? 20_000);
const SERVERS = Number(process.env.VERDICTS_SERVERS ?? 5_000);
const MAKER = new URL('../independent/fuzz_verdicts.py', import.meta.url).pathname;
const HONEST = { name: 'honest', verdict: 'proven' } as const;

interface Lie {
  readonly method: string;
  readonly path: readonly (string | number)[];
  /** The value to put there; without one the member is removed. */
  readonly value?: unknown;
}

interface FuzzedCase {
  readonly kind: string;
  readonly number: number;
  readonly base: number | null;
  /** Signed for this case alone. */
  readonly made: Pick<HostileCase, 'add' | 'remove'> | null;
  readonly text: string;
  readonly servers: readonly HostileServer[];
  readonly lies: readonly (readonly Lie[])[];
  readonly asked: number;
  readonly pinned: string | null;
  readonly judged: Readonly<Record<string, unknown>>;
}

const has = (of: unknown, name: string | number) =>
  Array.isArray(of)
    ? typeof name === 'number' && name < of.length
    : typeof of === 'object' && of !== null && typeof name === 'string' && Object.hasOwn(of, name);

/** Changes or removes the value at the lie's path; does nothing when there is no such path. */
function change(of: unknown, { path, ...lie }: Lie): void {
  let part = of as Record<string | number, unknown>;
  const last = path.at(-1) ?? '';
  for (const name of path.slice(0, -1)) {
    if (!has(part, name)) return;
    part = part[name] as Record<string | number, unknown>;
  }
  if (!has(part, last)) return;
  if ('value' in lie) part[last] = lie.value;
  else if (Array.isArray(part)) part.splice(Number(last), 1);
  else delete part[last];
}

/** A server that changes its answers to some methods at the paths of the lies. */
function lying(ask: AskChain, lies: readonly Lie[]): AskChain {
  return async (method, params) => {
    const answer = structuredClone({ '': await ask(method, params) });
    for (const lie of lies) if (lie.method === method) change(answer, { ...lie, path: ['', ...lie.path] });
    return answer[''] ?? null;
  };
}

async function judge({ base, made, text, servers, lies, asked, pinned }: FuzzedCase) {
  const of = made === null ? ((base === null ? null : HOSTILE_CHAINS.cases[base]) ?? HONEST) : { ...HONEST, ...made };
  const nodes = servers.map((server, index) => lying(hostileNode(of, server), lies[index] ?? []));
  const [first = lying(hostileNode(of), []), ...others] = nodes;
  const lottery = { mint: address(HOSTILE_CHAINS.mint), pinned };
  const view = createChainView(first, ...others);
  const report = await verifyOffline(jsonOf(text), { view, lottery, round: asked });
  const { verdict, hour, state, steps } = report;
  const unforeseen = steps.filter(({ value }) => value.startsWith('the check stopped'));
  const said = { verdict, hour, lottery: report.lottery?.hash ?? null, state, ...summaryOf(report) };
  return unforeseen.length === 0 ? said : { ...said, exception: unforeseen };
}

it(
  'gives the same verdict as the verifier in Python for every random proof and server',
  async () => {
    console.log(`seed ${SEED}: ${PROOFS} changed proofs, ${SERVERS} lying servers`);
    const maker = spawn('python3', ['-B', MAKER, SEED, String(PROOFS), String(SERVERS)]);
    maker.stderr.pipe(process.stderr);
    const verdicts = new Map<string, number>();
    const differences: unknown[] = [];
    let count = 0;
    for await (const line of createInterface({ input: maker.stdout })) {
      const of = JSON.parse(line) as FuzzedCase;
      const said = await judge(of).catch((error: unknown) => ({ verdict: 'none', exception: String(error) }));
      const key = `${of.kind} ${of.judged.verdict}`;
      verdicts.set(key, (verdicts.get(key) ?? 0) + 1);
      count++;
      const isDifferent = JSON.stringify(said) !== JSON.stringify(of.judged) || 'exception' in said;
      if (isDifferent && differences.push([of.kind, of.number, of.judged, said]) <= 20)
        console.log(JSON.stringify(differences.at(-1)));
    }
    console.log(Object.fromEntries([...verdicts].toSorted()));
    expect(differences.slice(0, 20), `seed ${SEED}`).toEqual([]);
    expect(count).toBe(PROOFS + SERVERS);
  },
  3 * 3_600_000,
);
