import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import * as z from 'zod';
import type { Selection } from '../../../src/protocol/terms/entries.ts';
import { delay } from '../../chain/node/delay.ts';
import type { Rpc } from '../../chain/node/rpc.ts';
import { Implausible, NodesDisagree, RpcError } from '../../chain/node/rpcError.ts';
import type { RpcNode } from '../../chain/node/rpcNode.ts';
import { enoughOf } from '../../chain/node/voices.ts';

/** The entries and the exclusions of a draw, by one node's whole list at one slot. */
export interface ListReading extends Selection {
  readonly slot: number;
}

export interface ListQuestion {
  readonly rpc: Pick<Rpc, 'nodes' | 'hear' | 'differs'>;
  /**
   * Reads one node's list; with `from`, once the node has reached that slot. Throws an RpcError for a list that is not
   * whole.
   */
  readonly read: (node: RpcNode, from?: number) => Promise<ListReading>;
  /**
   * Why a slot may not be committed, as a sentence without its full stop; null when it may. Throws an RpcError when
   * that is not known, for example for a slot without a block.
   */
  readonly refusalOf: (slot: number) => Promise<string | null>;
  /** Whether the time for a lock is over: no further reading is begun then. */
  readonly isOver: () => boolean;
}

/** The most readings of one node in one attempt. */
const MOST_READINGS = 8;
/**
 * All nodes are read again at a slot this far ahead of the furthest node, since a node's answer takes time to arrive.
 */
const SLOTS_AHEAD = 4;
/** A node that claims to be this many slots ahead of the others is not waited for. */
const MOST_SLOTS_APART = 20;
/** How long a node is not asked, for each slot that it is behind the chosen one: a little less than a slot, 0.4 s. */
const LEAST_SLOT_MS = 380;

/** The nodes that gave the same list. `slot` is the smallest slot of their readings, and may be committed. */
interface Sayers {
  readonly nodes: Set<RpcNode>;
  slot: number;
}

/** A slot to be read at, and the slots of the nodes at the moment when it was chosen. */
interface Aim {
  readonly slot: number;
  readonly heads: ReadonlyMap<RpcNode, number>;
}

interface Said extends ListReading {
  readonly hash: string;
}

const ABOUT = 'the holders';

/**
 * The list that enough nodes agree on, whatever the slots of their readings, with the smallest of these slots. When too
 * few agree, a wallet has crossed the threshold between their slots: then a finalized slot a little ahead is chosen,
 * and each node is read again when it gets there. A node's earlier readings still count, since each was true at its
 * slot. The hash of every reading is kept, and each node's newest list. Whether a slot may be committed is asked only
 * for a reading at a smaller slot than every earlier reading of the same list; if that slot may not be committed, the
 * reading does not count. Throws `NodesSilent` or `NodesDisagree`.
 */
