import { LotteryPanel } from '../../draw/LotteryPanel.tsx';
import { TokenFacts } from '../../guide/TokenFacts.tsx';
import { LiveStats } from '../../prizes/LiveStats.tsx';
import { RecentWinners } from '../../prizes/RecentWinners.tsx';
import { CheckWallet } from '../../wallet/CheckWallet.tsx';
import { DrawStrip } from './DrawStrip.tsx';
import { RoundTitle } from './RoundTitle.tsx';

/** The parts with controls below the ticket. The server imports them at once, the browser loads them later. */
export const LANDING_PARTS = { TokenFacts, LotteryPanel, CheckWallet, RecentWinners, LiveStats, RoundTitle, DrawStrip };
