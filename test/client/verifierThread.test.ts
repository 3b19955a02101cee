import { describe, expect, it, vi } from 'vitest';
import { createVerifier, type VerifyOrder } from '../../client/audit/thread/Verifier.ts';
import { address } from '../../src/address/address.ts';

const ORDER: VerifyOrder = {
  round: 7,
  run: 1,
  settings: {
    ...{ rpcUrl: 'https://rpc.test', lottery: { mint: address('1'.repeat(32)), pinned: null }, relays: [] },
    network: { network: { name: 'none', publicKey: '', genesisTime: 0, periodSeconds: 3 }, by: 'told' },
    explorer: { explorerUrl: 'https://explorer.test', cluster: 'devnet', rpcUrl: 'https://rpc.test' },
  },
};

/** A thread whose file could not be loaded: it answers nothing, and says so once. */
function brokenThread() {
  const thread = new EventTarget();
  return Object.assign(thread, { postMessage: vi.fn(), terminate: vi.fn() }) as unknown as Worker;
}

describe('a verifier’s thread that fails', () => {
  it('rejects present and later questions, is ended, and says once that another thread is needed', async () => {
    const thread = brokenThread();
    const onFailure = vi.fn();
    const verifier = createVerifier(thread, onFailure);
    const asked = verifier.verify(ORDER);
    thread.dispatchEvent(new Event('error'));
    thread.dispatchEvent(new Event('error'));
    await expect(asked).rejects.toThrow('the verifier’s thread failed');
    await expect(verifier.listRounds({ ...ORDER, wanted: 24 })).rejects.toThrow('the verifier’s thread failed');
    expect(onFailure).toHaveBeenCalledTimes(1);
    expect(thread.terminate).toHaveBeenCalledTimes(1);
    expect(thread.postMessage).toHaveBeenCalledTimes(1);
  });
});
