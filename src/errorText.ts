/** The message of an error. Anything else that was thrown is turned into a text. */
export function errorText(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
