import { createRpc } from '../../worker/chain/node/rpc.ts';
import { createReconcilePool } from '../../worker/rounds/watch/reconcilePool.ts';
import type { Settings } from '../../worker/settings/Settings.ts';
import { createRoundStore } from '../../worker/store/rounds/rounds.ts';
import type { TermsBook } from '../../worker/terms/TermsBook.ts';
import { wallet } from '../domain/wallets.ts';
import { answering, fakeNodes } from './fakeNodes.ts';
import { countedTerms } from './fixedTerms.ts';
import { NOW, resume, SENT, SETTINGS } from './poolOutflows.ts';

export const SOL = 1_000_000_000n;

interface ReconciledPool {
  readonly settings?: Settings;
  readonly terms?: TermsBook;
  /** Wallets whose balance no node says. */
  readonly downFor?: (asked: string) => boolean;
  /** According to a second node, each transaction took this much more from the pool. */
  readonly overstated?: bigint;
}

/** The pool on a chain of its own: each transfer takes one SOL, one slot. */
export function reconciledPool(
  db: D1Database,
  { settings = SETTINGS, terms = countedTerms([]), downFor = () => false, overstated = 0n }: ReconciledPool = {},
) {
  const chain = {
    lamports: 100n * SOL,
    slot: 1_000,
    rows: [] as { signature: string; slot: number }[],
    /** Transactions that the index does not list yet. */
    unlisted: [] as { signature: string; slot: number }[],
    /** Transactions that the node does not show at this moment. */
    refused: new Set<string>(),
    /** Transactions that the node does not know any more. */
    forgotten: new Set<string>(),
    isListing: true,
    isHanging: false,
    /** The view of a server that lags; null for the newest. */
    lagging: null as { readonly slot: number; readonly lamports: bigint } | null,
    /** Lamports of another account that each transaction names. */
    rich: Number(SOL),
  };
  const alerts: string[] = [];
  const messages: string[] = [];
  const node = (more: bigint) =>
    answering({
      getBalance: (asked: string) =>
        downFor(asked)
          ? new Response('', { status: 503 })
          : {
              context: { slot: chain.lagging?.slot ?? chain.slot },
              value: asked === SETTINGS.pool.address ? Number(chain.lagging?.lamports ?? chain.lamports) : 5,
            },
      getMinimumBalanceForRentExemption: () => 900_000,
      getSignaturesForAddress: (_asked: string, { before }: { before?: string }) => {
        if (chain.isHanging) return new Promise(() => undefined);
        if (!chain.isListing) return new Response('', { status: 503 });
        const rows = [...chain.rows].reverse();
        const from = before === undefined ? 0 : rows.findIndex(({ signature: one }) => one === before) + 1;
        if (before !== undefined && from === 0) return [];
        return rows.slice(from).map(({ signature: one, slot }) => ({
          ...{ signature: one, slot, blockTime: 1, memo: null, err: null },
          confirmationStatus: 'finalized',
        }));
      },
      getTransaction: (asked: string, { encoding }: { encoding: string }) => {
        if (chain.refused.has(asked)) return new Response('', { status: 429 });
        if (chain.forgotten.has(asked)) return null;
        if (encoding === 'base64')
          return { transaction: [Buffer.from(SENT.get(asked) ?? []).toString('base64'), 'base64'] };
        const slot = [...chain.rows, ...chain.unlisted].find(({ signature: one }) => one === asked)?.slot;
        if (slot === undefined) return null;
        const [preBalances, postBalances] = [
          [Number(SOL + more), 0, chain.rich],
          [0, Number(SOL), chain.rich],
        ];
        const accountKeys = [SETTINGS.pool.address, wallet(11), wallet(10)];
        const meta = { err: null, fee: 5_000, preBalances, postBalances };
        return { slot, meta, transaction: { message: { accountKeys } } };
      },
      getSignatureStatuses: ([asked]: [string]) => ({
        context: { slot: chain.slot },
        value: [
          !chain.forgotten.has(asked) && [...chain.rows, ...chain.unlisted].some(({ signature: one }) => one === asked)
            ? { slot: 1, confirmationStatus: 'finalized', err: null }
            : null,
        ],
      }),
    });
  const nodes = fakeNodes({ 'rpc.test': node(0n), 'second.test': node(overstated) });
  const urls = ['https://rpc.test', ...(overstated > 0n ? ['https://second.test'] : [])];
  let at = NOW;
  const now = () => at;
  const start = () =>
    createReconcilePool({
      ...{ db, settings, terms, now, rounds: createRoundStore(db, now) },
      rpc: createRpc({ urls, fetch: nodes.fetch, now }),
      async raiseAlert(key, message) {
        alerts.push(key);
        messages.push(message);
      },
    });
  let reconcile = start();
  return {
    ...{ alerts, messages },
    surprises: nodes.surprises,
    /** The minute's look. */
    tick: async (minutes = 1) => {
      at += minutes * 60_000;
      chain.slot += 150;
      await reconcile();
    },
    transfer: (one: string) => {
      chain.lamports -= SOL;
      chain.rows.push({ signature: one, slot: ++chain.slot });
    },
    /** A transaction that takes nothing from the pool. */
    dust: (one: string) => void chain.rows.push({ signature: one, slot: ++chain.slot }),
    /** A transfer that is listed in a slot newer than every balance. */
    transferLater: (one: string) => void chain.rows.push({ signature: one, slot: chain.slot + 10_000 }),
    /** As `transfer`, in the slot of the last look. */
    transferInPlace: (one: string) => {
      chain.lamports -= SOL;
      chain.rows.push({ signature: one, slot: chain.slot });
    },
    /** As `transfer`; the history lists it only after `catchUp`. */
    transferUnlisted: (one: string) => {
      chain.lamports -= SOL;
      chain.unlisted.push({ signature: one, slot: ++chain.slot });
    },
    /** A new instance, which remembers nothing. */
    restart: () => {
      reconcile = start();
    },
    /** From now on no node lists anything, as while a stranger's flood is being read. */
    stopListing: () => {
      chain.isListing = false;
    },
    /** From now on no node answers what it lists. */
    hangListing: () => {
      chain.isHanging = true;
    },
    refuse: (one: string) => void chain.refused.add(one),
    showAll: () => chain.refused.clear(),
    forget: (one: string) => void chain.forgotten.add(one),
    /** The server's view stays at this moment. */
    view: () => ({ slot: chain.slot, lamports: chain.lamports }),
    lag: (to: { readonly slot: number; readonly lamports: bigint }) => {
      chain.lagging = to;
    },
    /** Each transaction also names an account with this many lamports. */
    nameRich: (held: number) => {
      chain.rich = held;
    },
    catchUp: () => void chain.rows.push(...chain.unlisted.splice(0)),
    resume: (acknowledge: readonly string[]) => resume(db, acknowledge, 'ops', at),
    lamports: () => chain.lamports,
  };
}
