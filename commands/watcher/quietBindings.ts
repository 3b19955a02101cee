// `bigint-buffer`, which spl-token uses, prints a warning on import when its native half is not built. It never is
// here: no install script runs, and the JavaScript half does the same work. Import this module before any other that
// needs Solana.
const warn = console.warn;
console.warn = (...words: unknown[]): void => {
  if (!String(words[0]).startsWith('bigint: Failed to load bindings')) warn(...words);
};
