import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { describe, expect, it } from 'vitest';
import { listensHere } from '../world/listensHere.ts';

const LISTENER = `const server = require('node:net').createServer().listen(0, '127.0.0.1', () => console.log(server.address().port))`;

describe('whether this process listens on a port', () => {
  it('differs from another process that listens, and from a port on which nobody listens', async () => {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    const address = server.address();
    const own = typeof address === 'object' && address ? address.port : 0;
    expect(await listensHere(own)).toBe(true);
    server.close();
    await once(server, 'close');
    expect(await listensHere(own)).toBe(false);

    const other = spawn(process.execPath, ['-e', LISTENER], { stdio: ['ignore', 'pipe', 'inherit'] });
    const [port] = await once(other.stdout, 'data');
    expect(await listensHere(Number(port))).toBe(process.platform !== 'linux');
    other.kill();
    await once(other, 'exit');
  });
});
