import { WitnessLine } from '../../client/rounds/WitnessLine.tsx';
import { explorerOf } from '../../client/ui/ExternalLink.tsx';
import type { Witness } from '../../src/contract/witness.ts';
import type { Exhibit, Group } from './Gallery.tsx';
import { CONFIG, LAST_SEAL } from './lottery.ts';

const { root } = LAST_SEAL;
const SILENT = { root: null, entries: null, unjudged: null, signature: null, slot: null, blockTime: null };
const SAID = {
  root,
  entries: 224,
  unjudged: 0,
  signature: LAST_SEAL.signature,
  slot: 300,
  blockTime: LAST_SEAL.sealedAt,
};
const OTHER = { ...SAID, root: 'c0ffee00'.repeat(8), entries: 225 };
const SHOWN_NONE = { ...SAID, root: null, entries: null, unjudged: null };

const watchers = (...said: readonly Omit<Witness, 'name' | 'operator' | 'address'>[]): Witness[] =>
  said.map((each, i) => ({
    ...each,
    name: ['Ada', 'Grace', 'A watcher with a name as long as allowed!'][i] ?? 'Emmy',
    operator: ['Ada’s house', 'Grace', 'The society for lotteries that can be proven'][i] ?? 'Emmy',
    address: CONFIG.mint,
  }));

const CASES: Readonly<Record<string, readonly Witness[]>> = {
  'three of three saw the list': watchers(SAID, SAID, SAID),
  'one has said nothing': watchers(SAID, SILENT, SAID),
  'nobody has said anything yet': watchers(SILENT, SILENT),
  'one was shown none, and one left wallets not judged': watchers(SHOWN_NONE, { ...SAID, unjudged: 4 }),
  'one saw another list': watchers(SAID, OTHER, SILENT),
  'the only one saw the list': watchers(SAID),
};

/** The line of the watchers in every state. */
export const WITNESSES: Group = {
  title: 'The watchers',
  exhibits: Object.entries(CASES).map(
    ([state, witnesses]): Exhibit => [
      state,
      <div key={state} className="wrap panel">
        <WitnessLine witnesses={witnesses} root={root} explorer={explorerOf(CONFIG)} />
      </div>,
    ],
  ),
};
