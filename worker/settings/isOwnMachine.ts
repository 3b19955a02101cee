/** Whether a host, perhaps with a port, is this machine itself: nobody can listen on the way to it. */
export function isOwnMachine(host: string): boolean {
  return /^(?:127\.0\.0\.1|localhost|\[::1\])(?::\d+)?$/.test(host);
}
