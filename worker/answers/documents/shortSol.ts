import { groupText } from '../../../src/money/groupText.ts';
import { exactSol } from '../../../src/money/lamports.ts';

/**
 * Lamports as SOL in groups of three digits, rounded down to four decimals. A tiny amount is shown as `< 0.0001 SOL`.
 */
export function shortSol(lamports: bigint): string {
  const [whole = '0', part = ''] = exactSol(lamports).split('.');
  const cut = part.slice(0, 4).replace(/0+$/, '');
  if (lamports > 0n && whole === '0' && cut === '') return '< 0.0001 SOL';
  const grouped = groupText(whole);
  return `${cut === '' ? grouped : `${grouped}.${cut}`} SOL`;
}
