/** Whether a host, perhaps with a port, is this machine itself: on that way nobody can listen. */
export function isOwnMachine(host: string): boolean {
  return /^(?:127\.0\.0\.1|localhost|\[::1\])(?::\d+)?$/.test(host);
}
