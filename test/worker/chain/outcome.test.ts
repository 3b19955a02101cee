import { describe, expect, it } from 'vitest';
import { markIn } from '../../../worker/chain/ledger/markIn.ts';
import { type Attempt, proveExpired } from '../../../worker/chain/ledger/proveExpired.ts';
import { readOutcomes } from '../../../worker/chain/ledger/readOutcome.ts';
import type { Rpc } from '../../../worker/chain/node/rpc.ts';
import { NodesDisagree, NodesSilent } from '../../../worker/chain/node/rpcError.ts';
import { agreeOnBlockhash } from '../../../worker/chain/signing/readSigning.ts';
import { secretKeyOf } from '../completeSettings.ts';
import { answering, type FakeNode, rpcError } from '../fakeNodes.ts';
import { lockOf } from '../honestRound.ts';
import { transactionsOf } from '../markedChain.ts';
import { down } from '../rpcNodes.ts';
import { watchedNodes } from '../watchedNodes.ts';

const nodes = watchedNodes();
const OURS = transactionsOf(secretKeyOf(1));

const statusNode = (status: unknown): FakeNode =>
  answering({ getSignatureStatuses: () => ({ context: { slot: 1_000 }, value: [status] }) });
const at = (confirmationStatus: string, slot = 950, err: unknown = null) =>
  statusNode({ slot, err, confirmationStatus });
const absent = statusNode(null);

describe('what became of a transaction, by enough nodes', () => {
  const outcome = async (...fakes: readonly FakeNode[]) =>
    (await readOutcomes(nodes(...fakes).rpc, ['signature'])).get('signature');

  it('is decided by one node when there is only one', async () => {
    expect(await outcome(at('finalized'))).toMatchObject({ seen: 'finalized', slot: 950, error: null });
    expect(await outcome(at('confirmed'))).toMatchObject({ seen: 'confirmed', slot: 950 });
    expect(await outcome(absent)).toEqual({ seen: 'unknown', disputing: [] });
  });

  it('is, with two nodes, only what both confirm', async () => {
    expect(await outcome(at('finalized'), at('confirmed'))).toMatchObject({
      seen: 'confirmed',
      disputing: ['node 1', 'node 2'],
    });
    expect(await outcome(at('finalized'), at('finalized'))).toMatchObject({ seen: 'finalized', disputing: [] });
  });

  it('is unknown when one of two invents it or denies it, and both are disputing', async () => {
    const disputed = { seen: 'unknown', disputing: ['node 1', 'node 2'] };
    expect(await outcome(at('finalized'), absent)).toEqual(disputed);
    expect(await outcome(absent, at('finalized'))).toEqual(disputed);
  });

  it('is unknown when two disagree about its slot or its success', async () => {
    expect(await outcome(at('finalized'), at('finalized', 951))).toMatchObject({ seen: 'unknown' });
    expect(await outcome(at('finalized'), at('finalized', 950, { Custom: 1 }))).toMatchObject({ seen: 'unknown' });
  });

  it('with three is what two of them say', async () => {
    expect(await outcome(absent, at('finalized'), at('finalized'))).toMatchObject({ seen: 'finalized', error: null });
    expect(await outcome(at('finalized'), absent, absent)).toMatchObject({ seen: 'unknown' });
  });

  it('is not known while one of two is silent, whatever the other says', async () => {
    await expect(outcome(down, at('finalized'))).rejects.toThrow(NodesSilent);
    await expect(outcome(at('finalized', 950, { Custom: 1 }), down)).rejects.toThrow(NodesSilent);
  });

  it('with three does not wait for the third when two say the same, and is unknown when one of these lies', async () => {
    const hanging: FakeNode = () => new Promise(() => undefined);
    expect(await outcome(hanging, at('finalized'), at('finalized'))).toMatchObject({ seen: 'finalized' });
    expect(await outcome(down, at('finalized'), absent)).toMatchObject({ seen: 'unknown' });
    expect(await outcome(down, at('finalized'), at('finalized', 950, { Custom: 1 }))).toMatchObject({
      seen: 'unknown',
    });
  });

  it('takes one call of each node, however many transactions there are', async () => {
    const status = { slot: 950, err: null, confirmationStatus: 'finalized' };
    const { rpc, calls } = nodes(
      answering({
        getSignatureStatuses: (of: string[]) => ({ context: { slot: 1_000 }, value: of.map(() => status) }),
      }),
    );
    const signatures = Array.from({ length: 200 }, (_, i) => `signature ${i}`);
    expect((await readOutcomes(rpc, signatures)).size).toBe(200);
    expect(calls).toHaveLength(1);
  });
});

