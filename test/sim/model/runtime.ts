import {
  type Account,
  type MintModel,
  NOTHING,
  rentOf,
  sizeOf,
  TOKEN_ACCOUNT_BYTES,
  transferFeeOf,
} from './accounts.ts';
import { seededAddress, type WireInstruction, type WireTransaction } from './wire.ts';

export const PROGRAMS = {
  system: '11111111111111111111111111111111',
  computeBudget: 'ComputeBudget111111111111111111111111111111',
  memo: 'MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr',
  token2022: 'TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb',
  associated: 'ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL',
} as const;

const LAMPORTS_PER_SIGNATURE = 5_000n;
const USUAL_UNITS = 200_000n;

/** What a transaction would do; `error` as the RPC writes it, null for success. */
export interface Execution {
  readonly error: unknown;
  readonly fee: bigint;
  /** Every account that has changed. */
  readonly accounts: ReadonlyMap<string, Account>;
  readonly mint: MintModel;
  readonly memos: readonly string[];
  /** Lamports moved by the system program, in order. */
  readonly transfers: readonly { readonly from: string; readonly to: string; readonly lamports: bigint }[];
  /** Addresses of marks that it made. */
  readonly marks: readonly string[];
}

export interface RuntimeState {
  account(address: string): Account;
  readonly mint: MintModel;
  readonly mintAddress: string;
  readonly withdrawAuthority: string;
}

/** Thrown when an instruction fails; then the whole transaction fails. */
class Refused extends Error {
  readonly error: unknown;
  constructor(error: unknown) {
    super('refused');
    this.error = error;
  }
}
const custom = (number: number) => new Refused({ Custom: number });

/** Runs a transaction on a state. Null when its payer cannot pay the fee, so that no block takes it. */
export function execute(transaction: WireTransaction, state: RuntimeState, isRefused = false): Execution | null {
  const payer = transaction.keys[0] ?? '';
  const fee = feeOf(transaction);
  const paying = state.account(payer);
  if (paying.lamports < fee) return null;
  const charged = { ...paying, lamports: paying.lamports - fee };
  // When the fee would leave its payer below the rent, the transaction is refused before anything runs.
  if (isBelowRent(charged) && !isBelowRent(paying)) return null;
  const failed = (error: unknown): Execution => ({
    ...{ error, fee, mint: state.mint, memos: [], transfers: [], marks: [] },
    accounts: new Map([[payer, charged]]),
  });
  if (isRefused) return failed({ InstructionError: [0, 'ComputationalBudgetExceeded'] });
  const run = createRun(transaction, state, charged);
  for (const [i, instruction] of transaction.instructions.entries()) {
    try {
      run.step(instruction);
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      return failed({ InstructionError: [i, error.error] });
    }
  }
  const poor = run.firstBelowRent();
  if (poor !== null) return failed({ InsufficientFundsForRent: { account_index: transaction.keys.indexOf(poor) } });
  return { error: null, fee, ...run.result() };
}

const isBelowRent = (account: Account) => account.lamports > 0n && account.lamports < rentOf(sizeOf(account));

function feeOf({ signers, instructions }: WireTransaction): bigint {
  let [units, price] = [USUAL_UNITS, 0n];
  for (const { program, data } of instructions) {
    if (program !== PROGRAMS.computeBudget) continue;
    if (data[0] === 2) units = BigInt(data.readUInt32LE(1));
    if (data[0] === 3) price = data.readBigUInt64LE(1);
  }
  return LAMPORTS_PER_SIGNATURE * BigInt(signers.length) + (price * units + 999_999n) / 1_000_000n;
}

