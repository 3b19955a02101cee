import type { MadeRow } from '../../src/terms/countTerms.ts';
import { agreeOnMark } from '../chain/accounts/readChain.ts';
import type { Rpc } from '../chain/node/rpc.ts';
import type { LotteryNamed } from './countMade.ts';
import { type Announced, readAnnounced, termsMark } from './readAnnounced.ts';

export interface AllAnnounced {
  readonly rpc: Rpc;
  readonly lottery: Pick<LotteryNamed, 'mint' | 'authority'>;
  /**
   * Transactions that may have announced terms. Where a mark's history is flooded, a transaction can only be found by
   * its name.
   */
  readonly named?: readonly string[];
}

/** Announcement k, as enough nodes show it now; null while its mark is not made. Throws an RpcError while too few do. */
export async function readAnnouncedNow(
  { rpc, lottery, named = [] }: AllAnnounced,
  k: number,
): Promise<Announced | null> {
  if (!(await agreeOnMark(rpc, termsMark(lottery.authority, k)))) return null;
  return readAnnounced({ rpc, lottery, k, named });
}

/** Every announcement that enough nodes show; `why` where the maker of one is not shown. Throws an RpcError. */
export async function readAllAnnounced(
  asked: AllAnnounced,
): Promise<{ readonly made: readonly MadeRow[]; readonly why: string | null }> {
  const made: MadeRow[] = [];
  for (;;) {
    const found = await readAnnouncedNow(asked, made.length + 1);
    if (found === null) return { made, why: null };
    if (found.kind === 'unread') return { made, why: found.why };
    made.push(found.row);
  }
}
