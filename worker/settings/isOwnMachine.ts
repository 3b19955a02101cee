/** Whether a host, perhaps with a port, is the machine that asks: nobody stands between a machine and itself. */
export function isOwnMachine(host: string): boolean {
  return /^(?:127\.0\.0\.1|localhost|\[::1\])(?::\d+)?$/.test(host);
}
