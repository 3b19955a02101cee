import type { Stats } from '../../src/contract/stats.ts';
import { durationText } from '../format/timeText.ts';

/** How far the payment of the round shown has come. */
export interface Payment {
  readonly signature: string;
  /** `Paid 1.1 s after the draw`, or what is known. */
  readonly text: string;
}

/** The payment of the newest round that has ended; null while there is none on chain, or for another round. */
export function paymentOf({ lastRound }: Stats, roundNumber: number): Payment | null {
  const [winner] = lastRound?.winners ?? [];
  if (!lastRound || !winner?.transactionSignature || lastRound.roundNumber !== roundNumber) return null;
  const signature = winner.transactionSignature;
  if (winner.status !== 'confirmed' && winner.status !== 'final') return { signature, text: 'Payment sent' };
  const took = lastRound.paidAt === null ? null : Date.parse(lastRound.paidAt) - Date.parse(lastRound.endsAt);
  return { signature, text: took === null || took < 0 ? 'Paid' : `Paid ${shortTime(took)} after the draw` };
}

/** `1.1 s`, and from a minute on `2 min`. */
function shortTime(ms: number): string {
  return ms < 60_000 ? `${(ms / 1000).toFixed(1)} s` : durationText(ms);
}
