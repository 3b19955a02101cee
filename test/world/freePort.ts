import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

/**
 * Below the ports that systems give to outgoing connections and to `listen(0)` (Linux from 32768, others from 49152),
 * so that the port of a killed server stays free until the server is started again.
 */
const FROM = 10_240;
const TO = 32_768;
const TRIES = 100;

/** A port of 127.0.0.1 on which nobody listens at this moment, and which the system does not give away by itself. */
export async function freePort(): Promise<number> {
  for (let tried = 0; tried < TRIES; tried += 1) {
    const port = randomInt(FROM, TO);
    if (!(await portIsTaken(port))) return port;
  }
  throw new Error(`None of ${TRIES} ports of 127.0.0.1 from ${FROM} to ${TO} is free`);
}

/** Whether somebody listens on this port of 127.0.0.1. */
export function portIsTaken(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(true));
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(false)));
  });
}
