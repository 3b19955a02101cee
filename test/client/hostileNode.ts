import { base58 } from '@scure/base';
import type { AskChain } from '../../client/audit/askChain.ts';
import { parseTransfer } from '../../client/audit/systemProgram.ts';
import { HOSTILE_CHAINS, type HostileCase, type HostileTransaction, ledgerOf } from './hostileChains.ts';

/** The programs whose texts nodes list. */
const LISTED = ['MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr', 'Memo1UhkJRfHyvLMcVucJwxXeuD728EqVDDwQDxFMNo'];
const LAST_VERSION = 255;
const BALANCE_BEFORE = 10 ** 15;

interface Options {
  readonly before?: string;
  readonly limit: number;
  readonly commitment: string;
  readonly maxSupportedTransactionVersion: number;
}

/** A refusal as the client passes it on. */
export function refusal(method: string, code: number): Error {
  return new Error(`${method} was refused`, { cause: { code, message: 'a node’s own words' } });
}

/** Answers as a node would whose ledger is a case's. Fails loudly at anything else. */
export function hostileNode(of: HostileCase): AskChain {
  const node = of.node ?? {};
  const ledger = ledgerOf(of);
  const rows = ledger.toReversed().map((sent) => rowOf(sent, node.hidesMemos === true));
  const bySignature = new Map(ledger.map((sent) => [sent.signature, sent]));
  const first = node.ledgerBegins ?? { slot: 0, time: 0 };
  const newest = node.newest ?? HOSTILE_CHAINS.newest;
  const times = new Map([first, newest, ...ledger].map(({ slot, time }) => [slot, time]));
  const forgotten = new Set<string>();
  let pages = 0;

  function history([wallet, options]: readonly unknown[]): unknown {
    const { before, limit, commitment } = options as Options;
    // A watcher's own wallet has a history too, of what it signed: none, for one that signed nothing.
    const own = wallet === HOSTILE_CHAINS.wallet ? rows : rows.filter(({ signature }) => isSignedBy(signature, wallet));
    if (commitment !== 'finalized') throw new Error('an unexpected history');
    const page = pages++;
    if (page >= (node.failsFromPage ?? Number.POSITIVE_INFINITY)) throw new Error('answered 503');
    if (page > 0 && node.forgets) {
      forgotten.add(String(before));
      return [];
    }
    const start = before === undefined || node.repeats ? 0 : own.findIndex(({ signature }) => signature === before) + 1;
    return own.slice(start, start + Math.min(node.page ?? 4, limit));
  }

  function isSignedBy(signature: string, wallet: unknown): boolean {
    return bySignature.get(signature)?.signers.includes(String(wallet)) ?? false;
  }

  function transaction([signature, options]: readonly unknown[]): unknown {
    const { maxSupportedTransactionVersion: declared, commitment } = options as Options;
    if (commitment !== 'finalized') throw new Error('an unexpected commitment');
    if (declared > (node.greatestVersion ?? LAST_VERSION)) throw refusal('getTransaction', -32_602);
    const sent = bySignature.get(String(signature));
    if (sent === undefined || sent.told === 'absent') return null;
    if (sent.told === 'nothing' || (sent.version ?? 0) > declared) throw refusal('getTransaction', -32_015);
    return transactionOf(sent);
  }

  return async (method, params) => {
    switch (method) {
      case 'getSignaturesForAddress':
        return history(params);
      case 'getTransaction':
        return transaction(params);
      case 'getSignatureStatuses': {
        const [signature = ''] = params[0] as readonly string[];
        const isKnown = bySignature.has(signature) && !forgotten.has(signature);
        return { value: [isKnown ? { confirmationStatus: 'finalized' } : null] };
      }
      case 'getBlockTime':
        return times.get(Number(params[0])) ?? refuse(`a block time of slot ${params[0]}`);
      case 'getSlot':
        return newest.slot;
      case 'getFirstAvailableBlock':
        return first.slot;
      default:
        return refuse(method);
    }
  };
}

function refuse(what: string): never {
  throw new Error(`an unexpected question: ${what}`);
}

function rowOf({ signature, slot, time, instructions, memo, failed }: HostileTransaction, hidesMemos: boolean) {
  const memos = instructions
    .filter(({ program }) => LISTED.includes(program))
    .map(({ data }) => {
      const bytes = base58.decode(data);
      return `[${bytes.length}] ${new TextDecoder().decode(bytes)}`;
    });
  const joined = memo ?? (memos.length === 0 ? null : memos.join('; '));
  const err = failed ? { InstructionError: [0, 'Custom'] } : null;
  return { signature, slot, err, blockTime: time, memo: hidesMemos ? null : joined, confirmationStatus: 'finalized' };
}

function transactionOf({ slot, version, signers, instructions, failed, inner, told }: HostileTransaction) {
  const named = instructions.flatMap(({ accounts, program }) => [...accounts, program]);
  const accountKeys = [...new Set([...signers, ...named, HOSTILE_CHAINS.wallet])];
  const moved = movedBy(instructions);
  return {
    slot,
    // Wrong on purpose: the verifiers must not read it.
    blockTime: 1,
    version: version ?? 'legacy',
    transaction: {
      message: {
        header: { numRequiredSignatures: signers.length },
        accountKeys,
        instructions: instructions.map(({ program, accounts, data }) => ({
          programIdIndex: told === 'signers' ? 999 : accountKeys.indexOf(program),
          accounts: accounts.map((account) => accountKeys.indexOf(account)),
          data,
        })),
      },
    },
    meta: {
      err: failed ? 'Custom' : null,
      innerInstructions: [{ index: 0, instructions: inner ?? [] }],
      preBalances: accountKeys.map(() => BALANCE_BEFORE),
      postBalances: accountKeys.map((key) => BALANCE_BEFORE + (moved.get(key) ?? 0)),
    },
  };
}

/** Lamports that each address has more or less after the transfers among these instructions. */
function movedBy(instructions: HostileTransaction['instructions']): ReadonlyMap<string, number> {
  const moved = new Map<string, number>();
  for (const { program, accounts, data } of instructions) {
    const transfer = parseTransfer({ program, accounts, data: base58.decode(data) });
    if (transfer === null) continue;
    const { from, to, lamports } = transfer;
    moved.set(from, (moved.get(from) ?? 0) - Number(lamports));
    moved.set(to, (moved.get(to) ?? 0) + Number(lamports));
  }
  return moved;
}
