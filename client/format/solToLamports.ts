/** A SOL figure that came without its exact lamports, as a decimal string of lamports. For display only. */
export function solToLamports(sol: number): string {
  return String(Math.max(0, Math.round(sol * 1e9)));
}
