// `bigint-buffer`, deep inside spl-token, prints a warning on import when its native half is not built. Ours never is,
// because no install script runs, and its JavaScript half does the same. Import this module before any other that needs
// Solana.
const warn = console.warn;
console.warn = (...words: unknown[]): void => {
  if (!String(words[0]).startsWith('bigint: Failed to load bindings')) warn(...words);
};
