import { useRef, useState } from 'react';
import type { PublicConfig } from '../../src/contract/config.ts';
import type { InclusionAnswer } from './InclusionAnswer.ts';
import { useThread } from './useThread.ts';
import { verifySettings } from './verifySettings.ts';

/** How far the search for a wallet in a round's list is. */
export type InclusionSearch =
  | { readonly kind: 'idle' | 'running' | 'failed' }
  | { readonly kind: 'done'; readonly answer: InclusionAnswer };

/** Looks for a wallet in the list of a round, when told to, in the verifier's thread; each time the chain is read anew. */
export function useInclusion(config: PublicConfig | null, address: string) {
  const [search, setSearch] = useState<InclusionSearch>({ kind: 'idle' });
  const thread = useThread();
  const run = useRef(0);

  const find = async (round: number, current: number) => {
    if (config === null) throw new Error('the public settings are not known yet');
    const settings = verifySettings(config);
    const answer = await (await thread()).findInclusion({ round, address, settings, run: current });
    if (current === run.current) setSearch({ kind: 'done', answer });
  };

  const start = (round: number) => {
    const current = ++run.current;
    setSearch({ kind: 'running' });
    find(round, current).catch((error: unknown) => {
      console.error('The check stopped.', error);
      if (current === run.current) setSearch({ kind: 'failed' });
    });
  };
  return [search, start] as const;
}
