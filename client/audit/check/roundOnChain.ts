import { readWalletForm, type WalletForm } from '../../../src/marks/judgeMaker.ts';
import { readCommitMemo, readPayoutMemo } from '../../../src/protocol/readMemo.ts';
import type { MemoSubject } from '../../../src/protocol/terms/memo.ts';
import { describeFailure } from '../chain/askChain.ts';
import type { ChainView } from '../chain/chainView.ts';
import { type MarkMade, readMarkMade } from '../chain/markMade.ts';
import type { RoundFacts } from './RoundFacts.ts';
import { couldNotCheck, type Finding, notReached } from './Step.ts';

/** A round, with what several of its checks read from the chain. */
export interface RoundOnChain {
  readonly view: ChainView;
  readonly facts: RoundFacts;
  readonly wallet: string;
  /** What became of the mark of the round's commitment. Read once; rejects when the servers do not tell. */
  readonly commitment: () => Promise<MarkMade<WalletForm>>;
  /** The same for the mark of the round's payment. */
  readonly payment: () => Promise<MarkMade<WalletForm>>;
}

/** If strangers flood the address of the payment's mark, only transactions up to this many seconds after T are read. */
const PAID_WITHIN = 900;

interface RoundOnChainInput {
  readonly view: ChainView;
  readonly facts: RoundFacts;
  readonly wallet: string;
}

/** A round whose marks are read when the first check asks for them. */
export function roundOnChain({ view, facts, wallet }: RoundOnChainInput): RoundOnChain {
  const { bundle, terms, times, protocol } = facts;
  const { endsAt } = terms;
  const ends = `ends=${endsAt} `;
  const [commitSeed, payoutSeed] = [protocol.commitSeed(endsAt), protocol.payoutSeed(endsAt)];
  let commitment: Promise<MarkMade<WalletForm>> | undefined;
  let payment: Promise<MarkMade<WalletForm>> | undefined;
  return {
    ...{ view, facts, wallet },
    commitment() {
      commitment ??= readMarkMade(view, {
        ...{ base: wallet, seed: commitSeed, named: bundle.commitment?.signature ?? null },
        ...{ due: times.latest + 1, until: endsAt, said: ends },
        read: (message) => readWalletForm(message, { base: wallet, seed: commitSeed }),
        problem({ transfers, memo }, time) {
          if (transfers.length > 0) return 'transfers: expected none got some';
          const other = otherSubject(facts, readCommitMemo(memo), memo);
          if (other !== null) return other;
          if (time > times.latest) return `block time: expected at most ${times.latest} got ${time}`;
          return time < times.earliest ? `block time: expected at least ${times.earliest} got ${time}` : null;
        },
      });
      return commitment;
    },
    payment() {
      payment ??= readMarkMade(view, {
        ...{ base: wallet, seed: payoutSeed, named: bundle.payout?.signature ?? null },
        ...{ due: times.owedFrom, until: endsAt + PAID_WITHIN, said: ends },
        read: (message) => readWalletForm(message, { base: wallet, seed: payoutSeed }),
        problem({ transfers, memo }) {
          const most = facts.protocol.placePercents.length;
          if (transfers.length < 1 || transfers.length > most)
            return `transfers: expected 1 to ${most} got ${transfers.length}`;
          return otherSubject(facts, readPayoutMemo(memo), memo);
        },
      });
      return payment;
    },
  };
}

/** Why a memo is not about this round; null when it is. */
function otherSubject({ terms }: RoundFacts, subject: MemoSubject | null, memo: string): string | null {
  const due = `round=${terms.round} ends=${terms.endsAt}`;
  if (subject === null) return `memo: expected ${due} got ${memo}`;
  const said = `round=${subject.round} ends=${subject.endsAt}`;
  return said === due ? null : `memo: expected ${due} got ${said}`;
}

type Promised = Extract<MarkMade<WalletForm>, { readonly kind: 'right' }>;

/** The commitment that promised the round; a finding when there is none. */
export async function promiseOf({ commitment }: RoundOnChain): Promise<Promised | Finding> {
  const made = await commitment();
  return made.kind === 'right' ? made : notReached('there is no promise on chain to compare with');
}

/** The finding of a check; `could-not-check` when the check throws. */
export async function attempt(check: () => Finding | Promise<Finding>): Promise<Finding> {
  try {
    return await check();
  } catch (error) {
    return couldNotCheck(describeFailure(error));
  }
}
