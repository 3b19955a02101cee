import { CURRENT_PROTOCOL } from '../../src/protocol/protocolOf.ts';

const real = CURRENT_PROTOCOL.verifyBeacon;
const verified = new Map<string, boolean>();

// To check a beacon takes 20 ms and gives the same result in every world, so each check is made only once.
Object.assign(CURRENT_PROTOCOL, {
  verifyBeacon: (...asked: Parameters<typeof real>) => {
    const name = JSON.stringify(asked);
    const known = verified.get(name) ?? real(...asked);
    verified.set(name, known);
    return known;
  },
});
