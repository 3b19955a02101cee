/** The words of an error. Anything else that was thrown becomes a text. */
export function errorText(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
