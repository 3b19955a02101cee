import { TOKEN_2022_PROGRAM_ID } from '@solana/spl-token';
import { callRpc } from '../callRpc.ts';
import { lieAboutAccounts } from './accounts.ts';
import { type Lie, lieAbout, type Mark } from './lie.ts';

interface OldAccount {
  readonly lamports: number;
  readonly owner: string;
  readonly executable: boolean;
  readonly data: readonly [string, string];
}

const commitment = 'confirmed';

/**
 * Reads the chain now and returns the answers of a node that stays at this moment: its slot, balances and holders, and
 * nothing that came later. The node still forwards transactions.
 */
export async function oldView(rpcUrl: string, { mint, pool, taxWallet }: Mark): Promise<Lie[]> {
  const ask = (method: string, ...params: unknown[]): Promise<unknown> => callRpc(rpcUrl, method, params);
  const slot = (await ask('getSlot', { commitment })) as number;
  const old = new Map<string, OldAccount>();
  const filters = [{ memcmp: { offset: 0, bytes: mint.toBase58() } }];
  const options = { commitment, encoding: 'base64', filters };
  const rows = await ask('getProgramAccounts', TOKEN_2022_PROGRAM_ID.toBase58(), options);
  for (const { pubkey, account } of rows as { pubkey: string; account: OldAccount }[]) old.set(pubkey, account);
  const wallets = [mint, pool, taxWallet].map((key) => key.toBase58());
  const { value } = (await ask('getMultipleAccounts', wallets, { commitment, encoding: 'base64' })) as {
    value: (OldAccount | null)[];
  };
  for (const [i, account] of value.entries()) if (account !== null) old.set(wallets[i] ?? '', account);
  const frozen = async (method: string): Promise<Lie> => {
    const answer = await ask(method, { commitment });
    return lieAbout(method, () => answer);
  };
  return [
    ...(await Promise.all(['getSlot', 'getBlockHeight', 'getEpochInfo', 'getLatestBlockhash'].map(frozen))),
    oldAccounts(old),
    lieAbout<{ value: number }>('getBalance', (truth, [address]) => ({
      ...truth,
      value: old.get(String(address))?.lamports ?? truth.value,
    })),
    lieAbout<{ value: ({ slot: number } | null)[] }>('getSignatureStatuses', (truth) => ({
      ...truth,
      value: truth.value.map((status) => (status !== null && status.slot > slot ? null : status)),
    })),
    lieAbout<{ slot: number }[]>('getSignaturesForAddress', (truth) => truth.filter((row) => row.slot <= slot)),
    lieAbout<{ slot: number } | null>('getTransaction', (truth) => (truth && truth.slot > slot ? null : truth)),
    (_call, truth) => (hasContext(truth) ? { ...truth, context: { ...truth.context, slot } } : truth),
  ];
}

/**
 * Accounts as they were. Accounts made later are shown as they are now, so that only the age of the view betrays the
 * lie.
 */
function oldAccounts(old: ReadonlyMap<string, OldAccount>): Lie {
  return lieAboutAccounts((address, truth) => {
    const account = old.get(address);
    if (truth === null || account === undefined) return truth;
    const { offset } = truth.data;
    const length = Buffer.from(truth.data.text, 'base64').length;
    const bytes = Buffer.from(account.data[0], 'base64').subarray(offset, offset + length);
    return { ...account, data: { text: bytes.toString('base64'), offset } };
  });
}

function hasContext(truth: unknown): truth is { context: { slot: number } } {
  return typeof truth === 'object' && truth !== null && 'context' in truth;
}
