import type { Address } from '../../src/address/address.ts';
import type { MadeRow } from '../../src/terms/MadeRow.ts';
import { agreeOnMark } from '../chain/readChain.ts';
import type { Rpc } from '../chain/rpc.ts';
import type { LotteryNamed } from './countMade.ts';
import { readAnnounced } from './readAnnounced.ts';

export interface AllAnnounced {
  readonly rpc: Rpc;
  readonly lottery: Pick<LotteryNamed, 'mint' | 'authority'>;
}

/** Announcement k, as enough nodes show it now. Throws an RpcError while too few do. */
export function readAnnouncedNow({ rpc, lottery }: AllAnnounced, k: number) {
  return readAnnounced({ rpc, lottery, k, isMade: (mark: Address) => agreeOnMark(rpc, mark) });
}

/** Every announcement that enough nodes show; `why` where the maker of one is not shown. Throws an RpcError. */
export async function readAllAnnounced(
  asked: AllAnnounced,
): Promise<{ readonly made: readonly MadeRow[]; readonly why: string | null }> {
  const made: MadeRow[] = [];
  for (;;) {
    const found = await readAnnouncedNow(asked, made.length + 1);
    if (found.kind === 'unread') return { made, why: found.why };
    if (found.kind === 'absent') return { made, why: null };
    made.push(found.row);
  }
}
