import { groupText } from '../../../src/money/groupText.ts';
import { exactSol } from '../../../src/money/lamports.ts';

/** Lamports as SOL, rounded down to four decimals: `1,234.5678 SOL`. A tiny amount is `< 0.0001 SOL`. */
export function shortSol(lamports: bigint): string {
  const [whole = '0', part = ''] = exactSol(lamports).split('.');
  const cut = part.slice(0, 4).replace(/0+$/, '');
  if (lamports > 0n && whole === '0' && cut === '') return '< 0.0001 SOL';
  const grouped = groupText(whole);
  return `${cut === '' ? grouped : `${grouped}.${cut}`} SOL`;
}
