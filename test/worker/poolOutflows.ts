import { addressBytes } from '../../src/address/address.ts';
import { parseSettings } from '../../worker/settings/parseSettings.ts';
import { resumeRounds } from '../../worker/store/rounds/outflows.ts';
import { unacknowledgedOutflows } from '../../worker/store/views/console/outflows.ts';
import { pausesSince } from '../../worker/store/views/rounds/pauses.ts';
import { COMPLETE } from './completeSettings.ts';
import { encodeTransaction, keyOf, type TestKey } from './signedTransactions.ts';

export const NOW = Date.UTC(2026, 10, 20, 7, 0, 0);
const parsed = parseSettings(COMPLETE);
if (!parsed.ok) throw new Error(parsed.problems.join('; '));
export const { settings: SETTINGS } = parsed;
const { address, secretKey } = SETTINGS.pool;
const POOL_KEY: TestKey = { address, bytes: addressBytes(address), secret: secretKey.slice(0, 32) };

/** Transactions by their signatures. */
export const SENT = new Map<string, Uint8Array>();
function signedBy(key: TestKey, name: string): string {
  const { signature, bytes } = encodeTransaction({ name, signers: [key], memos: [], mentions: [POOL_KEY.bytes] });
  SENT.set(signature, bytes);
  return signature;
}
export const [A, B, C] = [signedBy(POOL_KEY, 'A'), signedBy(POOL_KEY, 'B'), signedBy(POOL_KEY, 'C')];
export const STRANGERS = signedBy(keyOf(2), 'a stranger');
export const strangers = (count: number) => Array.from({ length: count }, (_, i) => signedBy(keyOf(2), `flood ${i}`));

/** Whether new locks are paused now. */
export const isPaused = async (db: D1Database) =>
  (await pausesSince(db, NOW)).some(({ resumedAt }) => resumedAt === null);
/** The signatures of outflows that prevent a resume. */
export const open = async (db: D1Database) => (await unacknowledgedOutflows(db)).map((outflow) => outflow.signature);
export const resume = (db: D1Database, acknowledge: readonly string[], by = 'ops', at = NOW + 60_000) =>
  resumeRounds(db, { by, reason: `said ${by}`, acknowledge, at });
