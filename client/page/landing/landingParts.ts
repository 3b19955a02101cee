import { LotteryPanel } from '../../draw/LotteryPanel.tsx';
import { TokenFacts } from '../../guide/TokenFacts.tsx';
import { LiveStats } from '../../prizes/LiveStats.tsx';
import { RecentWinners } from '../../prizes/RecentWinners.tsx';
import { CheckWallet } from '../../wallet/CheckWallet.tsx';
import { DrawStrip } from './DrawStrip.tsx';
import { RoundTitle } from './RoundTitle.tsx';

/** The parts that the browser loads after the ticket, and renders anew. The server imports them at once. */
export const LANDING_PARTS = { TokenFacts, LotteryPanel, CheckWallet, RecentWinners, LiveStats, RoundTitle, DrawStrip };
