import { describe, expect, it } from 'vitest';
import { composeHealth, type Pulse } from '../../../worker/services/composeHealth.ts';

const NOW = 1_800_000_000_000;
const PULSE: Pulse = {
  ...{ advancedAt: NOW, holdersAt: NOW, poolAt: NOW, beaconAt: NOW, recentAlerts: 0, lastError: null },
  ...{ rpcNodes: 2, doubt: null, payouts: { isRefused: false, sentence: 'Rounds are paid.' } },
};
const rpcPart = (pulse: Partial<Pulse>) => {
  const health = composeHealth([], { ...PULSE, ...pulse }, NOW);
  return { status: health.status, part: health.parts.find((part) => part.name === 'rpc') };
};

describe('health about RPC nodes', () => {
  it('says what a single node means, and is well with it', () => {
    const { status, part } = rpcPart({ rpcNodes: 1 });
    expect([status, part?.status]).toEqual(['ok', 'ok']);
    expect(part?.detail).toContain('what it says about holders and balances is believed');
  });

  it('says that several are compared', () => {
    expect(rpcPart({ rpcNodes: 3 }).part).toMatchObject({
      status: 'ok',
      detail: '3 RPC nodes are configured, and what moves money is compared between them.',
    });
  });

  it('is degraded by a doubt, and names the nodes', () => {
    const doubt = 'RPC node 1 and node 2 disagree about the holders.';
    const { status, part } = rpcPart({ doubt });
    expect([status, part?.status, part?.detail]).toEqual(['degraded', 'degraded', doubt]);
  });
});