export async function agreeOnList({ rpc, read, refusalOf, isOver }: ListQuestion): Promise<ListReading> {
  const enough = enoughOf(rpc.nodes.length);
  /** Each node's newest reading, and how often it was read. */
  const newest = new Map<RpcNode, Said>();
  const readings = new Map<RpcNode, number>();
  const open = new Set(rpc.nodes);
  /** The nodes that gave a list, by its hash. */
  const sayers = new Map<string, Sayers>();
  /** The chosen slots, by the number of readings that each node had before. */
  const aims = new Map<number, Promise<Aim>>();
  let agreed: Said | null = null;
  let news = Promise.withResolvers<void>();

  const tell = () => {
    news.resolve();
    news = Promise.withResolvers();
  };

  /** Throws an RpcError when the reading's slot may not be committed, and when that is not known. */
  async function take(node: RpcNode, reading: ListReading): Promise<void> {
    const hash = hashOf(reading);
    const alike = sayers.get(hash) ?? { nodes: new Set(), slot: Number.POSITIVE_INFINITY };
    sayers.set(hash, alike);
    if (reading.slot < alike.slot) {
      const refusal = await refusalOf(reading.slot);
      if (refusal !== null) throw new Implausible(node.label, 'getProgramAccounts', refusal);
    }
    newest.set(node, { ...reading, hash });
    if (agreed !== null) {
      // A node that has given the agreed list before may give another one at a later slot.
      if (hash !== agreed.hash && !sayers.get(agreed.hash)?.nodes.has(node)) differs(node);
      return;
    }
    alike.nodes.add(node);
    alike.slot = Math.min(alike.slot, reading.slot);
    if (alike.nodes.size < enough) return;
    // The amounts beside the owners come from the smallest slot too, if that list is still in memory.
    const [first = reading] = [...newest.values()]
      .filter((said) => said.hash === hash)
      .toSorted((a, b) => a.slot - b.slot);
    agreed = { ...first, slot: alike.slot, hash };
    for (const other of newest.keys()) if (!alike.nodes.has(other)) differs(other);
  }
  const differs = (node: RpcNode) => rpc.differs(node, ABOUT, 'the other nodes agree on another list');

  /** Whether enough nodes may still agree with this one: two nodes that differ at the same slot never will. */
  function mayAgree(node: RpcNode): boolean {
    const own = newest.get(node);
    const others = rpc.nodes.filter((other) => {
      const said = newest.get(other);
      return said === undefined ? open.has(other) : said.hash === own?.hash || said.slot !== own?.slot;
    });
    return others.length >= enough;
  }

  /** Waits until enough nodes were read as often as this one; false when no further reading is needed, or can help. */
  async function isNextDue(node: RpcNode, done: number): Promise<boolean> {
    for (;;) {
      if (agreed !== null || isOver() || !mayAgree(node)) return false;
      const asOften = rpc.nodes.filter((other) => (readings.get(other) ?? 0) >= done);
      if (asOften.length >= enough) return true;
      if (new Set([...asOften, ...open]).size < enough) return false;
      await news.promise;
    }
  }

  /** A slot a little ahead of all nodes. A node that claims to be far ahead of the others is left out. */
  async function aim(): Promise<Aim> {
    const asked = [...newest].map(async ([node, { slot }]) => {
      const head = await node.call('getSlot', [{ commitment: 'finalized' }], z.int()).catch(() => slot);
      return [node, head] as const;
    });
    const heads = new Map(await Promise.all(asked));
    const newestFirst = [...heads.values()].toSorted((a, b) => b - a);
    const common = newestFirst[enough - 1] ?? 0;
    return { slot: Math.max(...newestFirst.filter((head) => head <= common + MOST_SLOTS_APART)) + SLOTS_AHEAD, heads };
  }

  async function readOn(node: RpcNode): Promise<void> {
    for (let done = 1; done < MOST_READINGS && (await isNextDue(node, done)); done++) {
      const aimed = aims.get(done) ?? aim();
      aims.set(done, aimed);
      const { slot, heads } = await aimed;
      const left = Math.min(slot - (heads.get(node) ?? slot), MOST_SLOTS_APART);
      await delay(Math.max(0, left - 1) * LEAST_SLOT_MS);
      try {
        await take(node, await read(node, slot));
      } catch (error) {
        // A failed reading does not undo what the node said before.
        if (!(error instanceof RpcError)) throw error;
      }
      readings.set(node, done + 1);
      tell();
    }
  }

  async function ask(node: RpcNode): Promise<void> {
    try {
      await take(node, await read(node));
      readings.set(node, 1);
      tell();
      await readOn(node);
    } finally {
      open.delete(node);
      tell();
    }
  }

  try {
    return await rpc.hear({ about: ABOUT, ask, decide: () => agreed ?? undefined });
  } catch (error) {
    if (!(error instanceof NodesDisagree)) throw error;
    const said = [...newest].map(
      ([{ label }, { slot, hash, entries }]) =>
        `${label}: ${entries.length} wallets at slot ${slot}, ${hash.slice(0, 8)}`,
    );
    throw new NodesDisagree(error.nodes, error.about, said.join('; '));
  }
}

/** SHA-256 of everything that a draw depends on: the owners in their order, and who is out for which reason. */
function hashOf({ entries, excluded }: Selection): string {
  const parts = [...entries.map(({ owner }) => owner), '', ...excluded.flatMap(({ owner, reason }) => [owner, reason])];
  return bytesToHex(sha256(utf8ToBytes(parts.join('\n'))));
}
