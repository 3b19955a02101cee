import { base58 } from '@scure/base';
import { Keypair } from '@solana/web3.js';
import { type AnnouncedTerms, announceTerms, handAuthority, termsOfVars } from '../world/announceTerms.ts';
import type { World } from '../world/startWorld.ts';

type Vars = Readonly<Record<string, string>>;

/** A lottery in a world: the settings with its own authority, and the terms that it has announced. */
export interface OwnTerms {
  readonly settings: Record<string, string>;
  readonly announced: AnnouncedTerms;
}

const FEES = 1_000_000_000n;
/** The present holder of the mint's authority in a world, and the lotteries that were begun there. */
const worlds = new WeakMap<World, { holder: Keypair; readonly begun: OwnTerms[] }>();

/**
 * Announces the first terms of a deployment. An authority has only one lottery for ever, and several deployments share
 * a world. So the first one uses the world's own authority, and for each later one the mint gets a new authority. A
 * second deployment with the same pool wallet and timetable belongs to the same lottery.
 */
export async function announceOwn(world: World, vars: Vars): Promise<OwnTerms> {
  const of = worlds.get(world) ?? { holder: world.taxAuthority, begun: [] };
  worlds.set(world, of);
  for (const { settings, announced } of of.begun) {
    const same = { ...vars, TAX_AUTHORITY_SECRET_KEY: settings.TAX_AUTHORITY_SECRET_KEY ?? '' };
    if (termsOfVars(same).hash === announced.hash) return { settings: same, announced };
  }
  const { connection } = world.runtime;
  const own = of.begun.length === 0 ? of.holder : Keypair.generate();
  if (own !== of.holder) {
    await world.runtime.fundSol(own.publicKey, FEES);
    await handAuthority(connection, world.mint, { from: of.holder, to: own.publicKey });
    of.holder = own;
  }
  const settings = { ...vars, TAX_AUTHORITY_SECRET_KEY: base58.encode(own.secretKey) };
  const begun = { settings, announced: await announceTerms(connection, settings) };
  of.begun.push(begun);
  return begun;
}
