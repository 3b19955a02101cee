// `bigint-buffer`, deep inside spl-token, prints a warning on import when its native half is not built. Here that half
// is never built, because no install script runs; the JavaScript half does the same work. Import this module before any
// other that needs Solana.
const warn = console.warn;
console.warn = (...words: unknown[]): void => {
  if (!String(words[0]).startsWith('bigint: Failed to load bindings')) warn(...words);
};
