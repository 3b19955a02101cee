import { eventually } from '../rounds/eventually.ts';
import { type Backup, restoreBackup, takeBackup } from './backup.ts';
import { type Ground, onGround, type Say } from './Ground.ts';
import { operator } from './operator.ts';

/**
 * The database is lost, and a backup from an hour ago is restored. It does not know one round that was paid since and
 * one that was committed since. Nothing may be paid twice, and the owed round has to be shown.
 */
export async function drillRestore(say: Say, after: (ground: Ground) => Promise<void>): Promise<void> {
  await onGround(
    say,
    async () => ({}),
    async (ground) => {
      const { lottery, world } = ground;
      const person = operator(ground, world.adminKey);
      await ground.paid(1);
      await person.tick();
      const backup = await takeBackup(lottery);
      say('The backup is taken.');
      await ground.paid(2);
      await lottery.until(3, ['committed']);
      await forget(ground, backup);
      await restoreBackup(lottery, backup);
      say('Round 3 is committed when the database is put back to the backup.');
      // The objects end, and so does what they remember of the lost database.
      await lottery.worker.kill9();
      await lottery.worker.restart();
      say('The worker is deployed anew.');
      await person.tick();

      const held = await Promise.all([2, 3].map((round) => lottery.until(round, ['held'])));
      for (const { roundNumber, reason } of held) say(`Round ${roundNumber} is held and shown as such: ${reason}.`);
      // To the restored journal, the payment of round 2 is an unknown outflow.
      await eventually(
        async () => {
          await person.tick();
          return (await person.operations()).outflows.length;
        },
        (found) => found > 0,
      );
      await person.resume('round 2 was paid before the database was restored');
      await person.tick();
      const next = await playNext(ground);
      say(`Round ${next} is the first after the loss.`);
      await after(ground);
    },
  );
}

/** Forgets what was signed since the backup, as a restored journal does. */
async function forget({ lottery, explained }: Ground, backup: Backup): Promise<void> {
  const kept = new Set(backup.find(({ table }) => table === 'journal')?.rows.map(({ signature }) => signature));
  for (const { rows } of (await takeBackup(lottery)).filter(({ table }) => table === 'journal'))
    for (const { signature } of rows) if (!kept.has(signature)) explained.add(String(signature));
}

/** The first paid round from this number on. Rounds whose lock came before the operator was ready are rolled over. */
export async function playNext(ground: Ground, from = ground.lottery.nextToLock()): Promise<number> {
  for (const round of [from, from + 1, from + 2]) {
    const { state, reason } = await ground.settled(round);
    if (state === 'paid') return round;
    ground.say(`Round ${round} ended as ${state} (${reason}).`);
  }
  throw new Error(`none of the rounds from ${from} on was paid`);
}
