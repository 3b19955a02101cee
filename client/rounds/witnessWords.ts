import type { Witness } from '../../src/contract/witness.ts';

/** Those who saw another list than the one with this root. */
export function differing(witnesses: readonly Witness[], root: string): readonly Witness[] {
  return witnesses.filter((witness) => witness.root !== null && witness.root !== root);
}

/** What a badge says of a round's watchers, each operator counted once: red as soon as one saw another list. */
export function witnessWords(
  witnesses: readonly Witness[],
  root: string,
): { readonly tone: string; readonly text: string } {
  const others = operatorsOf(differing(witnesses, root));
  const saw = operatorsOf(witnesses.filter((witness) => witness.root === root));
  const all = operatorsOf(witnesses);
  if (others > 0) return { tone: 'ruby', text: `${others} of ${all} saw another list` };
  const of = `${saw} of ${all} ${all === 1 ? 'watcher' : 'watchers'} confirmed this list`;
  return { tone: saw === all ? 'mint' : saw === 0 ? 'grey' : 'amber', text: of };
}

function operatorsOf(witnesses: readonly Witness[]): number {
  return new Set(witnesses.map(({ operator }) => operator)).size;
}

/** What one watcher said. */
export function watcherText({ root, entries, unjudged, signature }: Witness, published: string): string {
  if (signature === null) return 'has said nothing about this round';
  if (root === null) return 'was shown no list';
  const but = unjudged ? ` (${unjudged} of them not judged)` : '';
  return root === published ? `confirmed ${entries} wallets${but}` : `saw another list, of ${entries} wallets${but}`;
}
