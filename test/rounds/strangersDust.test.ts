import '../world/quietBindings.ts';
import {
  getMint,
  getTransferFeeAmount,
  getTransferFeeConfig,
  TOKEN_2022_PROGRAM_ID,
  unpackAccount,
} from '@solana/spl-token';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startWorld, type World } from '../world/startWorld.ts';

let world: World;
beforeAll(async () => {
  world = await startWorld({ slotMs: 100, holders: 10, worldSeed: 'dust beside burns' });
});
afterAll(() => world.stop());

describe('what the world writes straight into the chain', () => {
  it('overwrites no burn: the accounts add up to the supply after dust and burns at once', async () => {
    const burning = await world.stranger.burnEverySlot();
    // Until some burns were made beside it.
    for (let n = 0; n < 12 || burning.counts().done < 3; n++) await world.stranger.dustAccounts(20, 1n);
    await burning.stop();
    await expect.poll(async () => (await held(world)) - (await supplied(world))).toBe(0n);
  });
});

/** Everything in accounts of the mint, withheld fees included. */
async function held({ runtime: { connection }, mint }: World): Promise<bigint> {
  const found = await connection.getProgramAccounts(TOKEN_2022_PROGRAM_ID, {
    commitment: 'confirmed',
    filters: [{ memcmp: { offset: 0, bytes: mint.toBase58() } }],
  });
  return found
    .map(({ pubkey, account }) => unpackAccount(pubkey, account, TOKEN_2022_PROGRAM_ID))
    .reduce((sum, account) => sum + account.amount + (getTransferFeeAmount(account)?.withheldAmount ?? 0n), 0n);
}

async function supplied({ runtime: { connection }, mint }: World): Promise<bigint> {
  const state = await getMint(connection, mint, 'confirmed', TOKEN_2022_PROGRAM_ID);
  return state.supply - (getTransferFeeConfig(state)?.withheldAmount ?? 0n);
}
