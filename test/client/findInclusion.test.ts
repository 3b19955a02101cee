import { describe, expect, it } from 'vitest';
import type { AskChain } from '../../client/audit/chain/askChain.ts';
import { createChainView } from '../../client/audit/chain/chainView.ts';
import { amountOnChain } from '../../client/audit/check/amountOnChain.ts';
import { findInclusion, withoutList } from '../../client/audit/check/findInclusion.ts';
import { inclusionBadge, inclusionSentences } from '../../client/audit/panel/inclusionTexts.ts';
import { address, addressOf } from '../../src/address/address.ts';
import { TOKEN_2022 } from '../../src/address/canChangeTokens.ts';
import { hostileNode } from './hostileNode.ts';
import { stepOf, verifyOffline } from './offline.ts';
import { keyOf, signedTransaction } from './signedTransaction.ts';
import { TAMPERED_PROOFS } from './tamperedProofs.ts';

const { add, mint, proof } = TAMPERED_PROOFS;
const lottery = { mint: address(mint), pinned: null };
const { snapshot, rules } = proof;
const terms = proof.terms[0]?.terms;
if (snapshot === null || rules === null || terms === undefined) throw new Error('the table’s round has a list');
const [, owner] = snapshot.entries;
if (owner === undefined) throw new Error('the list has a second entry');
/** Exactly enough. */
const amount = terms.threshold;
const stranger = addressOf(new Uint8Array(32).fill(211));
const ACCOUNT = keyOf('the token account');
/** The transaction of an account at a slot: its own, and a stranger's that cannot change it. */
const sentAt = (slot: number, isDust = false) =>
  signedTransaction({ by: 'stranger', names: [ACCOUNT, isDust ? STRANGER : TOKEN_2022], salt: `${slot}` });
const STRANGER = keyOf('another stranger');
const DUST = Array.from({ length: 200 }, (_, i) => keyOf(`dust ${i}`));
const dusty = new Map(
  DUST.map((name) => [name, signedTransaction({ by: 'stranger', names: [name, TOKEN_2022] })] as const),
);
const empty = { preTokenBalances: [], postTokenBalances: [] };

/** A wallet's token account as a node shows it: each change with its slot, the newest first. */
interface Account {
  readonly changes: readonly {
    readonly slot: number;
    readonly before: string | null;
    readonly after: string | null;
    /** A transfer of lamports to the token account, as Agave shows it: without any token balance. */
    readonly isDust?: boolean;
  }[];
  readonly isFrozen?: boolean;
  /** Empty accounts that strangers opened for the wallet, long before. */
  readonly more?: number;
}

/** The table's chain, on which the wallet in question has this account; none for null. */
function nodeWith(account: Account | null, of: string): AskChain {
  const node = hostileNode({ name: 'tampered', verdict: 'proven', add });
  const balances = (held: string | null) =>
    held === null ? [] : [{ accountIndex: 1, mint: terms?.mint, owner: of, uiTokenAmount: { amount: held } }];
  return async (method, params) => {
    if (method === 'getTokenAccountsByOwner') {
      const data = Buffer.alloc(165);
      data[108] = account?.isFrozen ? 2 : 1;
      const known = (pubkey: string) => ({ pubkey, account: { data: [data.toString('base64'), 'base64'] } });
      const more = DUST.slice(0, account?.more ?? 0).map(known);
      return { value: account === null ? [] : [known(ACCOUNT), ...more] };
    }
    if (method === 'getSignaturesForAddress' && params[0] === ACCOUNT)
      return account?.changes.map(({ slot, isDust }) => ({ ...sentAt(slot, isDust), slot, err: null }));
    const opened = dusty.get(String(params[0]));
    if (opened && method === 'getSignaturesForAddress') return [{ signature: opened.signature, slot: 1, err: null }];
    if (method !== 'getTransaction') return node(method, params);
    const isAsked = ({ signature }: { readonly signature: string }) => signature === params[0];
    const other = [...dusty.values()].find(isAsked);
    if (other) return { slot: 1, meta: { err: null, ...empty }, transaction: [other.bytes, 'base64'] };
    const change = account?.changes.find(({ slot, isDust }) => isAsked(sentAt(slot, isDust)));
    if (change === undefined) return node(method, params);
    const meta = { err: null, preTokenBalances: balances(change.before), postTokenBalances: balances(change.after) };
    return { slot: change.slot, meta, transaction: [sentAt(change.slot, change.isDust).bytes, 'base64'] };
  };
}

