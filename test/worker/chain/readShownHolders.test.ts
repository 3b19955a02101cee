import { afterEach, describe, expect, it } from 'vitest';
import { readShownHolders } from '../../../worker/chain/accounts/readHolders.ts';
import { HOLDING_SLICE } from '../../../worker/chain/accounts/tokenAccount.ts';
import { wallet } from '../../domain/wallets.ts';
import { answering } from '../fakeNodes.ts';
import { accountsAnswer, clientOf, FROZEN, mintAnswer, tokenAccount, withheldFee } from '../tokenAccounts.ts';

let surprises: unknown[] = [];
afterEach(() => {
  expect(surprises).toEqual([]);
});

const SUPPLY = 1_000_000n;
const MINT = wallet(77);

/** Reads from a node whose accounts hold the supply less `missing`; one of them has `fee` withheld. */
function reading(missing: bigint, fee = 0, supply = SUPPLY) {
  const held = [
    tokenAccount(wallet(1), supply - missing - 100n, { extensions: withheldFee(BigInt(fee)) }),
    tokenAccount(wallet(2), 100n, { state: FROZEN }),
  ];
  const client = clientOf(
    answering({
      getEpochInfo: { epoch: 500 },
      getAccountInfo: mintAnswer(supply),
      getProgramAccounts: (_program: string, { dataSlice }: { dataSlice: { length: number } }) => {
        const { context, value } = accountsAnswer(...held);
        const cut = (data: string) => Buffer.from(data, 'base64').subarray(0, dataSlice.length).toString('base64');
        const shown = value.map(({ pubkey, account }) => ({
          pubkey,
          account: { ...account, data: [cut(account.data[0] ?? ''), 'base64'] },
        }));
        return { context, value: shown };
      },
    }),
  );
  surprises = client.surprises;
  const lists = () =>
    client.calls
      .filter(({ method }) => method === 'getProgramAccounts')
      .map(({ params }) => (params[1] as { dataSlice: { length: number } }).dataSlice.length);
  return { read: () => readShownHolders(client.node, { mint: MINT, commitment: 'confirmed' }), lists, client };
}

describe('the holders as pages show them', () => {
  it('are read by owner, amount and state alone, in three calls', async () => {
    const { read, lists, client } = reading(0n);
    const { holdings, isComplete, accounts, mint } = await read();
    expect([isComplete, accounts, mint.supply]).toEqual([true, 2, SUPPLY]);
    expect(holdings.get(wallet(1))).toMatchObject({ amount: SUPPLY - 100n, frozen: 0n });
    expect(holdings.get(wallet(2))).toMatchObject({ amount: 0n, frozen: 100n });
    expect(lists()).toEqual([HOLDING_SLICE.length]);
    expect(client.calls).toHaveLength(3);
  });

  it('may lack a thousandth of the supply, as fees that nobody has harvested', async () => {
    const { read, lists } = reading(SUPPLY / 1_000n, 0);
    expect((await read()).isComplete).toBe(true);
    expect(lists()).toHaveLength(1);
  });

  it('are read whole where more is missing, and then have to add up with the fees to the unit', async () => {
    const supply = 100_000n;
    const [fees, holder] = [reading(101n, 101, supply), reading(101n, 100, supply)];
    expect((await fees.read()).isComplete).toBe(true);
    expect(fees.lists()).toEqual([HOLDING_SLICE.length, 150]);
    expect((await holder.read()).isComplete).toBe(false);
  });

  it('are read whole where they hold more than the supply', async () => {
    const { read, lists } = reading(-1n);
    expect((await read()).isComplete).toBe(false);
    expect(lists()).toEqual([HOLDING_SLICE.length, 150]);
  });
});
