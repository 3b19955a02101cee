import { base58, base64 } from '@scure/base';
import type { AskChain } from '../../client/audit/chain/askChain.ts';
import {
  type ChainTable,
  HOSTILE_CHAINS,
  type HostileCase,
  type HostileLine,
  type HostileServer,
  linesOf,
} from './hostileChains.ts';

const LAST_VERSION = 255;
const TOKEN_2022 = 'TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb';

interface Options {
  readonly before?: string;
  readonly limit: number;
  readonly commitment: string;
  readonly encoding: string;
  readonly maxSupportedTransactionVersion: number;
}

/** A refusal as the client passes it on. */
export function refusal(method: string, code: number): Error {
  return new Error(`${method} was refused`, { cause: { code, message: 'a node’s own words' } });
}

/** The nodes of a case: one, or two that may differ. */
export function hostileNodes(of: HostileCase): readonly [AskChain, ...AskChain[]] {
  const [first = {}, ...others] = of.servers ?? [];
  return [hostileNode(of, first), ...others.map((server) => hostileNode(of, server))];
}

/** Answers as a node would whose ledger is a case's. Fails loudly at anything else. */
export function hostileNode(
  of: HostileCase,
  node: HostileServer = of.servers?.[0] ?? {},
  table: ChainTable = HOSTILE_CHAINS,
): AskChain {
  const ledger = linesOf(of, node, table);
  const bySignature = new Map(ledger.map((line) => [line.signature, line]));
  const rows = ledger.toReversed().map((line) => ({ keys: keysOf(line), row: rowOf(line) }));
  const newest = node.newest ?? table.newest;
  const first = node.ledgerBegins ?? { slot: 0, time: 0 };
  const times = new Map([
    ...Object.entries(table.times).map(([slot, time]) => [Number(slot), time] as const),
    ...[...ledger, first, newest].map(({ slot, time }) => [slot, time] as const),
  ]);
  const accounts = { ...table.accounts, ...node.accounts };
  const context = { slot: newest.slot };
  const forgotten = new Set<string>();
  let pages = 0;

  function errorOf({ signature, failed }: HostileLine): unknown {
    const told = node.told?.[signature];
    return (failed && told !== 'success') || told === 'failure' ? { InstructionError: [0, 'Custom'] } : null;
  }

  function rowOf(line: HostileLine) {
    const { signature, slot, time, memo = null } = line;
    const said = node.hidesMemos ? null : memo;
    return { signature, slot, err: errorOf(line), blockTime: time, memo: said, confirmationStatus: 'finalized' };
  }

  function history([address, options]: readonly unknown[]): unknown {
    const { before, limit, commitment } = options as Options;
    if (commitment !== 'finalized') throw new Error('an unexpected history');
    const page = pages++;
    if (page >= (node.failsFromPage ?? Number.POSITIVE_INFINITY)) throw new Error('answered 503');
    if (page > 0 && node.forgets) {
      forgotten.add(String(before));
      return [];
    }
    const own = rows.filter(({ keys }) => keys.includes(String(address))).map(({ row }) => row);
    const from = node.repeats ? undefined : before;
    return below(own, from).slice(0, Math.min(node.page ?? 1_000, limit));
  }

  function below<Row extends { signature: string; slot: number }>(own: readonly Row[], before: string | undefined) {
    if (before === undefined) return own;
    const at = own.findIndex(({ signature }) => signature === before);
    if (at >= 0) return own.slice(at + 1);
    const slot = before.startsWith('block.') ? Number(before.slice(6)) : (bySignature.get(before)?.slot ?? 0);
    return own.filter((row) => row.slot < slot);
  }

  function manyAccounts([addresses, options]: readonly unknown[]): unknown {
    const asked = addresses as readonly string[];
    if (asked.length > 100) throw new Error('too many accounts');
    return { context, value: asked.map((address) => account([address, options]).value) };
  }

  function account([address, options]: readonly unknown[]): { context: typeof context; value: unknown } {
    const { encoding, commitment } = options as Options;
    if (commitment !== 'finalized' || encoding !== 'base64') throw new Error('an unexpected account');
    const bytes = accounts[String(address)];
    if (bytes !== undefined)
      return { context, value: bytes === null ? null : { lamports: 1, owner: TOKEN_2022, data: [bytes, 'base64'] } };
    const is = (list: readonly string[] = []) => list.includes(String(address));
    const exists = (ledger.some(({ makes }) => is(makes)) || is(node.invents)) && !is(node.hides);
    const data = { lamports: 1, owner: '1'.repeat(32), data: [exists ? 'AA==' : '', 'base64'] };
    return { context, value: exists || is(node.funds) ? data : null };
  }

  function blockTime(slot: number): unknown {
    if (node.skips?.includes(slot)) throw refusal('getBlockTime', -32_009);
    const told = node.times?.[String(slot)];
    if (told !== undefined) return told;
    const known = [...times.keys()].filter((one) => one <= slot && slot <= newest.slot);
    return known.length === 0 ? null : times.get(Math.max(...known));
  }

  /** Every slot that is not skipped has a block. */
  function blocks([start, limit, options]: readonly unknown[]): unknown {
    if (limit !== 1 || (options as Options).commitment !== 'finalized') throw new Error('an unexpected list of blocks');
    const told = node.blocks?.[String(start)];
    if (told !== undefined) return told;
    let slot = Math.max(Number(start), first.slot);
    while (node.skips?.includes(slot)) slot++;
    return slot > newest.slot ? [] : [slot];
  }

  function transaction([signature, options]: readonly unknown[]): unknown {
    const { maxSupportedTransactionVersion: declared, commitment, encoding } = options as Options;
    if (commitment !== 'finalized' || encoding !== 'base64') throw new Error('an unexpected look');
    if (declared > (node.greatestVersion ?? LAST_VERSION)) throw refusal('getTransaction', -32_602);
    const told = node.told?.[String(signature)] ?? '';
    const line = bySignature.get(told) ?? bySignature.get(String(signature));
    if (line?.bytes === undefined || told === 'absent') return null;
    if (told === 'nothing' || (line.version ?? 0) > declared) throw refusal('getTransaction', -32_015);
    return {
      slot: line.slot + (told === 'later' ? 1 : 0),
      // Wrong on purpose: the verifiers must not read it.
      blockTime: 1,
      version: line.version ?? 'legacy',
      transaction: [shownAs(told, line.bytes), 'base64'],
      meta: {
        err: errorOf(line),
        innerInstructions: { unlisted: {}, bare: [{}] }[told] ?? line.inner ?? [],
        preBalances: line.before,
        postBalances: told === 'poorer' ? null : line.after?.map((amount) => amount + (told === 'richer' ? 1 : 0)),
      },
    };
  }

  return async (method, params) => {
    if (node.fails?.includes(method)) throw new Error('answered 503');
    const code = node.refuses?.[method];
    if (code !== undefined) throw refusal(method, code);
    switch (method) {
      case 'getSignaturesForAddress':
        return history(params);
      case 'getTransaction':
        return transaction(params);
      case 'getAccountInfo':
        return account(params);
      case 'getMultipleAccounts':
        return manyAccounts(params);
      case 'getBlock':
        return { signatures: [`block.${params[0]}`] };
      case 'getSignatureStatuses': {
        const [signature = ''] = params[0] as readonly string[];
        const isKnown = bySignature.has(signature) && !forgotten.has(signature);
        return { value: [isKnown ? { confirmationStatus: 'finalized' } : null] };
      }
      case 'getBlockTime':
        return blockTime(Number(params[0]));
      case 'getBlocksWithLimit':
        return blocks(params);
      case 'getSlot':
        return newest.slot;
      case 'getFirstAvailableBlock':
        return first.slot;
      default:
        throw new Error(`an unexpected question: ${method}`);
    }
  };
}

const VERSION_1 = 0x81;

/** The accounts that a transaction names itself; read here once more, by hand. */
function keysOf({ bytes: text, names = [] }: HostileLine): readonly string[] {
  if (text === undefined) return names;
  const bytes = base64.decode(text);
  let at = 41;
  if (bytes[0] !== VERSION_1) {
    at = 1 + 64 * (bytes[0] ?? 0);
    at += (bytes[at] ?? 0) < 128 ? 3 : 4;
  }
  return Array.from({ length: bytes[at] ?? 0 }, (_, index) =>
    base58.encode(bytes.subarray(at + 1 + 32 * index, at + 33 + 32 * index)),
  );
}

/** A transaction as a server shows it. */
function shownAs(told: string, bytes: string): unknown {
  if (told === 'wrapped') return [bytes];
  return told === 'altered' ? altered(bytes) : bytes;
}

/** The same with another last byte of the message. */
function altered(text: string): string {
  const bytes = base64.decode(text);
  const at = bytes.length - (bytes[0] === VERSION_1 ? 65 : 1);
  bytes[at] = (bytes[at] ?? 0) ^ 1;
  return base64.encode(bytes);
}
