import type { Lottery } from './startLottery.ts';

/** Changes what is stored of round 1 between its commitment and its draw. Returns the function that undoes it. */
export async function holdAtDraw(lottery: Lottery): Promise<() => Promise<void>> {
  await lottery.until(1, ['committed']);
  const database = await lottery.worker.database();
  const pool = await database
    .prepare('SELECT pool_lamports FROM rounds WHERE round = 1')
    .first<string>('pool_lamports');
  const set = (lamports: string | null) =>
    database.prepare('UPDATE rounds SET pool_lamports = ? WHERE round = 1').bind(lamports).run();
  await set('1');
  const held = await lottery.until(1, ['held']);
  if (held.reason !== 'record-mismatch') throw new Error(`round 1 is held for ${held.reason}`);
  // Pauses, so that no later round disturbs the test.
  await lottery.operate('pause');
  return async () => {
    await set(pool);
  };
}

export interface ExitAnswer {
  readonly status: number;
  readonly code: string | null;
}

/** What an operator asks of round 1. */
export async function exit(
  lottery: Pick<Lottery, 'url'>,
  adminKey: string,
  wanted: 'release' | 'close' | 'shelve',
  signature: string | null = null,
): Promise<ExitAnswer> {
  const response = await fetch(`${lottery.url}/api/admin/operations/rounds/1/${wanted}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-admin-key': adminKey },
    body: JSON.stringify({ reason: 'looked at it', signature }),
  });
  const { code = null } = (await response.json()) as { code?: string };
  return { status: response.status, code };
}