describe('proof that a transaction can never land', () => {
  const ATTEMPT: Attempt = { signature: 'signature', lastValidBlockHeight: 1_000, signedSlot: 900 };
  /** All blocks of a chain that skips each seventh slot: the one of slot 900 has height 850, the last one that the attempt can be in 1,001. */
  const CHAIN = Array.from({ length: 4_000 }, (_, i) => 700 + i).filter((slot) => slot % 7 !== 0);
  const heightOf = (slot: number) => CHAIN.indexOf(slot) - CHAIN.indexOf(ATTEMPT.signedSlot) + 850;
  const lastOfOurs = CHAIN.find((slot) => heightOf(slot) === ATTEMPT.lastValidBlockHeight + 1) ?? 0;

  /** A node that shows just enough for the proof; each test takes one piece away. */
  const PROOF = {
    ...{ blockHeight: 1_001, absoluteSlot: lastOfOurs, statusSlot: lastOfOurs, firstBlock: 900 },
    status: null as unknown,
    /** Which of the chain's blocks it has. */
    has: (_slot: number): boolean => true,
    listing: null as unknown,
  };
  const KNOWN = { slot: 950, err: null, confirmationStatus: 'processed' };

  const viewOf = (piece: Partial<typeof PROOF> = {}): FakeNode => {
    const { blockHeight, absoluteSlot, statusSlot, status, firstBlock, has, listing } = { ...PROOF, ...piece };
    return answering({
      getEpochInfo: (options: { commitment: string }) =>
        options?.commitment === 'finalized'
          ? { blockHeight, absoluteSlot }
          : { blockHeight: blockHeight + 40, absoluteSlot: absoluteSlot + 40 },
      getSignatureStatuses: (list: string[], options?: { searchTransactionHistory?: boolean }) => {
        if (list[0] !== ATTEMPT.signature) throw new Error(`asked about ${list}`);
        // Without the full history an old transaction looks absent.
        return {
          context: { slot: statusSlot },
          value: list.map(() => (options?.searchTransactionHistory ? status : null)),
        };
      },
      getFirstAvailableBlock: firstBlock,
      getBlocks: (from: number, until: number) => {
        // Some providers list no more blocks in one answer.
        expect(until - from).toBeLessThan(1_000);
        expect(from >= firstBlock && until <= absoluteSlot).toBe(true);
        return listing ?? CHAIN.filter((slot) => slot >= from && slot <= until && has(slot));
      },
      getBlock: (slot: number) => {
        expect(CHAIN.includes(slot) && has(slot)).toBe(true);
        return { blockHeight: heightOf(slot) };
      },
    });
  };
  const proveBy = async (rpc: Rpc, attempt = ATTEMPT) => (await proveExpired(rpc, [attempt])).get(attempt.signature);
  const prove = (...fakes: readonly FakeNode[]) => proveBy(nodes(...fakes).rpc);

  it('needs, with one node, that this node shows all of it, and says what it saw', async () => {
    expect(await prove(viewOf())).toBe(
      `expired: finalized block height 1001 > 1000, absent at slot ${lastOfOurs} on a ledger from block 900`,
    );
  });

  it.each([
    ['the finalized height is not past the last valid one', { blockHeight: 1_000 }],
    ['the answer is of a slot before the finalized one', { statusSlot: lastOfOurs - 1 }],
    ['its list of blocks does not reach that slot yet', { has: (slot: number) => slot < lastOfOurs }],
    ['the signature is known, processed', { status: KNOWN }],
    ['the signature is known, finalized long ago', { status: { ...KNOWN, confirmationStatus: null } }],
    ['the signature is known, with an error', { status: { ...KNOWN, err: { InstructionError: [0, 'Custom'] } } }],
  ])('does not exist while %s, on the only node or on one of two', async (_what, piece) => {
    expect(await prove(viewOf(piece))).toBeUndefined();
    expect(await prove(viewOf(piece), viewOf())).toBeUndefined();
    expect(await prove(viewOf(), viewOf(piece))).toBeUndefined();
  });

  /** Each ledger is of an attempt that is days old, so what is missing does not come any more. */
  const OLD = { blockHeight: 3_400, absoluteSlot: 3_900, statusSlot: 3_900 };
  it.each([
    ['begins after the attempt was signed', { firstBlock: 901 }],
    ['lacks its first block', { has: (slot: number) => slot > 900 }],
    ['lacks one block, as after a start from a newer snapshot', { has: (slot: number) => slot !== 950 }],
    ['lacks the last one', { has: (slot: number) => slot !== lastOfOurs }],
    ['lacks hundreds', { has: (slot: number) => slot < 910 || slot > 3_000 }],
    ['lacks all', { listing: [] }],
  ])('cannot come from a ledger that %s, nor then from only one other node', async (_what, piece) => {
    const holed = () => viewOf({ ...OLD, ...piece });
    expect(await prove(holed())).toBeUndefined();
    expect(await prove(holed(), holed())).toBeUndefined();
    expect(await prove(holed(), viewOf({ status: KNOWN }))).toBeUndefined();
    expect(await prove(holed(), viewOf({ blockHeight: 1_000 }))).toBeUndefined();
    expect(await prove(holed(), viewOf(OLD))).toBeUndefined();
    expect(await prove(holed(), viewOf(OLD), viewOf(OLD))).toContain('expired');
  });

  it('is not given by a node that gets back the blocks that it had lost, with the transaction in them', async () => {
    const looks = { count: 0 };
    const whole = viewOf(OLD);
    const repaired = answering({
      getSignatureStatuses: () => {
        looks.count += 1;
        return { context: { slot: OLD.statusSlot }, value: [looks.count === 1 ? null : KNOWN] };
      },
    });
    const node: FakeNode = (method, params) => (method === 'getSignatureStatuses' ? repaired : whole)(method, params);
    expect(await prove(node)).toBeUndefined();
    expect(looks.count).toBe(2);
  });

  it('asks for no block that the attempt cannot be in', async () => {
    const has = (slot: number) => slot >= 900 && slot <= lastOfOurs;
    expect(await prove(viewOf({ ...OLD, has }))).toContain('expired');
  });

  it('reads as many lists of blocks as those of a chain that skips many slots need', async () => {
    const { rpc, calls } = nodes(viewOf(OLD));
    // 1,800 blocks are in 2,100 slots.
    const late = { ...ATTEMPT, lastValidBlockHeight: 850 + 1_800 };
    expect(await proveBy(rpc, late)).toContain('expired');
    expect(calls.filter((call) => call.method === 'getBlocks')).toHaveLength(3);
  });

  it('needs no list of blocks of a server that has none', async () => {
    expect(await prove(viewOf({ listing: rpcError(-32_601, 'Method not found') }))).toContain('expired');
    expect(await prove(viewOf({ listing: rpcError(-32_603, 'Internal error') }))).toBeUndefined();
  });

  it('is not given when one of two nodes pretends to be ahead of the chain, so that a transaction would count as dead', async () => {
    expect(await prove(viewOf({ blockHeight: 9_000_000 }), viewOf({ blockHeight: 990 }))).toBeUndefined();
  });

  it('with three nodes is what two of them show, whether the third knows the transaction or knows less', async () => {
    expect(await prove(viewOf(), viewOf({ status: KNOWN }), viewOf())).toContain('expired');
    expect(await prove(viewOf({ blockHeight: 1_000 }), viewOf(), viewOf())).toContain('expired');
    expect(await prove(viewOf({ status: KNOWN }), viewOf({ blockHeight: 1_000 }), viewOf())).toBeUndefined();
  });

  it('waits for one of two that stands still or is silent, and not for one of three', async () => {
    expect(await prove(viewOf({ blockHeight: 500 }), viewOf())).toBeUndefined();
    expect(await prove(viewOf({ blockHeight: 500 }), viewOf(), viewOf())).toContain('expired');
    expect(await prove(down, viewOf())).toBeUndefined();
    expect(await prove(down, viewOf(), viewOf())).toContain('expired');
    expect(await prove(down, viewOf({ status: KNOWN }), viewOf())).toBeUndefined();
    expect(await prove(down, down)).toBeUndefined();
  });

  /** The payment of a round: signed at slot 900, as the attempts above. */
  const PAYMENT = OURS.payment(lockOf(1));
  const PAYING: Attempt = { ...ATTEMPT, signature: PAYMENT.signature, bytes: PAYMENT.bytes };
  const [MARK] = PAYMENT.marks;
  /** A node whose ledger has lost a block of the span, with the accounts of the chain at a slot. */
  const forgetful = (made: boolean, slot = lastOfOurs): FakeNode => {
    const holed = viewOf({ has: (at) => at !== 950 });
    const own = answering({
      getSignatureStatuses: () => ({ context: { slot: lastOfOurs }, value: [null] }),
      getMultipleAccounts: (asked: string[]) => {
        expect(asked).toEqual([MARK]);
        return { context: { slot }, value: [made ? { data: ['AA==', 'base64'] } : null] };
      },
    });
    return (method, params) =>
      (['getSignatureStatuses', 'getMultipleAccounts'].includes(method) ? own : holed)(method, params);
  };
  const dead = async (attempt: Attempt, ...fakes: readonly FakeNode[]) => proveBy(nodes(...fakes).rpc, attempt);

  it('is also given by a mark that does not exist after the last block, even on nodes that have lost blocks, because a mark stays for ever', async () => {
    const proof = `expired: finalized block height 1001 > 1000, absent at slot ${lastOfOurs}, and its mark ${MARK} is not made at slot ${lastOfOurs}`;
    expect(await dead(PAYING, forgetful(false))).toBe(proof);
    expect(await dead(PAYING, forgetful(false), forgetful(false))).toBe(proof);
  });

  it('is not given when the mark exists, or when one of two nodes is not that far yet', async () => {
    expect(await dead(PAYING, forgetful(true))).toBeUndefined();
    expect(await dead(PAYING, forgetful(false), forgetful(true))).toBeUndefined();
    expect(await dead(PAYING, forgetful(false, lastOfOurs - 1))).toBeUndefined();
    expect(await dead(PAYING, forgetful(false), forgetful(false, lastOfOurs - 1))).toBeUndefined();
  });

  it('is not given by a mark of other bytes than those that were signed', async () => {
    const other = OURS.payment(lockOf(2));
    const alone = forgetful(false);
    for (const bytes of [other.bytes, 'bytes', '']) expect(await dead({ ...PAYING, bytes }, alone)).toBeUndefined();
    // A transaction that only sends lamports to the mark's address makes no mark.
    const moved = OURS.transfer('somebody', 5n, { blockTime: 1 });
    expect(markIn(moved)).toBeNull();
    expect(markIn(OURS.bare('payout:1', { blockTime: 1 }))).toBeNull();
    expect(markIn(PAYMENT)).toBe(MARK);
  });

  it('of many takes one request for the heights, and one for the statuses before and after the blocks', async () => {
    const { rpc, calls } = nodes(viewOf({ ...OLD }));
    const attempts = Array.from({ length: 40 }, () => ATTEMPT);
    await proveExpired(rpc, attempts);
    const count = (method: string) => calls.filter((call) => call.method === method).length;
    expect([count('getEpochInfo'), count('getSignatureStatuses'), count('getBlocks')]).toEqual([1, 2, 1]);
  });
});

