import * as z from 'zod';
import type { Address } from '../../src/address/address.ts';
import type { Answer } from '../chain/agree.ts';
import { amountAt, awaitFinal, readChanges } from '../chain/readChanges.ts';
import { type RpcNode, withContext } from '../chain/rpcNode.ts';
import type { EntriesRead } from './readEntries.ts';

/** More wallets than this do not change between two readings: one of the nodes lies, or they are read again. */
const MOST_DIFFERING = 40;

/**
 * Whether two nodes' readings lead to the same draw. Entries and exclusions are compared wallet by wallet; no number
 * of differences is excused. Each needs finalized transactions of the wallet's token accounts between the two slots,
 * shown by the second node, that make the first node's amount the right one at its slot.
 */
export async function isSameDraw(mint: Address, a: Answer<EntriesRead>, b: Answer<EntriesRead>): Promise<boolean> {
  const differing = differingOwners(a.value, b.value);
  if (differing.length > MOST_DIFFERING || a.value.snapshot.slot === b.value.snapshot.slot)
    return differing.length === 0;
  if (differing.length === 0) return true;
  if (!(await awaitFinal(b.node, Math.max(a.value.snapshot.slot, b.value.snapshot.slot)))) return false;
  for (const owner of differing) {
    if (!(await isExplained(mint, owner, [a, b]))) return false;
  }
  return true;
}

function differingOwners(a: EntriesRead, b: EntriesRead): Address[] {
  const [own, others] = [linesOf(a), linesOf(b)];
  const missing = [...others.keys()].filter((owner) => !own.has(owner));
  return [...[...own].filter(([owner, line]) => others.get(owner) !== line).map(([owner]) => owner), ...missing];
}

/** Every wallet of a reading with what the draw makes of it. */
function linesOf({ entries, excluded }: EntriesRead): ReadonlyMap<Address, string> {
  return new Map([
    ...entries.map(({ owner, amount }) => [owner, `${amount}`] as const),
    ...excluded.map(({ owner, amount, reason }) => [owner, `${amount} ${reason}`] as const),
  ]);
}

async function isExplained(
  mint: Address,
  owner: Address,
  [a, b]: readonly [Answer<EntriesRead>, Answer<EntriesRead>],
): Promise<boolean> {
  const [own, other] = [a, b].map(({ value }) => {
    const held = value.snapshot.holdings.get(owner);
    return (held?.amount ?? 0n) + (held?.frozen ?? 0n);
  });
  // The same amount with another verdict is nothing that a transfer explains: both are read again.
  if (own === other) return false;
  const [slot, otherSlot] = [a.value.snapshot.slot, b.value.snapshot.slot];
  const range = { after: Math.min(slot, otherSlot), until: Math.max(slot, otherSlot) };
  let [atSlot, atOther] = [0n, 0n];
  for (const { account, amount } of await readTokenAccounts(b.node, owner, mint)) {
    const changes = await readChanges(b.node, { account, range, unit: 'tokens' });
    if (changes === null) return false;
    atSlot += amountAt(changes, slot) ?? amount;
    atOther += amountAt(changes, otherSlot) ?? amount;
  }
  return atSlot === own && atOther === other;
}

const AMOUNT_AT = 64;
const tokenAccounts = withContext(
  z.array(
    z.object({
      pubkey: z.string().transform((text) => text as Address),
      account: z.object({ data: z.tuple([z.base64(), z.literal('base64')]) }),
    }),
  ),
);

/** A wallet's accounts of the mint as they are now: what one holds that was not changed since. */
async function readTokenAccounts(node: RpcNode, owner: Address, mint: Address) {
  const options = { commitment: 'finalized', encoding: 'base64' };
  const { value } = await node.call('getTokenAccountsByOwner', [owner, { mint }, options], tokenAccounts);
  return value.map(({ pubkey, account }) => {
    const data = Buffer.from(account.data[0], 'base64');
    return { account: pubkey, amount: data.length < AMOUNT_AT + 8 ? 0n : data.readBigUInt64LE(AMOUNT_AT) };
  });
}
