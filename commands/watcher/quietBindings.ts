// `bigint-buffer`, which spl-token uses, prints a warning on import when its native half is not built. Here it is not
// built, because no install script runs, and the JavaScript half does the same work. Import this module before any
// module that needs Solana.
const warn = console.warn;
console.warn = (...words: unknown[]): void => {
  if (!String(words[0]).startsWith('bigint: Failed to load bindings')) warn(...words);
};
