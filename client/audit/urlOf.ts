/** A text as an address; null when it is none. `URL.parse` would do the same, and Safari has it from 18 on only. */
export function urlOf(text: string): URL | null {
  return URL.canParse(text) ? new URL(text) : null;
}
