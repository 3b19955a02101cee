import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { configAnswer } from '../../src/contract/distribution.ts';
import { autoBalance } from '../../src/distribution/bulkEdit.ts';
import { newWalletId } from '../../src/distribution/wallet.ts';
import { receiver } from '../domain/distributionWallets.ts';
import { WORKER_BUNDLE } from '../rounds/workerBundle.ts';
import { ADMIN_KEY, COMPLETE } from '../worker/completeSettings.ts';
import { startMiniflareWorker } from '../world/miniflareWorker.ts';
import { report } from './report.ts';

const SAVES = 30;
const HEADERS = { 'content-type': 'application/json', 'x-admin-key': ADMIN_KEY };

/**
 * A save in the admin console: parsed, checked, written with its record, and read back. With few wallets and with as
 * many as there can be.
 */
export async function benchDistribution(): Promise<void> {
  const persistTo = mkdtempSync(join(tmpdir(), 'distribution-'));
  const worker = await startMiniflareWorker({ bundleDir: WORKER_BUNDLE, settings: { ...COMPLETE }, persistTo });
  try {
    const config = `${worker.url}/api/admin/tax-distribution/config`;
    for (const count of [2, 200]) {
      const saves: number[] = [];
      const bare: number[] = [];
      for (let i = 0; i < SAVES; i++) {
        // In turns, so that a noisy machine affects both.
        bare.push(await timed(() => fetch(`${worker.url}/api/config`)));
        const { data } = configAnswer.parse(await (await fetch(config, { headers: HEADERS })).json());
        const body = JSON.stringify({ wallets: listOf(data.wallets, count, i) });
        const headers = { ...HEADERS, 'if-match': `"${data.version}"` };
        saves.push(await timed(() => fetch(`${config}/${data.id}`, { method: 'PUT', headers, body })));
      }
      report({
        bench: `a save of ${count} wallets, round trip`,
        value: median(saves),
        unit: 'ms',
        goal: 100,
        reference: { name: 'GET /api/config', value: median(bare) },
        detail: { worst: Number(Math.max(...saves).toPrecision(4)) },
      });
    }
  } finally {
    await worker.stop();
    rmSync(persistTo, { recursive: true, force: true });
  }
}

type Wallets = Parameters<typeof autoBalance>[0];

/** `count` wallets that are valid and differ from save to save. */
function listOf(stored: Wallets, count: number, save: number): Wallets {
  const more = Array.from({ length: Math.max(0, count - stored.length) }, (_, i) =>
    receiver(i + 1, { id: newWalletId(i, 0) }),
  );
  const balanced = autoBalance([...stored, ...more], '2026-01-01T00:00:00.000Z');
  return balanced.map((each) => (each.isLottery ? { ...each, label: `Pool ${save}` } : each));
}

async function timed(ask: () => Promise<Response>): Promise<number> {
  const began = performance.now();
  const response = await ask();
  const text = await response.text();
  if (!response.ok) throw new Error(`answered ${response.status}: ${text.slice(0, 300)}`);
  return performance.now() - began;
}

function median(times: readonly number[]): number {
  return [...times].sort((a, b) => a - b)[times.length >> 1] ?? 0;
}
