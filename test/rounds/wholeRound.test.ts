import '../world/quietBindings.ts';
import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { PublicKey } from '@solana/web3.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { askServer } from '../../client/audit/chain/askChain.ts';
import { createChainView } from '../../client/audit/chain/chainView.ts';
import { askRelay } from '../../client/audit/chain/fetchJson.ts';
import { DRAW_STEPS } from '../../client/audit/check/Step.ts';
import { address } from '../../src/address/address.ts';
import { publicConfig } from '../../src/contract/config.ts';
import { health } from '../../src/contract/health.ts';
import { type Proof, roundDetail, roundsPage } from '../../src/contract/round.ts';
import { participants, poolBalance, stats } from '../../src/contract/stats.ts';
import { type TriggerResult, triggerResult } from '../../src/contract/trigger.ts';
import { winnersPage } from '../../src/contract/winner.ts';
import { verifyOffline } from '../client/offline.ts';
import { contractField, fieldsIn } from '../client/proofFields.ts';
import { startWorld, type World } from '../world/startWorld.ts';
import { expectPaidOnce } from './chainFacts.ts';
import { eventually, untilUnix } from './eventually.ts';
import { type Lottery, MOST_TRIES, startLottery, TooSlow } from './startLottery.ts';
import { type Told, watchPublic } from './watchPublic.ts';

const VERIFIER = fileURLToPath(new URL('../independent/verify.py', import.meta.url));
const TRIGGERS = 300;

let world: World;
let lottery: Lottery;
/** Lamports, by address. */
let startedWith: ReadonlyMap<string, bigint>;
const solOf = async (address: string) => BigInt(await world.runtime.connection.getBalance(new PublicKey(address)));

beforeAll(async () => {
  world = await startWorld({ slotMs: 100, worldSeed: 'whole rounds' });
  // Holders pay no fees here, and start without SOL: only the one that another program owns has the rent of an account.
  const programOwned = world.holders.special.programOwned.toBase58();
  startedWith = new Map([[programOwned, await solOf(programOwned)]]);
  world.trade(120);
  lottery = await startPromised();
}, 480_000);
afterAll(async () => {
  await lottery?.stop();
  await world?.stop();
});

