import { describe, expect, it } from 'vitest';
import type { AskChain } from '../../client/audit/askChain.ts';
import { createChainView } from '../../client/audit/chainView.ts';
import { findInclusion, withoutList } from '../../client/audit/findInclusion.ts';
import { inclusionBadge, inclusionSentences } from '../../client/audit/inclusionTexts.ts';
import { addressOf } from '../../src/address/address.ts';
import { TOKEN_2022 } from '../../src/address/canChangeTokens.ts';
import { hostileNode } from './hostileNode.ts';
import { stepOf, verifyOffline } from './offline.ts';
import { TAMPERED_PROOFS } from './tamperedProofs.ts';

const { add, wallet, proof } = TAMPERED_PROOFS;
const { snapshot, rules } = proof;
if (snapshot === null || rules === null) throw new Error('the table’s round has a list');
const [, entry] = snapshot.entries;
if (entry === undefined) throw new Error('the list has a second entry');
const [owner, amount] = entry;
const stranger = addressOf(new Uint8Array(32).fill(211));
const ACCOUNT = 'the token account';
const empty = { preTokenBalances: [], postTokenBalances: [] };

/** A wallet's token account as a node tells of it: each change by its slot, the newest first. */
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
  const node = hostileNode({ name: 'tampered', expect: {}, add });
  const balances = (held: string | null) =>
    held === null ? [] : [{ accountIndex: 0, mint: rules?.mint, owner: of, uiTokenAmount: { amount: held } }];
  return async (method, params) => {
    if (method === 'getTokenAccountsByOwner') {
      const data = Buffer.alloc(165);
      data[108] = account?.isFrozen ? 2 : 1;
      const known = (pubkey: string) => ({ pubkey, account: { data: [data.toString('base64'), 'base64'] } });
      const more = Array.from({ length: account?.more ?? 0 }, (_, i) => known(`dust ${i}`));
      return { value: account === null ? [] : [known(ACCOUNT), ...more] };
    }
    if (method === 'getSignaturesForAddress' && params[0] === ACCOUNT)
      return account?.changes.map(({ slot }) => ({ signature: `at ${slot}`, slot, err: null }));
    if (String(params[0]).startsWith('dust'))
      return method === 'getTransaction'
        ? { slot: 1, meta: empty, transaction: { message: { accountKeys: [params[0], TOKEN_2022] } } }
        : [{ signature: params[0], slot: 1, err: null }];
    const change = account?.changes.find(({ slot }) => params[0] === `at ${slot}`);
    if (method !== 'getTransaction' || change === undefined) return node(method, params);
    const meta = { preTokenBalances: balances(change.before), postTokenBalances: balances(change.after) };
    const accountKeys = [ACCOUNT, ...(change.isDust ? [] : [TOKEN_2022])];
    return { slot: change.slot, meta, transaction: { message: { accountKeys } } };
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

const find = ({ address = owner, account = { changes: [at(S - 1, null, amount)] }, of = proof }: Case = {}) =>
  findInclusion({
    ...{ proof: of, round: proof.roundNumber, address, poolWallet: wallet },
    view: createChainView(nodeWith(account, address)),
  });

describe('the search for a wallet in a round’s list', () => {
  it('finds it with its amount, its path, and the root that the pool wallet signed', async () => {
    const answer = await find();
    expect(answer).toMatchObject({ chain: { state: 'ok' }, amount: { state: 'ok' } });
    expect(inclusionBadge(answer).text).toBe('IN THE LIST');
    const said = inclusionSentences(answer).join('\n');
    expect(said).toContain(`at index 1 of ${snapshot.entries.length}.`);
    expect(said).toContain(`leads to the list’s root ${snapshot.root}.`);
    expect(said).toContain('The pool wallet signed this root on chain in time');
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
    expect(said.join('\n')).toContain(`The round’s rules exclude it, with`);
  });

  it('is red for a list that is not the promised one, and never ok without a chain', async () => {
    const entries = snapshot.entries.map(([one, held], index) => [one, index === 1 ? `${held}0` : held]);
    const forged = await find({ of: { ...proof, snapshot: { ...snapshot, entries } } });
    expect(forged.chain.state).toBe('failed');
    expect(inclusionBadge(forged)).toEqual({ tone: 'ruby', text: 'NOT THE PROMISED LIST' });
    const alone = await findInclusion({
      ...{ proof, round: proof.roundNumber, address: owner, view: null, poolWallet: wallet },
    });
    expect([alone.chain.state, alone.amount.state]).toEqual(['could-not-check', 'could-not-check']);
    expect(inclusionBadge(alone)).toEqual({ tone: 'amber', text: 'IN THE LIST, NOT PROVEN' });
  });

  it('takes another round’s proof for what it is', async () => {
    const other = await findInclusion({
      ...{ proof, round: proof.roundNumber + 1, address: owner, poolWallet: wallet },
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

describe('whether the amount in the list is right', () => {
  const more = `${BigInt(amount) + 1n}`;
  const less = `${BigInt(amount) - 1n}`;

  it.each<[name: string, state: string, account: Account | null]>([
    ['the last transaction before the slot', 'ok', { changes: [at(S + 5, amount, '0'), at(S - 9, null, amount)] }],
    ['one of that very slot, read before it', 'ok', { changes: [at(S, amount, more)] }],
    ['one of that very slot, read after it', 'ok', { changes: [at(S, more, amount)] }],
    ['one of that very slot, read between others', 'could-not-check', { changes: [at(S, more, more)] }],
    ['a larger amount', 'failed', { changes: [at(S - 1, null, more)] }],
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

  it('finds a wallet that held enough and is missing', async () => {
    const answer = await find({ address: stranger, account: { changes: [at(S - 1, null, amount)] } });
    expect([answer.amount.state, inclusionBadge(answer).tone]).toEqual(['failed', 'ruby']);
  });
});
