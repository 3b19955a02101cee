import { godText } from '../../format/godText.ts';
import { accountAtSlot } from '../chain/accountAtSlot.ts';
import type { AskChain } from '../chain/askChain.ts';
import { couldNotCheck, type Finding, failed, ok } from './Step.ts';

export interface AmountQuestion {
  readonly owner: string;
  readonly mint: string;
  readonly slot: number;
  /** What a wallet has to hold to be in the list, base units. */
  readonly threshold: bigint;
  readonly isListed: boolean;
  /**
   * Whether a wallet that holds enough may be missing in the list. `yes`: the terms keep it out, or its address is
   * reserved or off the curve. `unknown`: it depends on what nobody can see later, such as whether it was frozen.
   */
  readonly mayBeOut: 'no' | 'yes' | 'unknown';
}

/**
 * The most token accounts that are looked at, because anybody can open accounts for anybody; `PARALLEL` of them at a
 * time.
 */
const MOST_ACCOUNTS = 200;
const PARALLEL = 4;
/** The place of the state in a token account's bytes, and the state of a frozen account. */
const STATE_AT = 108;
const FROZEN = 2;

/**
 * Whether a wallet is rightly in the list, or rightly not in it, by the last transactions of its token accounts up to a
 * slot. A sum that is too small accuses nobody, because accounts that were closed later cannot be found. Throws when
 * the server does not answer.
 */
export async function amountOnChain(ask: AskChain, question: AmountQuestion): Promise<Finding> {
  const accounts = await accountsOf(ask, question);
  if (accounts.length > MOST_ACCOUNTS)
    return couldNotCheck(`the wallet has ${accounts.length} token accounts; the limit is ${MOST_ACCOUNTS}`);
  if (accounts.some(({ isFrozen }) => isFrozen))
    return couldNotCheck('an account of the wallet is frozen, and what is frozen does not count');
  const found = await sumOf(ask, accounts, question);
  if (typeof found === 'string') return couldNotCheck(found);
  return judge({ ...found, accounts: accounts.length }, question);
}

/** What all accounts held together; a sentence when an account cannot be read. */
async function sumOf(ask: AskChain, accounts: readonly { readonly key: string }[], question: AmountQuestion) {
  let [before, after] = [0n, 0n];
  let isOfSlot = false;
  let problem: string | null = null;
  const queue = accounts.values();
  const lane = async () => {
    for (const { key } of queue) {
      if (problem !== null) return;
      const found = await accountAtSlot(ask, { ...question, key });
      if (typeof found === 'string') {
        problem = found;
        return;
      }
      before += found.before;
      after += found.after;
      isOfSlot ||= found.isOfSlot;
    }
  };
  await Promise.all(Array.from({ length: PARALLEL }, lane));
  return problem ?? { held: [after, before] as const, isOfSlot };
}

interface Sums {
  /**
   * What the wallet held at the end of the slot, and what it held before the slot's last transactions. A list that was
   * read in the slot may have either amount.
   */
  readonly held: readonly [bigint, bigint];
  readonly accounts: number;
  /** Whether any account changed in the slot itself. If one did, nobody is accused. */
  readonly isOfSlot: boolean;
}

function judge({ held, accounts, isOfSlot }: Sums, question: AmountQuestion): Finding {
  const { slot, threshold, isListed, mayBeOut } = question;
  const least = held[0] < held[1] ? held[0] : held[1];
  const by = `by the last transactions of its ${accounts === 1 ? 'token account' : `${accounts} token accounts`}`;
  const said = `it held ${godText(least)} GOD at slot ${slot}, ${by}`;
  if (isListed && held.some((amount) => amount >= threshold)) return ok(said);
  if (!isListed && least >= threshold) {
    if (isOfSlot) return couldNotCheck(`an account of it changed in slot ${slot} itself, perhaps more than once`);
    if (mayBeOut === 'no') return failed(`expected it in the list: ${said}`);
    return mayBeOut === 'yes' ? ok(said) : couldNotCheck(`${said}; nothing shows why it is not in the list`);
  }
  return couldNotCheck(
    accounts === 0 ? 'it has no token account of GOD now' : `${said}; accounts closed since are not counted`,
  );
}

async function accountsOf(ask: AskChain, { owner, mint }: AmountQuestion) {
  const options = { commitment: 'finalized', encoding: 'base64' };
  const answer = (await ask('getTokenAccountsByOwner', [owner, { mint }, options])) as { value?: unknown } | null;
  if (!Array.isArray(answer?.value)) throw new Error('the RPC server’s answer makes no sense');
  return answer.value.map(({ pubkey, account }) => {
    const [data] = account.data as readonly string[];
    if (typeof pubkey !== 'string' || typeof data !== 'string') throw new Error('a token account makes no sense');
    return { key: pubkey, isFrozen: atob(data).charCodeAt(STATE_AT) === FROZEN };
  });
}
