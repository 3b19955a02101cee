import '../world/quietBindings.ts';
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { base58 } from '@scure/base';
import { ComputeBudgetProgram, Keypair, PublicKey, SystemProgram, TransactionInstruction } from '@solana/web3.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Proof } from '../../src/contract/round.ts';
import { MEMO_V3, markOf } from '../../src/marks/readForm.ts';
import { type Lottery, startLottery } from '../rounds/startLottery.ts';
import { announceTerms } from '../world/announceTerms.ts';
import { sendTransaction } from '../world/sendTransaction.ts';
import { witnessesSetting } from '../world/startWatchers.ts';
import { startWorld, type World } from '../world/startWorld.ts';
import { memo } from '../world/stranger/memo.ts';

const SOL = 1_000_000_000n;
const LOOK_ALIKES = 201;
const WALLETS = 20;
const PROGRAMS = {
  command: [process.execPath, '--no-warnings', pathOf('../../commands/verifier/command.ts')],
  python: ['python3', '-B', pathOf('../independent/verify.py')],
} as const;

/** The findings on proofs, P1 to P10, as far as an honest chain can show them: one played round, and what is made of it. */
let world: World;
let lottery: Lottery;
let paid: Proof;
let folder: string;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'book-'));
  world = await startWorld({ slotMs: 100, holders: 20, worldSeed: 'the chain is the book' });
  lottery = await startLottery({ world });
  paid = await firstPaid(lottery);
}, 1_500_000);
afterAll(async () => {
  await lottery?.stop();
  await world?.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** A machine that stands still misses a lock: another round is played for it. */
async function firstPaid(of: Lottery): Promise<Proof> {
  for (let round = 1; ; round++) {
    const proof = await of.until(round, ['paid', 'rolled-over']);
    if (proof.state === 'paid') return proof;
  }
}

/** Exit codes of the command and of the verifier in Python, and all that they printed. */
async function judge(proof: Proof | Record<string, unknown>, round = paid.roundNumber) {
  const file = join(folder, 'proof.json');
  writeFileSync(file, JSON.stringify(proof));
  const { publicKey, genesisTime, period } = world.beacon.chain;
  const words = [
    ...[world.mint.toBase58(), String(round), '--proof', file, '--rpc', world.rpcUrl],
    ...['--drand-key', publicKey, '--drand-genesis', `${genesisTime}`, '--drand-period', `${period}`],
  ];
  const [command, python] = await Promise.all(Object.values(PROGRAMS).map((program) => run([...program, ...words])));
  return { codes: [command?.code, python?.code], said: `${command?.out}${python?.out}` };
}

function run([program = '', ...words]: readonly string[]): Promise<{ code: number; out: string }> {
  return new Promise((resolve) => {
    execFile(program, words, (error, out) => resolve({ code: error === null ? 0 : Number(error.code), out }));
  });
}

function pathOf(name: string): string {
  return fileURLToPath(new URL(name, import.meta.url));
}

const send = (instructions: readonly TransactionInstruction[], signer: Keypair) =>
  sendTransaction(world.runtime.connection, instructions, [signer]);

/** What makes a mark of a wallet with a text, in the form that counts. */
async function marking(base: Keypair, seed: string, text: string): Promise<TransactionInstruction[]> {
  const { publicKey } = base;
  const mark = new PublicKey(markOf({ base: publicKey.toBase58(), seed }));
  const lamports = await world.runtime.connection.getMinimumBalanceForRentExemption(1);
  return [
    ComputeBudgetProgram.setComputeUnitLimit({ units: 200_000 }),
    ComputeBudgetProgram.setComputeUnitPrice({ microLamports: 1 }),
    SystemProgram.transfer({ fromPubkey: publicKey, toPubkey: mark, lamports }),
    SystemProgram.allocate({
      ...{ accountPubkey: mark, basePubkey: publicKey, seed, space: 1, programId: SystemProgram.programId },
    }),
    new TransactionInstruction({
      ...{ programId: new PublicKey(MEMO_V3), data: Buffer.from(text) },
      keys: [{ pubkey: publicKey, isSigner: true, isWritable: false }],
    }),
  ];
}

const PROVEN = [0, 0];
const FAILED = [1, 1];
const COULD_NOT_CHECK = [2, 2];

describe('a paid round of a real chain', () => {
  const ends = () => Date.parse(paid.endsAt) / 1000;
  const text = () => paid.commitment?.memo ?? '';

  it('is proven', async () => {
    expect(await judge(paid)).toMatchObject({ codes: PROVEN });
  });

  it('fails when it is shown as missed, with an end that makes its commitment late (P1)', async () => {
    const missed = { ...paid, state: 'rolled-over', reason: 'missed', winners: null, payout: null };
    expect(await judge(missed)).toMatchObject({ codes: FAILED });
    const earlier = new Date((ends() - 40) * 1000).toISOString();
    expect(await judge({ ...missed, endsAt: earlier })).toMatchObject({ codes: FAILED });
  });

  it('fails when its number is drawn at another hour, or its hour under another number (P2)', async () => {
    const later = new Date((ends() + 26) * 1000).toISOString();
    expect(await judge({ ...paid, endsAt: later })).toMatchObject({ codes: FAILED });
    expect(await judge({ ...paid, roundNumber: paid.roundNumber + 1 }, paid.roundNumber + 1)).toMatchObject({
      codes: FAILED,
    });
  });

  it(`fails by the list of any of ${WALLETS} other wallets that have promised the hour as well (P3)`, async () => {
    const { commitment } = paid;
    if (commitment === null) throw new Error('a paid round has a commitment');
    const wallets = Array.from({ length: WALLETS }, () => Keypair.generate());
    for (const [place, wallet] of wallets.entries()) {
      await world.runtime.fundSol(wallet.publicKey, SOL);
      const signature = await send(await marking(wallet, `commit:${ends()}`, text()), wallet);
      if (place > 0) continue;
      const named = { ...commitment, wallet: wallet.publicKey.toBase58(), signature };
      expect(await judge({ ...paid, commitment: named })).toMatchObject({ codes: FAILED });
    }
    expect(await judge(paid)).toMatchObject({ codes: PROVEN });
  });

  it(`is proven after ${LOOK_ALIKES} look-alikes that name its marks, and a text of the pool’s own key (P6, P7)`, async () => {
    const stranger = Keypair.generate();
    await world.runtime.fundSol(stranger.publicKey, 10n * SOL);
    const base = lottery.pool.publicKey.toBase58();
    const marks = [`commit:${ends()}`, `payout:${ends()}`].map((seed) => new PublicKey(markOf({ base, seed })));
    for (let sent = 0; sent < LOOK_ALIKES; sent += 20) {
      const some = Array.from({ length: Math.min(20, LOOK_ALIKES - sent) }, (_, k) => [
        ...marks.map((toPubkey) =>
          SystemProgram.transfer({ fromPubkey: stranger.publicKey, toPubkey, lamports: 1_000 + sent + k }),
        ),
        memo(`${text().slice(0, -2)}${String(sent + k).padStart(3, '0')}`),
      ]);
      await Promise.all(some.map((one) => send(one, stranger)));
    }
    // Whoever steals the key later signs another text for the hour that was drawn: its mark is taken.
    const other = text().replace(/entries=\d+/, 'entries=1');
    const again = await marking(lottery.pool, `commit:${ends()}`, other);
    await expect(send(again, lottery.pool)).rejects.toThrow();
    await send([memo(other)], lottery.pool);
    expect(await judge(paid)).toMatchObject({ codes: PROVEN });
  });

  it('fails with a pool of 5 lamports, a snapshot after its commitment, and an entry that its bytes keep out (P8)', async () => {
    const { prize, snapshot } = paid;
    expect(await judge({ ...paid, prize: prize && { ...prize, poolLamports: '5' } })).toMatchObject({ codes: FAILED });
    const slot = (paid.commitment?.slot ?? 0) + 1;
    expect(await judge({ ...paid, snapshot: snapshot && { ...snapshot, slot } })).toMatchObject({ codes: FAILED });
    const entries = [world.mint.toBase58(), ...(snapshot?.entries.slice(1) ?? [])];
    expect(await judge({ ...paid, snapshot: snapshot && { ...snapshot, entries } })).toMatchObject({ codes: FAILED });
  });

  it('prints no text that a terminal obeys (P10)', async () => {
    const { said } = await judge({ ...paid, notes: { lockedAt: '\u001b[2Jproven\u202e' } });
    expect(said).toContain('proven');
    for (const sign of ['\u001b', '\u202e']) expect(said).not.toContain(sign);
  });

  it('is proven under new terms with another pool wallet, announced after it (P7)', async () => {
    const { settings, announced, pool } = lottery;
    const next = Keypair.generate();
    const vars = {
      ...settings,
      POOL_SECRET_KEY: base58.encode(next.secretKey),
      OLD_POOL_SECRET_KEYS: base58.encode(pool.secretKey),
    };
    await announceTerms(world.runtime.connection, vars, {
      ...{ terms: 2, from: lottery.nextToLock() + 3, previous: announced.hash, poolBefore: announced.terms.pool },
    });
    expect(await judge(paid)).toMatchObject({ codes: PROVEN });
  });
});

describe('a round whose terms name a watcher', () => {
  it('could not be checked while that one has said nothing on chain, whatever the proof leaves out (P5)', async () => {
    const watched = await startLottery({
      world,
      overrides: { WITNESSES: witnessesSetting([{ name: 'Ada', keypair: Keypair.generate() }]) },
    });
    try {
      const proof = await firstPaid(watched);
      for (const shown of [proof, { ...proof, witnesses: [] }])
        expect(await judge(shown, proof.roundNumber)).toMatchObject({ codes: COULD_NOT_CHECK });
    } finally {
      await watched.stop();
    }
  });
});
