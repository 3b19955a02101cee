import { afterEach, describe, expect, it, vi } from 'vitest';
import { readOwnServer, storeOwnServer, verifySettings } from '../../client/audit/panel/verifySettings.ts';
import type { PublicConfig } from '../../src/contract/config.ts';
import { QUICKNET, QUICKNET_RELAYS } from '../../src/protocol/terms/beaconNetwork.ts';

const OWN = 'https://my-node.example/';
const refuses = () => {
  throw new Error('this browser stores nothing');
};

afterEach(() => {
  storeOwnServer(null);
  vi.unstubAllGlobals();
});

describe('the visitor’s own Solana server', () => {
  it.each([
    ['reads and stores nothing', { getItem: refuses, setItem: refuses, removeItem: refuses }],
    ['stores nothing', { getItem: () => null, setItem: refuses, removeItem: () => undefined }],
  ])('is asked until the page is closed in a browser that %s, and no longer once it is taken out', (_, storage) => {
    vi.stubGlobal('localStorage', storage);
    storeOwnServer(OWN);
    expect(readOwnServer()).toBe(OWN);
    storeOwnServer(null);
    expect(readOwnServer()).toBeNull();
  });
});

describe('the relays that are asked for what drand itself publishes', () => {
  const asked = (publicKey: string) => {
    vi.stubGlobal('localStorage', { getItem: () => null });
    const drand = { ...{ publicKey, genesisTime: 0, period: 3, network: 'some' }, urls: ['https://relay.of-the-site'] };
    const config = { ...{ explorerUrl: OWN, cluster: 'devnet', publicRpcUrl: OWN, mint: '1'.repeat(32) }, drand };
    return verifySettings(config as unknown as PublicConfig).relays;
  };

  it('are drand’s own and those of its members, whatever relays the site names', () => {
    expect(asked(QUICKNET.publicKey)).toEqual(QUICKNET_RELAYS);
    expect(asked('8'.repeat(192))).toEqual(['https://relay.of-the-site']);
  });
});
