import { describe, expect, it } from 'vitest';
import { protocolOf } from '../../../src/protocol/protocolOf.ts';
import { QUICKNET } from '../../../src/protocol/terms/beaconNetwork.ts';
import { type BeaconQuestion, createFetchBeacon } from '../../../worker/feeds/fetchBeacon.ts';
import { neverCalled } from '../../domain/neverCalled.ts';
import { BEACON_1000, BEACON_1001 } from '../honestRound.ts';

const KEY = 'canary-4711';

describe('asking drand relays for a beacon', () => {
  type Relay = (signal: AbortSignal) => Response | Promise<Response>;
  const answer = (round: number, signature: string) => () => Response.json({ round, signature, randomness: '00' });
  const good = answer(1_000, BEACON_1000.signature);
  const notYet = () => new Response('', { status: 404, headers: { 'cache-control': 'public, max-age=3' } });
  const broken = () => {
    throw new TypeError('network');
  };
  /** Never answers; ends as `fetch` does when it is told to. */
  const hanging: Relay = (signal) =>
    new Promise((_, reject) => {
      signal.addEventListener('abort', () => reject(signal.reason));
    });

  function relays(...list: Relay[]) {
    const said: string[] = [];
    const asked: { url: string; signal: AbortSignal; cache: string | undefined }[] = [];
    const fetch = createFetchBeacon({
      urls: list.map((_, i) => `https://relay-${i}.test/${KEY}`),
      log: (message) => said.push(message),
      fetch: async (input, init) => {
        const url = String(input);
        const signal = init?.signal as AbortSignal;
        asked.push({ url, signal, cache: init?.cache });
        return (list[Number(/relay-(\d)/.exec(url)?.[1])] ?? neverCalled(url))(signal);
      },
    });
    const fetchBeacon = (round: number, altered: Partial<BeaconQuestion> = {}) =>
      fetch({ protocol: protocolOf(1), network: QUICKNET, round, patienceMs: 2_000, ...altered });
    return { fetchBeacon, said, asked };
  }

  it('takes the signature that verifies, and computes the randomness itself', async () => {
    const { fetchBeacon, asked } = relays(good);
    expect(await fetchBeacon(1_000)).toEqual(BEACON_1000);
    expect(asked).toMatchObject([{ url: `https://relay-0.test/${KEY}/public/1000`, cache: 'no-store' }]);
  });

  it.each([
    ['a signature of another round', answer(1_000, BEACON_1001.signature)],
    ['another round with its own signature', answer(1_001, BEACON_1001.signature)],
    ['the right signature under another number', answer(1_001, BEACON_1000.signature)],
    ['nonsense for a signature', answer(1_000, 'ff')],
    ['no signature', () => Response.json({ round: 1_000 })],
    ['HTML', () => new Response('<html>')],
    ['500', () => new Response('', { status: 500 })],
    ['nothing, for its network is down', broken],
  ])('takes no beacon from a relay that answers %s', async (_what, relay) => {
    expect(await relays(relay).fetchBeacon(1_000)).toBeNull();
    expect(await relays(relay, good).fetchBeacon(1_000)).toEqual(BEACON_1000);
  });

  it('tells of a relay that lied, by its host alone', async () => {
    const { fetchBeacon, said } = relays(answer(1_000, BEACON_1001.signature), notYet);
    expect(await fetchBeacon(1_000)).toBeNull();
    expect(said).toEqual(['beacon relay relay-0.test gave no valid beacon of round 1000']);
  });

  it('has none while every relay says it is not there yet', async () => {
    const { fetchBeacon, said } = relays(notYet, notYet, notYet);
    expect(await fetchBeacon(1_000)).toBeNull();
    expect(said).toEqual([]);
  });

  it('waits for no relay that hangs while another one answers, and ends the call', async () => {
    const { fetchBeacon, asked } = relays(hanging, good);
    expect(await fetchBeacon(1_000)).toEqual(BEACON_1000);
    expect(asked.map(({ signal }) => signal.aborted)).toEqual([true, true]);
  });

  it('gives up on relays that hang when its patience ends, and ends the call', async () => {
    const { fetchBeacon, asked } = relays(hanging, notYet);
    expect(await fetchBeacon(1_000, { patienceMs: 20 })).toBeNull();
    expect(asked[0]?.signal.aborted).toBe(true);
  });

  it('reads no more of an answer than a beacon can have, because an endless one would fill the object’s memory', async () => {
    let sent = 0;
    const endless = () =>
      new Response(
        new ReadableStream({
          pull(controller) {
            sent += 65_536;
            if (sent > 4_000_000) controller.close();
            else controller.enqueue(new Uint8Array(65_536).fill(32));
          },
        }),
      );
    expect(await relays(endless).fetchBeacon(1_000)).toBeNull();
    expect(sent).toBeLessThan(500_000);
    expect(await relays(endless, good).fetchBeacon(1_000)).toEqual(BEACON_1000);
  });

  it('verifies under the network that the round named', async () => {
    // The generator of G2: a valid key, of nobody.
    const publicKey =
      '93e02b6052719f607dacd3a088274f65596bd0d09920b61ab5da61bbdc7f5049334cf11213945d57e5ac7d055d042b7e' +
      '024aa2b2f08f0a91260805272dc51051c6e47ad4fa403b02b4510b647ae3d1770bac0326a805bbefd48056c8c121bdb8';
    expect(await relays(good).fetchBeacon(1_000, { network: { ...QUICKNET, publicKey } })).toBeNull();
  });

  it('has none without relays', async () => {
    expect(await relays().fetchBeacon(1_000)).toBeNull();
  });
});
