/**
 * Reads a price that an exchange writes as text, such as "150.25000000". Null for any text but digits with at most one
 * point between them: `Number` would also accept "", " 5", "1e3", "0x10" and "Infinity".
 */
export function parseDecimal(text: string): number | null {
  return /^\d{1,15}(?:\.\d{1,18})?$/.test(text) ? Number(text) : null;
}
