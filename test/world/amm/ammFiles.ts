import { existsSync } from 'node:fs';

/** Programs of mainnet that the world loads when their files are given (Solana's own tools dump them). */
export interface AmmFiles {
  /** Raydium's CPMM; with it the exchanges' answers are swaps against a pool. */
  readonly cpmm: string | null;
  /** Jupiter v6; it needs the CPMM. */
  readonly jupiter: string | null;
  /** SPL Memo v3, as mainnet has it, in place of the runtime's own. */
  readonly memo: string | null;
}

const VARIABLES = { cpmm: 'RAYDIUM_CPMM_SO', jupiter: 'JUPITER_SO', memo: 'MEMO_V3_SO' } as const;

/** The files named in the environment; an empty variable counts as not set. Problems are sentences that name the variable. */
export function ammFiles(env: Readonly<Record<string, string | undefined>>): {
  readonly files: AmmFiles;
  readonly problems: readonly string[];
} {
  const fileOf = (name: string) => env[name]?.trim() || null;
  const files = { cpmm: fileOf(VARIABLES.cpmm), jupiter: fileOf(VARIABLES.jupiter), memo: fileOf(VARIABLES.memo) };
  const problems = Object.entries(VARIABLES).flatMap(([program, variable]) => {
    const file = files[program as keyof AmmFiles];
    return file !== null && !existsSync(file) ? [`${variable} names ${file}, which is no file`] : [];
  });
  if (files.jupiter !== null && files.cpmm === null)
    problems.push(`${VARIABLES.jupiter} needs ${VARIABLES.cpmm}: Jupiter sells through its pool`);
  return { files, problems };
}

/** The variables that are missing for a test, as words for its name; null when none is. */
export function missingFiles(files: AmmFiles, needed: readonly (keyof AmmFiles)[]): string | null {
  const missing = needed.filter((program) => files[program] === null).map((program) => VARIABLES[program]);
  return missing.length === 0 ? null : `skipped: ${missing.join(' and ')} not set`;
}
