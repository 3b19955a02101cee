import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

/**
 * Below what systems give to outgoing connections and to `listen(0)` (Linux from 32768, others from 49152): the port of
 * a server that was killed stays free until it is started again.
 */
const FROM = 10_240;
const TO = 32_768;
const TRIES = 100;

/** A port of 127.0.0.1 that nobody listens on at this moment, and that the system gives to nobody by itself. */
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
