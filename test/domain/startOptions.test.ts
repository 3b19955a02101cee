import { describe, expect, it } from 'vitest';
import { startOptions } from '../world/startOptions.ts';

const SEED = 'a seed';
const [ONE, TWO] = ['http://127.0.0.1:4001', 'http://127.0.0.1:4002'];

function problemsOf(env: NodeJS.ProcessEnv): readonly string[] {
  const parsed = startOptions(env, SEED);
  return 'problems' in parsed ? parsed.problems : [];
}

function optionsOf(env: NodeJS.ProcessEnv) {
  const parsed = startOptions(env, SEED);
  if ('problems' in parsed) throw new Error(parsed.problems.join('\n'));
  return parsed.options;
}

describe('the variables of npm start', () => {
  it('may all be missing: then there are three nodes of its own', () => {
    expect(optionsOf({ NODES: ' ', RPC_PROXIES: '' })).toMatchObject({ NODES: 3, proxies: [] });
  });

  it.each(['1', '2', '3'])('take %s nodes', (nodes) => {
    expect(optionsOf({ NODES: nodes }).NODES).toBe(Number(nodes));
  });

  it.each(['0', '4', '-1', '2.5', 'two'])('take no %s nodes', (nodes) => {
    expect(problemsOf({ NODES: nodes })).toEqual([
      `NODES must be a whole number from 1 to 3, got ${JSON.stringify(nodes)}`,
    ]);
  });

  it('take addresses that the worker asks instead', () => {
    expect(optionsOf({ RPC_PROXIES: ` ${ONE}/ ,${TWO},` }).proxies).toEqual([ONE, TWO]);
  });

  it.each([
    [
      { RPC_PROXIES: `${ONE},localhost:4002` },
      'RPC_PROXIES must be http addresses between commas, got "localhost:4002"',
    ],
    [{ RPC_PROXIES: 'ws://a.test,b' }, 'RPC_PROXIES must be http addresses between commas, got "ws://a.test", "b"'],
    [{ RPC_PROXIES: `${ONE},${ONE}/` }, 'RPC_PROXIES names one address twice'],
    [
      { RPC_PROXIES: ONE, NODES: '2' },
      'RPC_PROXIES and NODES cannot be set both: the addresses of RPC_PROXIES are the nodes',
    ],
  ])('explain %j', (env, sentence) => {
    expect(problemsOf(env)).toEqual([sentence]);
  });

  it('are explained all at once', () => {
    expect(problemsOf({ NODES: '9', RPC_PROXIES: 'x', STRANGER: 'yes', POOL_SOL: '-1' })).toHaveLength(5);
  });
});
