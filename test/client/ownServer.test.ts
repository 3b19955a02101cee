import { afterEach, describe, expect, it, vi } from 'vitest';
import { readOwnServer, storeOwnServer } from '../../client/audit/panel/verifySettings.ts';

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
