import { LotteryPanel } from '../../draw/LotteryPanel.tsx';
import { TokenFacts } from '../../guide/TokenFacts.tsx';
import { LiveStats } from '../../prizes/LiveStats.tsx';
import { RecentWinners } from '../../prizes/RecentWinners.tsx';
import { CheckWallet } from '../../wallet/CheckWallet.tsx';
import { DrawStrip } from './DrawStrip.tsx';
import { RoundTitle } from './RoundTitle.tsx';

/** The parts below the ticket that do something: for the server at once, for the browser in a file of their own. */
export const LANDING_PARTS = { TokenFacts, LotteryPanel, CheckWallet, RecentWinners, LiveStats, RoundTitle, DrawStrip };