function createRun({ keys, signers }: WireTransaction, state: RuntimeState, payer: Account) {
  const changed = new Map<string, Account>([[signers[0] ?? '', payer]]);
  const [memos, marks]: [string[], string[]] = [[], []];
  const transfers: { from: string; to: string; lamports: bigint }[] = [];
  let mint = state.mint;
  const of = (address: string) => changed.get(address) ?? state.account(address);
  const mustSign = (address: string | undefined) => {
    if (address === undefined || !signers.includes(address)) throw new Refused('MissingRequiredSignature');
  };

  function move(from: string, to: string, lamports: bigint): void {
    const source = of(from);
    // The system program's error 1: the result would be negative.
    if (source.lamports < lamports) throw custom(1);
    changed.set(from, { ...source, lamports: source.lamports - lamports });
    const target = of(to);
    changed.set(to, { ...target, lamports: target.lamports + lamports });
    transfers.push({ from, to, lamports });
  }

  function system({ keys: [first = '', second = '', third = ''], data }: WireInstruction): void {
    const kind = data.readUInt32LE(0);
    if (kind === 2) {
      mustSign(first);
      if (of(first).data !== null) throw new Refused('InvalidArgument');
      move(first, second, data.readBigUInt64LE(4));
      return;
    }
    if (kind === 11) {
      transferWithSeed([first, second, third], data);
      return;
    }
    if (kind !== 9) throw new Refused('InvalidInstructionData');
    mustSign(second);
    const length = Number(data.readBigUInt64LE(36));
    const seed = data.subarray(44, 44 + length).toString('utf8');
    // 5: the address is not that of the seed; 0: it is in use.
    if (seededAddress(second, seed) !== first) throw custom(5);
    const account = of(first);
    if (account.data !== null) throw custom(0);
    const bytes = Number(data.readBigUInt64LE(44 + length));
    // An account without bytes is not a mark: it can still be allocated.
    if (bytes === 0) return;
    changed.set(first, { ...account, data: { kind: 'mark', bytes } });
    marks.push(first);
  }

  /** Lamports that a stranger sent to a mark's address can be withdrawn by its base key, until the mark is made. */
  function transferWithSeed([from = '', base = '', to = '']: readonly string[], data: Buffer): void {
    mustSign(base);
    const length = Number(data.readBigUInt64LE(12));
    if (seededAddress(base, data.subarray(20, 20 + length).toString('utf8')) !== from) throw custom(5);
    if (of(from).data !== null) throw new Refused('InvalidArgument');
    move(from, to, data.readBigUInt64LE(4));
  }

  function tokenAt(address: string | undefined) {
    const account = of(address ?? '');
    if (account.data?.kind !== 'token') throw new Refused('IncorrectProgramId');
    return { account, data: account.data };
  }
  const setToken = (address: string, amounts: { amount?: bigint; withheld?: bigint }) => {
    const { account, data } = tokenAt(address);
    changed.set(address, { ...account, data: { ...data, ...amounts } });
  };

  function token({ keys, data }: WireInstruction): void {
    const isFee = data[0] === 26;
    if (data[0] === 6) setWithdrawAuthority(keys);
    else if (data[0] === 12) transferTokens(keys, data.readBigUInt64LE(1));
    else if (isFee && data[1] === 2) withdraw(keys);
    else if (isFee && data[1] === 4) harvest(keys.slice(1));
    else throw new Refused('InvalidInstructionData');
  }

  function transferTokens([from = '', , to = '', authority]: readonly string[], amount: bigint): void {
    const [source, target] = [tokenAt(from).data, tokenAt(to).data];
    // 1: insufficient funds; 4: the owner does not match.
    if (source.amount < amount) throw custom(1);
    if (source.owner !== authority) throw custom(4);
    mustSign(authority);
    if (from === to) return;
    const fee = transferFeeOf(amount);
    setToken(from, { amount: source.amount - amount });
    setToken(to, { amount: target.amount + amount - fee, withheld: target.withheld + fee });
  }

  function withdraw([, to = '', authority]: readonly string[]): void {
    const { amount } = tokenAt(to).data;
    if (authority !== state.withdrawAuthority) throw custom(4);
    mustSign(authority);
    setToken(to, { amount: amount + mint.withheld });
    mint = { ...mint, withheld: 0n };
  }

  /** Only an announcement uses this, and it sets the authority that the mint already has. */
  function setWithdrawAuthority([, authority]: readonly string[]): void {
    if (authority !== state.withdrawAuthority) throw custom(4);
    mustSign(authority);
  }

  function harvest(accounts: readonly string[]): void {
    for (const address of accounts) {
      const { data } = of(address);
      if (data?.kind !== 'token') continue;
      mint = { ...mint, withheld: mint.withheld + data.withheld };
      setToken(address, { withheld: 0n });
    }
  }

  function associated({ keys: [payer = '', address = '', owner = ''], data }: WireInstruction): void {
    const account = of(address);
    if (account.data !== null) {
      if (data[0] !== 1) throw new Refused('IllegalOwner');
      return;
    }
    mustSign(payer);
    const rent = rentOf(TOKEN_ACCOUNT_BYTES);
    if (account.lamports < rent) move(payer, address, rent - account.lamports);
    changed.set(address, { ...of(address), data: { kind: 'token', owner, amount: 0n, withheld: 0n } });
  }

  function memo({ keys, data }: WireInstruction): void {
    for (const key of keys) mustSign(key);
    memos.push(data.toString('utf8'));
  }

  return {
    step(instruction: WireInstruction): void {
      switch (instruction.program) {
        case PROGRAMS.computeBudget:
          break;
        case PROGRAMS.system:
          system(instruction);
          break;
        case PROGRAMS.memo:
          memo(instruction);
          break;
        case PROGRAMS.token2022:
          token(instruction);
          break;
        case PROGRAMS.associated:
          associated(instruction);
          break;
        default:
          throw new Refused('InvalidProgramForExecution');
      }
    },
    /**
     * The first account, in the order of the message, that is left with some lamports but less than its rent; null when
     * there is none.
     */
    firstBelowRent(): string | null {
      for (const address of keys) {
        const [account, before] = [of(address), state.account(address)];
        // An account that was already below its rent may stay below it when it keeps its size and gains no lamports.
        const isAsBefore = isBelowRent(before) && sizeOf(before) === sizeOf(account);
        if (isBelowRent(account) && !(isAsBefore && account.lamports <= before.lamports)) return address;
      }
      return null;
    },
    result() {
      // An account without lamports is removed when the transaction ends, even if bytes were allocated for it.
      for (const [address, account] of changed) if (account.lamports === 0n) changed.set(address, NOTHING);
      return { accounts: changed, mint, memos, transfers, marks: marks.filter((mark) => of(mark).data !== null) };
    },
  };
}
