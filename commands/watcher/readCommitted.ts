import type { Address } from '../../src/address/address.ts';
import { readWalletForm } from '../../src/marks/judgeMaker.ts';
import { knownProtocol } from '../../src/protocol/protocolOf.ts';
import { readCommitMemo } from '../../src/protocol/readMemo.ts';
import type { CommitMemo } from '../../src/protocol/terms/memo.ts';
import { CURRENT_RULES } from '../../src/protocol/versions.ts';
import { readSigned } from '../../worker/chain/ledger/readSigned.ts';
import { RpcError } from '../../worker/chain/node/rpcError.ts';
import type { RpcNode } from '../../worker/chain/node/rpcNode.ts';
import { listTransactions } from './listTransactions.ts';

/** An hour whose commitment is looked for. `endsAt` is unix seconds. */
export interface HourAsked {
  readonly pool: Address;
  readonly round: number;
  readonly endsAt: number;
}

/** At most this many transactions of the mark's history are looked at, since strangers may add to it. */
const MOST_LOOKED_UP = 20;

/**
 * The commitment of an hour, as the watcher's own node shows it once it is confirmed; null while there is none. Looks
 * first at the transaction `named` by the lottery's API, then at the history of the mark. Throws an RpcError when the
 * node fails, or when strangers have flooded that history.
 */
export async function readCommitted(
  node: RpcNode,
  hour: HourAsked,
  mark: Address,
  named: string | null,
): Promise<CommitMemo | null> {
  const found = named === null ? null : await saidIn(node, hour, named);
  if (found !== null) return found;
  let looked = 0;
  for await (const row of listTransactions(node, mark)) {
    if (row === 'beyond' || ++looked > MOST_LOOKED_UP)
      throw new RpcError(
        node.label,
        'getSignaturesForAddress',
        `${mark} has more transactions than are looked through`,
      );
    const said = row.succeeded && row.signature !== named ? await saidIn(node, hour, row.signature) : null;
    if (said !== null) return said;
  }
  return null;
}

/** The seed of the mark that an hour's commitment makes. */
export function commitSeed(endsAt: number): string {
  return knownProtocol(CURRENT_RULES.version)?.commitSeed(endsAt) ?? '';
}

async function saidIn(node: RpcNode, { pool, round, endsAt }: HourAsked, signature: string) {
  const reading = await readSigned(node, { signature, wallet: pool });
  if (reading.kind === 'failed') throw reading.error;
  if (reading.kind !== 'proven' || !reading.proof.isSigned) return null;
  const form = readWalletForm(reading.wire, { base: pool, seed: commitSeed(endsAt) });
  if (form.kind === 'other' || form.transfers.length > 0) return null;
  const said = readCommitMemo(form.memo);
  return said?.round === round && said.endsAt === endsAt ? said : null;
}
