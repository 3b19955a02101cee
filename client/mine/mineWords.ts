import type { PublicConfig } from '../../src/contract/config.ts';
import type { ApiError } from '../../src/contract/error.ts';
import type { WalletCheck } from '../../src/contract/wallet.ts';
import { shortage, wholeGodText } from '../enter/shortage.ts';
import { countText, oddsText, walletsText } from '../format/countText.ts';
import { prizeText } from '../format/moneyText.ts';
import type { Win } from './wins.ts';

/** The words about the remembered wallet: those in the header's line, and a sentence in its panel. */
export interface MineWords {
  readonly tone: 'mint' | 'amber' | 'grey';
  /** Two or three words, for the narrowest screen. */
  readonly short: string;
  /** What the line adds on wider screens; may be empty. */
  readonly more: string;
  readonly sentence: string;
}

interface Known {
  readonly answer: WalletCheck | ApiError | null;
  readonly isError: boolean;
  readonly config: PublicConfig | null;
  readonly news: Win | null;
}

/** Whether the remembered wallet is in the draw, and why. In the header's line a new win stands instead. */
export function mineWords({ answer, isError, config, news }: Known): MineWords {
  const standing = standingWords(answer, isError, config);
  if (news === null) return standing;
  return { ...standing, tone: 'mint', short: 'You won', more: wonText(news) };
}

/** `1.2345 SOL in round #12` */
export function wonText({ prizeLamports, roundNumber }: Win): string {
  return `${prizeText(prizeLamports)} SOL in round #${countText(roundNumber)}`;
}

function standingWords(answer: Known['answer'], isError: boolean, config: PublicConfig | null): MineWords {
  if (answer === null) {
    return isError
      ? {
          tone: 'grey',
          short: 'Not known',
          more: '',
          sentence: 'Your wallet could not be looked up. We try again every minute.',
        }
      : { tone: 'grey', short: 'My wallet', more: '', sentence: 'Looking up the wallet...' };
  }
  if ('error' in answer) {
    return {
      tone: 'amber',
      short: 'Not an address',
      more: '',
      sentence: 'What this device remembers is not a wallet address.',
    };
  }
  return answer.isEligible ? inWords(answer) : outWords(answer, config);
}

/** For a wallet in the draw, `reason` is set only after the lock: it says why the wallet is not in the next draw. */
function inWords({ odds, eligibleWallets, lockedRound, reason }: WalletCheck): MineWords {
  const chance = `${oddsText(odds.round)} chance to win`;
  const place = lockedRound === null ? 'in the next draw' : `on the locked list of round #${countText(lockedRound)}`;
  const now = `Your wallet is ${place}: ${chance}, with ${walletsText(eligibleWallets)} entered.`;
  const sentence = reason === null ? now : `${now} ${reason}`;
  return { tone: 'mint', short: 'In the draw', more: chance, sentence };
}

function outWords(wallet: WalletCheck, config: PublicConfig | null): MineWords {
  const missing = config && shortage(wallet, config);
  const more = missing ? `${wholeGodText(missing)} GOD short` : '';
  return {
    tone: 'amber',
    short: 'Not in the draw',
    more,
    sentence: wallet.reason ?? 'Your wallet is not in the draw.',
  };
}