const at = (slot: number, before: string | null, after: string | null) => ({ slot, before, after });
const dust = (slot: number) => ({ ...at(slot, null, null), isDust: true });
const S = snapshot.slot;
const flood = Array.from({ length: 51 }, (_, i) => dust(S - 1 - i));

interface Case {
  readonly address?: string;
  readonly account?: Account | null;
  readonly of?: unknown;
}

const find = ({ address: wallet = owner, account = { changes: [at(S - 1, null, amount)] }, of = proof }: Case = {}) =>
  findInclusion({
    ...{ proof: of, round: proof.roundNumber, address: wallet, lottery },
    view: createChainView(nodeWith(account, wallet)),
  });

describe('the search for a wallet in a round’s list', () => {
  it('finds it with its path, and the root that the pool wallet signed', async () => {
    const answer = await find();
    expect(answer).toMatchObject({ chain: { state: 'ok' }, amount: { state: 'ok' } });
    expect(inclusionBadge(answer).text).toBe('IN THE LIST');
    const said = inclusionSentences(answer).join('\n');
    expect(said).toContain(`at index 1 of ${snapshot.entries.length}.`);
    expect(said).toContain(`leads to the list’s root ${snapshot.root}.`);
    expect(said).toContain('The pool wallet signed this root in time');
  });

  it('gives a proof that the verifiers take', async () => {
    const { place } = await find();
    if (place.kind !== 'listed') throw new Error('the wallet is in the list');
    const report = await verifyOffline(proof, { inclusion: JSON.parse(JSON.stringify(place.proof)) });
    expect(stepOf(report, 'inclusion').state).toBe('ok');
  });

  it('says what it means that a wallet is not in the list, and by which rule it is excluded', async () => {
    const answer = await find({ address: stranger, account: null });
    expect([answer.place.kind, inclusionBadge(answer).text]).toEqual(['absent', 'NOT IN THE LIST']);
    expect(inclusionSentences(answer).join('\n')).toContain('It had no chance in that draw.');
    const [excluded] = rules.excluded;
    const said = inclusionSentences(await find({ address: excluded?.[0] ?? '', account: null }));
    expect(said.join('\n')).toContain('The round’s rules keep it out: excluded.');
  });

  it('is red for a list that is not the promised one, and never ok without a chain', async () => {
    const entries = snapshot.entries.map((one, index) => (index === 2 ? stranger : one));
    const forged = await find({ of: { ...proof, snapshot: { ...snapshot, entries } } });
    expect(forged.chain.state).toBe('failed');
    expect(inclusionBadge(forged)).toEqual({ tone: 'ruby', text: 'NOT THE PROMISED LIST' });
    const address = snapshot.entries[2] ?? '';
    const leftOut = await find({ of: { ...proof, snapshot: { ...snapshot, entries } }, address });
    expect(leftOut.place.kind).toBe('absent');
    expect(inclusionSentences(leftOut).join('\n')).not.toContain('no chance');
    const alone = await findInclusion({
      ...{ proof, round: proof.roundNumber, address: owner, view: null, lottery },
    });
    expect([alone.chain.state, alone.amount.state]).toEqual(['could-not-check', 'could-not-check']);
    expect(inclusionBadge(alone)).toEqual({ tone: 'amber', text: 'IN THE LIST, NOT PROVEN' });
  });

  it('refuses another round’s proof', async () => {
    const other = await findInclusion({
      ...{ proof, round: proof.roundNumber + 1, address: owner, lottery },
      view: createChainView(nodeWith(null, owner)),
    });
    expect(other.chain).toMatchObject({ state: 'failed', value: expect.stringContaining('roundNumber') });
  });

  it('has a sentence for a round without a list, and for a proof that did not arrive', async () => {
    const open = { ...proof, state: 'open', snapshot: null, rules: null, rulesHash: null, commitment: null };
    const early = { ...open, beacon: null, prize: null, winners: null, payout: null };
    expect(inclusionSentences(await find({ of: early }))[0]).toContain('its entries are not locked');
    expect(inclusionSentences(await find({ of: { ...early, state: 'rolled-over' } }))[0]).toContain('called off');
    for (const answer of [withoutList({ round: 7, address: owner }, 'answered 503'), await find({ of: 'x' })])
      expect(inclusionBadge(answer).text).toBe('COULD NOT CHECK');
  });
});

