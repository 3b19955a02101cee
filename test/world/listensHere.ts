import { readdir, readFile, readlink } from 'node:fs/promises';
import { portIsTaken } from './freePort.ts';

const LISTEN = '0A';

/**
 * Whether this process listens on a port of 127.0.0.1. On a system that does not tell which process owns a port:
 * whether any process does.
 */
export async function listensHere(port: number): Promise<boolean> {
  if (process.platform !== 'linux') return portIsTaken(port);
  const wanted = `:${port.toString(16).toUpperCase().padStart(4, '0')}`;
  const rows = (await readFile('/proc/self/net/tcp', 'utf8')).split('\n').map((row) => row.trim().split(/\s+/));
  // proc(5): local address, remote address, state, queues, timer, retransmissions, user, timeout, inode.
  const listening = rows.filter(([, local, , state]) => local?.endsWith(wanted) && state === LISTEN);
  const inodes = new Set(listening.map((row) => `socket:[${row[9]}]`));
  if (inodes.size === 0) return false;
  const open = await Promise.all((await readdir('/proc/self/fd')).map(targetOf));
  return open.some((target) => inodes.has(target));
}

/** Empty for a file that was closed meanwhile. */
function targetOf(descriptor: string): Promise<string> {
  return readlink(`/proc/self/fd/${descriptor}`).catch(() => '');
}
