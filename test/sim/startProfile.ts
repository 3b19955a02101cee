import { type Profiler, Session } from 'node:inspector';

const MOST_LINES = 12;

/**
 * Samples where this process spends its time. The returned function ends it and gives the result, the largest share
 * first.
 */
export function startProfile(): () => readonly string[] {
  const session = new Session();
  session.connect();
  session.post('Profiler.enable');
  session.post('Profiler.start');
  return () => {
    let lines: readonly string[] = [];
    // The answer is there when the call returns, because the session belongs to the same thread.
    session.post('Profiler.stop', (error, { profile } = {} as Profiler.StopReturnType) => {
      if (error === null) lines = tell(profile);
    });
    session.disconnect();
    return lines;
  };
}

function tell({ nodes }: Profiler.Profile): readonly string[] {
  const hits = new Map<string, number>();
  for (const { callFrame, hitCount = 0 } of nodes) {
    if (callFrame.functionName === '(idle)') continue;
    const part = partOf(callFrame);
    hits.set(part, (hits.get(part) ?? 0) + hitCount);
  }
  const all = [...hits.values()].reduce((sum, n) => sum + n, 0);
  return [...hits]
    .sort(([, a], [, b]) => b - a)
    .slice(0, MOST_LINES)
    .map(([part, n]) => `${((100 * n) / Math.max(1, all)).toFixed(1).padStart(5)}% ${part}`);
}

/**
 * The part that a function belongs to: a package, a folder of the product, a file of the simulator, or the engine
 * itself.
 */
function partOf({ url, functionName }: Profiler.Profile['nodes'][number]['callFrame']): string {
  const [, dependency] = /node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(url) ?? [];
  if (dependency !== undefined) return dependency;
  const [, own] = /\/(test\/sim\/[\w./]+|worker\/\w+|src\/\w+)/.exec(url) ?? [];
  return own ?? (url === '' ? `${functionName || 'the engine'} (native)` : url);
}