describe('whether a wallet in the list held enough', () => {
  const more = `${BigInt(amount) + 1n}`;
  const less = `${BigInt(amount) - 1n}`;

  it.each<[name: string, state: string, account: Account | null]>([
    ['the last transaction before the slot', 'ok', { changes: [at(S + 5, amount, '0'), at(S - 9, null, amount)] }],
    ['one of that very slot, read before it', 'ok', { changes: [at(S, amount, more)] }],
    ['one of that very slot, read after it', 'ok', { changes: [at(S, more, amount)] }],
    ['one of that very slot that took it all', 'ok', { changes: [at(S, amount, '0')] }],
    ['one of that very slot, with too little around it', 'could-not-check', { changes: [at(S, less, less)] }],
    ['a larger amount, which is as good', 'ok', { changes: [at(S - 1, null, more)] }],
    ['a smaller one, as a closed account does not show', 'could-not-check', { changes: [at(S - 1, null, less)] }],
    ['no account any more', 'could-not-check', null],
    ['a history that begins later', 'could-not-check', { changes: [at(S + 1, amount, amount)] }],
    ['an account that was opened later', 'could-not-check', { changes: [at(S + 1, null, amount)] }],
    ['accounts that strangers opened for it', 'ok', { changes: [at(S - 1, null, amount)], more: 199 }],
    ['more of them than anyone looks at', 'could-not-check', { changes: [at(S - 1, null, amount)], more: 200 }],
    ['lamports that anybody sent to it since', 'ok', { changes: [dust(S - 1), dust(S - 2), at(S - 9, null, amount)] }],
    ['nothing but lamports', 'could-not-check', { changes: [dust(S + 1), dust(S - 1)] }],
    ['lamports sent to it too often', 'could-not-check', { changes: [...flood, at(S - 99, null, amount)] }],
    ['a frozen account', 'could-not-check', { changes: [at(S - 1, null, amount)], isFrozen: true }],
  ])('is judged by %s: %s', async (_name, state, account) => {
    expect((await find({ account })).amount).toMatchObject({ state });
  });

  it.each([
    ['of which none of that time tells anything', [dust(S - 1)]],
    ['all of a later time', [dust(S + 1)]],
  ])('is left open where the history has more transactions than are read, %s', async (_name, changes) => {
    const node = nodeWith({ changes }, owner);
    const later = Array.from({ length: 999 }, (_, i) => ({ signature: `later ${i}`, slot: S + 1, err: null }));
    const flooded: AskChain = async (method, params) => {
      const answer = await node(method, params);
      return method === 'getSignaturesForAddress' ? [...later, ...(answer as readonly unknown[])] : answer;
    };
    const question = { owner, mint: terms.mint, slot: S, threshold: BigInt(amount), isListed: true };
    expect(await amountOnChain(flooded, { ...question, mayBeOut: 'no' })).toMatchObject({
      state: 'could-not-check',
      value: expect.stringContaining('more transactions than are looked through'),
    });
  });

  it('calls no wallet missing whose account changed in the snapshot’s slot', async () => {
    const answer = await find({ address: stranger, account: { changes: [at(S, amount, more)] } });
    expect(answer.amount.state).toBe('could-not-check');
  });

  it('accuses nobody of leaving out a wallet that is excluded', async () => {
    const rich: Account = { changes: [at(S - 1, null, more)] };
    const named = await find({ address: rules.excluded[0]?.[0] ?? '', account: rich });
    expect(named.amount.state).toBe('ok');
  });

  it('does not call it right that a wallet with enough was frozen, or too small for a cut list', async () => {
    const [frozen] = rules.excluded.find(([, reason]) => reason === 'frozen') ?? [];
    const rich: Account = { changes: [at(S - 1, null, more)] };
    const answer = await find({ address: frozen ?? '', account: rich });
    expect(answer.amount).toMatchObject({
      state: 'could-not-check',
      value: expect.stringContaining('nothing shows why'),
    });
    const question = { owner: stranger, mint: terms.mint, slot: S, threshold: BigInt(amount), isListed: false };
    const cut = await amountOnChain(nodeWith(rich, stranger), { ...question, mayBeOut: 'unknown' });
    expect(cut.state).toBe('could-not-check');
  });

  it('finds a wallet that held enough and is missing', async () => {
    const answer = await find({ address: stranger, account: { changes: [at(S - 1, null, amount)] } });
    expect([answer.amount.state, inclusionBadge(answer).tone]).toEqual(['failed', 'ruby']);
  });
});