describe('two rounds in a row, with holders who trade', () => {
  const proofs: Proof[] = [];
  let told: readonly Told[] = [];

  it('300 concurrent triggers around the end of a round: one payout, every answer well-formed, none an error', async () => {
    await untilUnix(lottery.endsAt(1) - 2);
    const answers: Promise<TriggerResult>[] = [];
    for (let i = 0; i < TRIGGERS; i++) {
      answers.push(post(`${lottery.url}/api/lottery/trigger-round`));
      if (i % 30 === 29) await new Promise((resolve) => setTimeout(resolve, 400));
    }
    const results = await Promise.all(answers);
    // When the winners took longer than all requests waited, the next request gets them.
    while (!results.some(({ success }) => success))
      results.push(await post(`${lottery.url}/api/lottery/trigger-round`));
    const codes = new Set(results.map((result) => (result.success ? `round ${result.data.roundNumber}` : result.code)));
    // Before the end no round has closed. A request after the end waits for the winners.
    expect(['TOO_EARLY', 'BEACON_PENDING', 'round 1']).toEqual(expect.arrayContaining([...codes]));
    expect(codes).toContain('round 1');
    proofs.push(await lottery.until(1, ['paid']));
    const drawn = results.filter((result) => result.success);
    // The prizes of the running round change from moment to moment; everything else is the same in all answers.
    const same = drawn.map(({ data: { prizePoolLamports, ...data } }) => JSON.stringify(data));
    expect(new Set(same).size).toBe(1);
    for (const { data } of drawn) expectNextPrizes(proofs[0], data.prizePoolLamports);
    expect(drawn[0]?.data.winners.map((winner) => winner.address)).toEqual(
      proofs[0]?.winners?.map((winner) => winner.address),
    );
  });

  it('both rounds are paid once, and the winners’ balances have grown by exactly the lamports stated', async () => {
    const watch = watchPublic(lottery);
    proofs.push(await lottery.until(2, ['paid']));
    await eventually(
      () => watch.told.filter(isOfRound3).length,
      (count) => count > 3,
    );
    told = await watch.stop();
    const won = new Map<string, bigint>();
    for (const proof of proofs) {
      await expectPaidOnce(world, lottery.pool.publicKey, proof);
      for (const { address, lamports } of proof.winners ?? [])
        won.set(address, (won.get(address) ?? 0n) + BigInt(lamports));
    }
    for (const [address, lamports] of won)
      expect((await solOf(address)) - (startedWith.get(address) ?? 0n)).toBe(lamports);
  });

  it('the times of their steps are in order, the draw’s after the end of the round and the lock’s before it', () => {
    for (const { endsAt, notes } of proofs) {
      const { lockedAt, committedAt, beaconAt, drawnAt, paidAt, finalAt } = notes;
      const times = [lockedAt, committedAt, endsAt, beaconAt, drawnAt, paidAt, finalAt];
      expect(times).not.toContain(null);
      expect(times).toEqual(times.toSorted());
    }
  });

  it('at no moment did an answer name the old prizes beside the new round', () => {
    const after = told.filter(isOfRound3);
    expect(after.length).toBeGreaterThan(3);
    for (const { stats } of after)
      if (stats.currentRound.seal === null) expectNextPrizes(proofs[1], stats.prizePool.lamports);
  });

  it('from the lock to the draw, and after it, the participants were those of the locked list in the proof', () => {
    const [round2] = proofs.slice(1);
    const { entries = [], amounts = [] } = round2?.snapshot ?? {};
    const largestFirst = entries
      .map((owner, index) => [owner, amounts[index] ?? '0'] as const)
      .toSorted(([, a], [, b]) => (BigInt(a) === BigInt(b) ? 0 : BigInt(a) > BigInt(b) ? -1 : 1))
      .map(([owner]) => owner);
    const locked = told.filter(({ list }) => list.lockedRound === 2);
    for (const { list } of locked) expect([list.participants, list.total]).toEqual([largestFirst, largestFirst.length]);
    const first = told.findIndex(({ list }) => list.lockedRound === 2);
    const drawn = told.findIndex(
      ({ stats }) => stats.lastRound?.roundNumber === 2 && stats.lastRound.winners.length > 0,
    );
    expect([first >= 0, drawn > first]).toEqual([true, true]);
    // The page shows a list for 15 s after its draw.
    const until = Date.parse(round2?.notes.drawnAt ?? '') + 10_000;
    const shown = told.slice(first).filter(({ at }, index) => first + index <= drawn || at < until);
    expect(new Set(shown.map(({ list }) => list.lockedRound))).toEqual(new Set([2]));
  });

  it('the seal was shown with the lock, its time with the commitment, and its number with the draw', () => {
    const [proof] = proofs.slice(1);
    const running = told.filter(({ stats }) => stats.currentRound.roundNumber === 2);
    const seals = running.flatMap(({ stats: { currentRound } }) => currentRound.seal ?? []);
    const broken = told.flatMap(({ stats: { lastRound } }) =>
      lastRound?.roundNumber === 2 ? (lastRound.seal ?? []) : [],
    );
    expect(seals.at(-1)).toEqual({
      ...{ root: proof?.snapshot?.root, entries: proof?.snapshot?.entries.length, randomness: null },
      ...{ signature: proof?.commitment?.signature, sealedAt: proof?.commitment?.blockTime },
      ...{ beaconRound: proof?.beacon?.round, beaconAt: proof?.beacon?.time },
    });
    expect(broken.at(-1)).toEqual({ ...seals.at(-1), randomness: proof?.beacon?.randomness });
  });

  it('a verifier that shares no code with the project proves each of them from the proof and the RPC alone', async () => {
    const { beacon, terms = [] } = proofs[0] ?? {};
    for (const round of [1, 2]) {
      const said = await promisify(execFile)('python3', [
        ...['-B', VERIFIER, terms[0]?.terms.mint ?? '', String(round), '--site', lottery.url, '--rpc', world.rpcUrl],
        ...['--drand-key', beacon?.publicKey ?? ''],
        ...['--drand-genesis', String(beacon?.genesisTime), '--drand-period', String(beacon?.period)],
      ]).catch((error: { stdout?: string }) => ({ stdout: error.stdout ?? String(error) }));
      // Each step is a line; when the verdict is another one, the failed steps are the message.
      expect(said.stdout.split('\n').filter((line) => /^(FAIL|could not check) /.test(line))).toEqual([]);
      expect(JSON.parse(said.stdout.trim().split('\n').at(-1) ?? '')).toEqual({
        ...{
          verdict: 'proven',
          verified: true,
          hour: 'promised and paid',
          round,
          failed: [],
          pending: [],
          unchecked: [],
          owed: [],
        },
        ...{ state: 'paid', lottery: expect.stringMatching(/^[0-9a-f]{64}$/) },
      });
    }
  });

  it('the steps that run in a browser prove each of them, with drand asked itself and nothing left open', async () => {
    const view = createChainView(askServer(world.rpcUrl));
    for (const proof of proofs.slice(0, 2)) {
      const { publicKey, genesisTime, period } = proof.beacon ?? { publicKey: '', genesisTime: 0, period: 0 };
      const report = await verifyOffline(proof, {
        view,
        lottery: { mint: address(proof.terms[0]?.terms.mint ?? ''), pinned: null },
        network: { network: { name: 'local', publicKey, genesisTime, periodSeconds: period }, by: 'pinned' },
        relays: { urls: [world.beacon.url], ask: askRelay },
      });
      expect(report.steps.filter(({ state }) => state !== 'ok')).toEqual([]);
      expect([report.verdict, report.steps.map(({ id }) => id)]).toEqual(['proven', DRAW_STEPS]);
    }
  });

  it('every route answers by its contract, and a paid proof may be kept for ever', async () => {
    // Rounds go on meanwhile, so figures and rounds are compared only when both are of the same moment.
    await expect
      .poll(async () => {
        const before = roundsPage.parse(await lottery.get('/api/lottery/rounds?limit=100'));
        const figures = stats.parse(await lottery.get('/api/lottery/stats?refresh=true'));
        const winners = before.rounds.flatMap((round) => round.winners);
        const paid = before.rounds.filter((round) => round.state === 'paid').flatMap((round) => round.winners);
        return {
          isSame: JSON.stringify(figures.recentWinners) === JSON.stringify(winners.slice(0, 20)),
          totalWinners: figures.totalWinners - winners.length,
          distributed:
            BigInt(figures.totalPrizesDistributedLamports) -
            paid.reduce((sum, winner) => sum + BigInt(winner.prizeLamports), 0n),
        };
      })
      .toEqual({ isSame: true, totalWinners: 0, distributed: 0n });
    poolBalance.parse(await lottery.get('/api/lottery/pool-balance'));
    const { data } = participants.parse(await lottery.get('/api/lottery/eligible-participants'));
    expect(data.topHolders).toHaveLength(10);
    expect(data.total).toBeGreaterThan(200);
    roundDetail.parse(await lottery.get('/api/lottery/rounds/2'));
    const page = roundsPage.parse(await lottery.get('/api/lottery/rounds?limit=1&cursor=2'));
    expect([page.rounds[0]?.roundNumber, page.nextCursor]).toEqual([2, '1']);
    const first = winnersPage.parse(await lottery.get('/api/lottery/winners?limit=4'));
    const rest = winnersPage.parse(await lottery.get(`/api/lottery/winners?limit=4&cursor=${first.nextCursor}`));
    expect(
      new Set([...first.winners, ...rest.winners].map((winner) => `${winner.roundNumber} ${winner.place}`)).size,
    ).toBe(first.winners.length + rest.winners.length);
    expect(publicConfig.parse(await lottery.get('/api/config')).transferFee).toEqual({
      basisPoints: 500,
      maximumFee: '1000000000000',
    });
    expect(health.parse(await lottery.get('/api/health')).status).not.toBe('down');
    const icon = await fetch(`${lottery.url}/favicon.ico`);
    expect([icon.status, icon.headers.get('content-type')]).toEqual([
      200,
      expect.stringMatching(/^image\/(?:vnd\.microsoft\.icon|x-icon)/),
    ]);
    const proof = await fetch(`${lottery.url}/api/lottery/rounds/1/proof`);
    expect(proof.headers.get('cache-control')).toContain('immutable');
    // The table of tampered proofs covers every field of the contract, and so every field of a real round.
    expect(fieldsIn(await proof.json()).filter((path) => contractField(path) === null)).toEqual([]);
    const again = await fetch(`${lottery.url}/api/lottery/rounds/1/proof`, {
      headers: { 'if-none-match': proof.headers.get('etag') ?? '' },
    });
    expect(again.status).toBe(304);
  });

  it('no answer and no log contains a secret', async () => {
    const secrets = [
      world.adminKey,
      ...Object.entries(world.settings({ genesisTime: 1, roundSeconds: 20, entryLockSeconds: 10 }))
        .filter(([name]) => name.endsWith('_SECRET_KEY') || name === 'ADMIN_KEYS')
        .map(([, value]) => value),
    ];
    const paths = [
      '/',
      '/api/health',
      '/api/config',
      '/api/lottery/stats',
      '/api/lottery/rounds',
      '/api/lottery/rounds/1/proof',
      '/api/nothing',
    ];
    const said = [
      ...lottery.logs,
      ...(await Promise.all(paths.map(async (path) => (await fetch(lottery.url + path)).text()))),
    ].join('\n');
    for (const secret of secrets) expect(said).not.toContain(secret);
  });
});

