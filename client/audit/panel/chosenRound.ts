/** The round that a page's query asks for, `?round=12`; null for anything else. */
export function chosenRound(query: string): number | null {
  const text = new URLSearchParams(query).get('round') ?? '';
  return /^[1-9]\d{0,8}$/.test(text) ? Number(text) : null;
}
