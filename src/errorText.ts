/** The message of an error. Anything else that was thrown is turned into a text. */
export function errorText(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** The same for a log, with the stack where there is one. */
export function stackText(error: unknown): string {
  return (error instanceof Error && error.stack) || errorText(error);
}
