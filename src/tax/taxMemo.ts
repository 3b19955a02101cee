/**
 * The text by which one part of a cycle's distribution is found on chain; docs/protocol.md, section 9. `part` counts
 * from 0.
 */
export function taxMemo(of: { readonly cycle: number; readonly configVersion: number; readonly part: number }): string {
  return `GOD1 tax cycle=${of.cycle} config=v${of.configVersion} part=${of.part}`;
}

/** The cycle and part that a text names; null for any other text. */
export function parseTaxMemo(text: string): { cycle: number; part: number } | null {
  const match = /^GOD1 tax cycle=([1-9]\d{0,14}) config=v(?:0|[1-9]\d{0,8}) part=(0|[1-9]\d{0,5})$/.exec(text);
  return match === null ? null : { cycle: Number(match[1]), part: Number(match[2]) };
}
