/** Whether a host, perhaps with a port, is this machine. Nobody else can read or change what is sent to it. */
export function isOwnMachine(host: string): boolean {
  return /^(?:127\.0\.0\.1|localhost|\[::1\])(?::\d+)?$/.test(host);
}
