import type { Witness } from '../../src/contract/witness.ts';

/** Those who saw another list than the one with this root. */
export function differing(witnesses: readonly Witness[], root: string): readonly Witness[] {
  return witnesses.filter((witness) => witness.root !== null && witness.root !== root);
}

/** What a badge says of a round's watchers: red as soon as one saw another list. */
export function witnessWords(
  witnesses: readonly Witness[],
  root: string,
): { readonly tone: string; readonly text: string } {
  const others = differing(witnesses, root).length;
  const saw = witnesses.filter((witness) => witness.root === root).length;
  const of = `${saw} of ${witnesses.length} ${witnesses.length === 1 ? 'watcher' : 'watchers'} confirmed this list`;
  if (others > 0) return { tone: 'ruby', text: `${others} of ${witnesses.length} saw another list` };
  return { tone: saw === witnesses.length ? 'mint' : saw === 0 ? 'grey' : 'amber', text: of };
}

/** What one watcher said. */
export function watcherText({ root, entries }: Witness, published: string): string {
  if (root === null) return 'has said nothing about this round';
  return root === published ? `confirmed ${entries} wallets` : `saw another list, of ${entries} wallets`;
}
