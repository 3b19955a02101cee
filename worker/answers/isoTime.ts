/** ISO 8601 of unix seconds. */
export function isoOfSeconds(unix: number): string {
  return isoOfMs(unix * 1000);
}

/** ISO 8601 of unix milliseconds. */
export function isoOfMs(unixMs: number): string {
  return new Date(unixMs).toISOString();
}
