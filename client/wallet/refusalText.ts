/** The server's word on a field, `address: must be …`, as a sentence. */
export function refusalText(error: string): string {
  return `The ${error.replace(': ', ' ')}.`;
}
