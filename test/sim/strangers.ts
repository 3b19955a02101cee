import { createHash } from 'node:crypto';
import { addressOf, HOLDER_ADDRESSES, keyOf, POOL, STRANGER, TAX_WALLET, THRESHOLD, tokenAccountOf } from './cast.ts';
import type { Dice } from './dice.ts';
import type { Atom } from './faults/atoms.ts';
import { bytesOf, transferFeeOf } from './model/accounts.ts';
import type { Chain, ChainState, Deed } from './model/chain.ts';
import { PROGRAMS } from './model/runtime.ts';
import { quickSign } from './quickEd25519.ts';
import type { Scheduler } from './scheduler.ts';

export interface StrangersInput {
  readonly scheduler: Scheduler;
  readonly dice: Dice;
  readonly chain: Chain;
  readonly start: number;
}

const EVERY_SLOT_MS = 400;
const TRADE_MS = 4_000;

/** What people and attackers do on the chain, independently of the lottery. */
export function createStrangers({ scheduler, dice, chain, start }: StrangersInput) {
  let deeds = 0;
  const act = (what: string, deed: Omit<Deed, 'name'>) => chain.act({ name: `${what} ${++deeds}`, ...deed });

  function transfer(state: ChainState, from: string, to: string, amount: bigint): void {
    const [a, b] = [tokenAccountOf(from), tokenAccountOf(to)];
    const [source, target] = [state.account(a), state.account(b)];
    if (source.data?.kind !== 'token' || target.data?.kind !== 'token' || a === b) return;
    const moved = amount < source.data.amount ? amount : source.data.amount;
    const fee = transferFeeOf(moved);
    state.set(a, { ...source, data: { ...source.data, amount: source.data.amount - moved } });
    state.set(b, {
      ...target,
      data: { ...target.data, amount: target.data.amount + moved - fee, withheld: target.data.withheld + fee },
    });
  }

  function send(to: string, lamports: bigint, what: string): void {
    const change = (state: ChainState) => {
      const account = state.account(to);
      state.set(to, { ...account, lamports: account.lamports + lamports });
    };
    act(what, { keys: [STRANGER, to], change });
  }

  const holder = (i: number) => HOLDER_ADDRESSES[i] ?? STRANGER;
  const amountOf = (owner: string) => {
    const { data } = chain.accountAt(tokenAccountOf(owner), chain.slots.head().slot);
    return data?.kind === 'token' ? data.amount : 0n;
  };

  /**
   * The first holders trade with each other all the time, so that their amounts and the withheld fees always change.
   */
  function trade(): void {
    const [from, to] = [holder(dice.below('trader', 8)), holder(8 + dice.below('trader', 8))];
    const amount = BigInt(dice.between('trade', 1, 40)) * 1_000_000_000n;
    act('trade', {
      keys: [STRANGER, tokenAccountOf(from), tokenAccountOf(to)],
      change: (state) => transfer(state, from, to, amount),
    });
  }

  /**
   * As `act`, but by a real transaction that names the pool and has a memo, so that it is listed under its own
   * signature.
   */
  const actInWriting = (what: string, text: string, deed: Omit<Deed, 'name' | 'bytes'>) =>
    act(what, { ...deed, bytes: signedMemo(text, `${what} ${deeds + 1}`) });

  /** Does something in every slot of a span. */
  function everySlot(atom: { readonly from: number; readonly to: number }, run: () => void): void {
    const again = () => {
      run();
      if (scheduler.now() - start + EVERY_SLOT_MS < atom.to)
        scheduler.after(EVERY_SLOT_MS, '', again, { owner: null, isPlanned: true, isQuiet: true });
    };
    again();
  }

  return {
    live(): void {
      scheduler.after(
        TRADE_MS,
        '',
        function again() {
          chain.advance();
          trade();
          scheduler.after(TRADE_MS, '', again, { owner: null, isQuiet: true });
        },
        { owner: null, isQuiet: true },
      );
    },
    /** True when a stranger does what the atom says. */
    play(atom: Atom): boolean {
      switch (atom.kind) {
        case 'give':
          send(POOL, BigInt(atom.lamports), 'gift');
          return true;
        case 'dust':
          everySlot(atom, () => send(atom.to_ === 'pool' ? POOL : TAX_WALLET, 1n, 'dust'));
          return true;
        case 'move': {
          const [from, to] = [holder(atom.a), holder(atom.b)];
          act('move', {
            keys: [STRANGER, tokenAccountOf(from), tokenAccountOf(to)],
            change: (state) => {
              const { data } = state.account(tokenAccountOf(from));
              if (data?.kind === 'token') transfer(state, from, to, (data.amount * BigInt(atom.part)) / 100n);
            },
          });
          return true;
        }
        case 'cross': {
          const [owner, other] = [holder(atom.holder), addressOf('market maker')];
          everySlot(atom, () => {
            const isIn = amountOf(owner) >= THRESHOLD;
            const amount = isIn ? amountOf(owner) - THRESHOLD + 1n : (THRESHOLD - amountOf(owner)) * 2n;
            act('cross', {
              keys: [STRANGER, tokenAccountOf(owner), tokenAccountOf(other)],
              change: (state) => transfer(state, isIn ? owner : other, isIn ? other : owner, amount),
            });
          });
          return true;
        }
        case 'burn':
          everySlot(atom, () =>
            act('burn', {
              keys: [STRANGER, tokenAccountOf(addressOf('market maker')), chain.mint],
              change: (state) => {
                const address = tokenAccountOf(addressOf('market maker'));
                const account = state.account(address);
                if (account.data?.kind !== 'token' || account.data.amount === 0n) return;
                state.set(address, { ...account, data: { ...account.data, amount: account.data.amount - 1n } });
                state.setMint({ ...state.mint(), supply: state.mint().supply - 1n });
              },
            }),
          );
          return true;
        case 'harvest':
          everySlot(atom, () => {
            const address = tokenAccountOf(holder(dice.below('harvested', HOLDER_ADDRESSES.length)));
            act('harvest', {
              keys: [STRANGER, chain.mint, address],
              change: (state) => {
                const account = state.account(address);
                if (account.data?.kind !== 'token') return;
                const { withheld } = account.data;
                state.set(address, { ...account, data: { ...account.data, withheld: 0n } });
                state.setMint({ ...state.mint(), withheld: state.mint().withheld + withheld });
              },
            });
          });
          return true;
        case 'flood':
          for (let i = 0; i < atom.count; i++) {
            const at = atom.at === 'pool' ? POOL : TAX_WALLET;
            actInWriting('flood', 'flood', { keys: [STRANGER, at, tokenAccountOf(TAX_WALLET)] });
          }
          return true;
        case 'copyMemo': {
          const text = chain.listed(POOL).findLast(({ memos }) => memos.length > 0)?.memos[0] ?? 'GOD1 commit round=1';
          actInWriting('copy', text, { keys: [STRANGER, POOL, PROGRAMS.memo], memos: [text] });
          return true;
        }
        default:
          return false;
      }
    },
  };
}

const SEED_BYTES = 32;

/**
 * A legacy transaction of the stranger in base64: one memo, with the pool among its accounts. It is built by hand,
 * because a flood has thousands of them. `name` makes it different from all others.
 */
function signedMemo(text: string, name: string): string {
  const data = Buffer.from(text);
  const message = Buffer.concat([
    // One signer; the last account is only read.
    Buffer.from([1, 0, 1, 3]),
    ...[STRANGER, POOL, PROGRAMS.memo].map((address) => bytesOf(address)),
    createHash('sha256').update(`blockhash ${name}`).digest(),
    // One instruction: its program is the third account, and it gets the first two.
    Buffer.from([1, 2, 2, 0, 1, ...compact(data.length)]),
    data,
  ]);
  const signature = quickSign(message, keyOf('stranger').secretKey.subarray(0, SEED_BYTES));
  return Buffer.concat([Buffer.from([1]), signature, message]).toString('base64');
}

/** A length below 16,384 in the compact form of the wire format. */
const compact = (length: number) => (length < 128 ? [length] : [(length & 127) | 128, length >> 7]);
