import { createServer, request, type Server } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';

/** A visitor's connection to a server: while it is cut, everything sent through it is lost. */
export interface Line {
  readonly url: string;
  cut(): void;
  mend(): void;
  /** From now on there is nothing at that path any more. */
  lose(path: string): void;
  stop(): Promise<void>;
}

export async function startLine(target: string): Promise<Line> {
  const { hostname, port } = new URL(target);
  const sockets = new Set<Socket>();
  const lost = new Set<string>();
  let isCut = false;
  const server: Server = createServer((incoming, outgoing) => {
    const { method, url, headers } = incoming;
    if (lost.has(url ?? '')) {
      outgoing.writeHead(410).end();
      return;
    }
    const asked = request({ hostname, port, method, path: url, headers }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(outgoing);
    });
    asked.on('error', () => outgoing.destroy());
    incoming.pipe(asked);
  });
  server.on('connection', (socket) => {
    if (isCut) socket.destroy();
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    cut: () => {
      isCut = true;
      for (const socket of sockets) socket.destroy();
    },
    mend: () => {
      isCut = false;
    },
    lose: (path) => void lost.add(path),
    stop: async () => {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
