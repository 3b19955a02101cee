import { GOD_DECIMALS } from '../../../src/money/god.ts';
import { type MintState, readMint } from '../../../worker/chain/accounts/readMint.ts';
import { createRpc } from '../../../worker/chain/node/rpc.ts';
import { type Finding, fine, note, problem } from '../Finding.ts';
import type { CheckInput } from '../SetupInput.ts';

const ABOUT = 'mint';
const WITHDRAWS = 'withdraw withheld authority';
/** What an authority of the mint can do, by its role. Each power is shown as a note, and never as a problem. */
const POWERS: Readonly<Record<string, string>> = {
  'freeze authority': 'can freeze any holder’s account',
  'permanent delegate': 'can take any holder’s tokens',
  'mint authority': 'can make new tokens',
  'mint close authority': 'can close the mint',
};

/** Compares the mint on the chain with what a lottery needs. */
export async function checkMint({ settings, fetch, now }: CheckInput): Promise<readonly Finding[]> {
  const rpc = createRpc({ urls: settings.rpcUrls, fetch, now });
  const mint = await rpc.read((node) => readMint(node, settings.mint, 'confirmed')).catch((error: unknown) => error);
  if (mint instanceof Error || !isMint(mint))
    return [
      problem(
        ABOUT,
        `GOD_MINT is no Token-2022 mint on this chain, or no node answers (${mint instanceof Error ? mint.message : 'unknown'}).`,
      ),
    ];
  const findings = [...judge(mint, settings.taxAuthority.address), ...shownPowers(mint)];
  const percent = (mint.transferFee?.basisPoints ?? 0) / 100;
  return findings.some(({ level }) => level === 'problem')
    ? findings
    : [fine(ABOUT, `Token-2022 with ${GOD_DECIMALS} decimals and a transfer fee of ${percent}%`), ...findings];
}

const isMint = (value: unknown): value is MintState => typeof value === 'object' && value !== null && 'supply' in value;

function judge(mint: MintState, taxAuthority: string): Finding[] {
  const withdraws = mint.authorities.find(({ role }) => role === WITHDRAWS)?.address ?? null;
  return [
    ...(mint.decimals === GOD_DECIMALS
      ? []
      : [
          problem(
            ABOUT,
            `GOD_MINT has ${mint.decimals} decimals and ${GOD_DECIMALS} are needed: every amount would be wrong.`,
          ),
        ]),
    ...(mint.transferFee === null
      ? [problem(ABOUT, 'GOD_MINT has no transfer fee: nothing would ever fill the pool.')]
      : []),
    ...(mint.transferFee !== null && withdraws !== taxAuthority
      ? [
          problem(
            ABOUT,
            `The withheld fees of GOD_MINT can be withdrawn by ${withdraws ?? 'nobody'} alone, and TAX_AUTHORITY_SECRET_KEY is the key of ${taxAuthority}.`,
          ),
        ]
      : []),
  ];
}

function shownPowers({ authorities }: MintState): Finding[] {
  return authorities.flatMap(({ role, address }) => {
    const power = POWERS[role];
    return power === undefined ? [] : [note(ABOUT, `its ${role} ${address} ${power}`)];
  });
}