/** A lottery whose first round is committed; on a machine that is too slow, another lottery is started. */
async function startPromised(): Promise<Lottery> {
  for (let tries = 1; ; tries++) {
    const started = await startLottery({ world });
    try {
      await started.until(1, ['committed']);
      return started;
    } catch (error) {
      await started.stop();
      if (!(error instanceof TooSlow) || tries === MOST_TRIES) throw error;
    }
  }
}

const isOfRound3 = ({ stats }: Told) => stats.currentRound.roundNumber === 3;

/** Lamports that fees and the mark's rent may take from the prizes of the next round. */
const MOST_COSTS = 500_000n;

/** A fifth of what a round leaves in the pool. */
function expectNextPrizes(proof: Proof | undefined, shown: string): void {
  const { poolLamports = '0', totalLamports = '0' } = proof?.prize ?? {};
  const next = (BigInt(poolLamports) - BigInt(totalLamports)) / 5n;
  expect(BigInt(shown)).toBeLessThanOrEqual(next);
  expect(BigInt(shown)).toBeGreaterThan(next - MOST_COSTS);
}

async function post(url: string): Promise<TriggerResult> {
  const response = await fetch(url, { method: 'POST', headers: { 'content-type': 'application/json' } });
  if (response.status !== 200) throw new Error(`answered ${response.status}: ${await response.text()}`);
  return triggerResult.parse(await response.json());
}