describe('a blockhash to sign with', () => {
  const FIRST = 0;
  /** Old blockhashes, which are valid in finalized views too. */
  const FINAL = ['o', 'p'];
  const blockhashNode = (
    blockhash: string,
    height: number,
    known: readonly string[] = ['a', 'b', ...FINAL],
    slot = height,
  ): FakeNode =>
    answering({
      getLatestBlockhash: {
        context: { slot },
        value: { blockhash: blockhash.repeat(32), lastValidBlockHeight: height },
      },
      isBlockhashValid: (asked: string, { commitment }: { readonly commitment: string }) => {
        // It is too new to be known to a node's confirmed blocks.
        expect(commitment).toMatch(/^(processed|finalized)$/);
        const names = commitment === 'processed' ? known : FINAL;
        return { context: { slot: height }, value: names.includes(asked.charAt(0)) };
      },
    });

  it('is valid until the later of two heights, because with the earlier one two transactions could land', async () => {
    const { rpc } = nodes(blockhashNode('a', 1_000), blockhashNode('b', 1_004));
    expect(await agreeOnBlockhash(rpc, FIRST)).toEqual({
      blockhash: 'a'.repeat(32),
      lastValidBlockHeight: 1_004,
      slot: 1_000,
    });
  });

  it('that the other node does not know is not used', async () => {
    const { rpc } = nodes(blockhashNode('x', 1_000), blockhashNode('b', 1_000));
    expect((await agreeOnBlockhash(rpc, FIRST)).blockhash).toBe('b'.repeat(32));
  });

  it('has the earlier of two slots, and is not used when its slot is far from that of the others, because its expiry could not be proven', async () => {
    const of = (slot: number) => blockhashNode('a', 1_000, ['a'], slot);
    expect(await agreeOnBlockhash(nodes(of(1_150), of(1_000)).rpc, FIRST)).toMatchObject({ slot: 1_000 });
    for (const slot of [0, 849, 1_152]) {
      await expect(agreeOnBlockhash(nodes(of(slot), of(1_000)).rpc, FIRST)).rejects.toThrow(NodesDisagree);
      const { rpc, doubts } = nodes(of(slot), of(1_000), of(1_001));
      expect(await agreeOnBlockhash(rpc, FIRST)).toMatchObject({ slot: 1_000 });
      expect(doubts).toMatchObject([{ kind: 'differs', nodes: ['node 1'] }]);
    }
  });

  it('comes from each node in turn when each calls the other\u2019s unknown', async () => {
    const { rpc } = nodes(blockhashNode('x', 1_000, ['x']), blockhashNode('b', 1_000, ['b']));
    const used = await Promise.all([0, 1, 2].map((attempt) => agreeOnBlockhash(rpc, attempt)));
    expect(used.map(({ blockhash }) => blockhash.charAt(0))).toEqual(['x', 'b', 'x']);
  });

  it('that is final for another node is not used beside a new one: a liar may give one with which nothing can land', async () => {
    const { rpc } = nodes(blockhashNode('o', 1_000), blockhashNode('b', 1_000), blockhashNode('b', 1_000));
    for (const attempt of [0, 1, 2]) expect((await agreeOnBlockhash(rpc, attempt)).blockhash).toBe('b'.repeat(32));
  });

  it('is given at once where a node never tells the age of any: a commitment has no five seconds for each question', async () => {
    const hanging = (letter: string): FakeNode => {
      const honest = blockhashNode(letter, 1_000);
      return (method, params) => (method === 'isBlockhashValid' ? new Promise(() => {}) : honest(method, params));
    };
    for (const three of [
      [blockhashNode('b', 1_000), blockhashNode('b', 1_000), hanging('b')],
      [hanging('b'), blockhashNode('b', 1_000), blockhashNode('b', 1_000)],
      [hanging('o'), blockhashNode('b', 1_000), blockhashNode('b', 1_000)],
    ])
      expect((await agreeOnBlockhash(nodes(...three).rpc, FIRST)).blockhash).toBe('b'.repeat(32));
  });

  it('comes from each node in turn where none is called new, and each is known', async () => {
    const { rpc } = nodes(blockhashNode('o', 1_000), blockhashNode('p', 1_000));
    const used = await Promise.all([0, 1, 2].map((attempt) => agreeOnBlockhash(rpc, attempt)));
    expect(used.map(({ blockhash }) => blockhash.charAt(0))).toEqual(['o', 'p', 'o']);
  });

  it('is after a lost attempt also one that nobody else knows: one liar of two calls the good one unknown, and gives an old one', async () => {
    const { rpc } = nodes(blockhashNode('o', 1_000, []), blockhashNode('b', 1_000));
    const used = await Promise.all([0, 1, 2].map((attempt) => agreeOnBlockhash(rpc, attempt)));
    expect(used.map(({ blockhash }) => blockhash.charAt(0))).toEqual(['o', 'b', 'o']);
  });

  it('is never believed from one node alone: with the other node silent there is none', async () => {
    await expect(agreeOnBlockhash(nodes(blockhashNode('a', 1_000), down).rpc, FIRST)).rejects.toThrow(NodesSilent);
    const { rpc } = nodes(blockhashNode('x', 950), down, blockhashNode('b', 1_000));
    expect(await agreeOnBlockhash(rpc, FIRST)).toMatchObject({ lastValidBlockHeight: 1_000 });
  });

  it('that a liar invents is not used when a third node knows that of another node', async () => {
    const { rpc } = nodes(blockhashNode('x', 1_000, ['x']), blockhashNode('b', 1_000), blockhashNode('a', 1_000));
    expect((await agreeOnBlockhash(rpc, FIRST)).blockhash).toBe('b'.repeat(32));
  });

  it('is not given while two nodes are far apart; with three nodes it is that of the two others', async () => {
    const far = blockhashNode('b', 90_000);
    await expect(agreeOnBlockhash(nodes(blockhashNode('a', 1_000), far).rpc, FIRST)).rejects.toMatchObject({
      ...{ name: 'NodesDisagree', message: expect.stringContaining('the newest blockhash') },
    });
    const apart = (height: number) => nodes(blockhashNode('a', height, ['a'], 1_000), blockhashNode('a', 1_000)).rpc;
    expect(await agreeOnBlockhash(apart(1_100), FIRST)).toMatchObject({ lastValidBlockHeight: 1_100 });
    await expect(agreeOnBlockhash(apart(1_101), FIRST)).rejects.toThrow(NodesDisagree);
    const { rpc, doubts } = nodes(far, blockhashNode('a', 1_000), blockhashNode('a', 1_001));
    expect(await agreeOnBlockhash(rpc, FIRST)).toMatchObject({ lastValidBlockHeight: 1_001 });
    expect(doubts).toMatchObject([{ kind: 'differs', nodes: ['node 1'] }]);
  });
});
