import type { Address } from '../../src/address/address.ts';
import { markOf } from '../../src/marks/readForm.ts';
import { announceMemo } from '../../src/terms/announceMemo.ts';
import { judgeAnnouncement, termsSeed } from '../../src/terms/announcement.ts';
import type { MadeRow } from '../../src/terms/countTerms.ts';
import { agreeOnMark } from '../chain/accounts/readChain.ts';
import { findMakerBy } from '../chain/ledger/findMaker.ts';
import type { Rpc } from '../chain/node/rpc.ts';
import type { LotteryNamed } from './countMade.ts';

/** What made the mark `terms:<k>`, which is on chain. */
type Announced =
  | { readonly kind: 'made'; readonly row: MadeRow }
  /** The mark is there, but the transaction that made it was not found. */
  | { readonly kind: 'unread'; readonly why: string };

export interface AnnouncedAsked {
  readonly rpc: Rpc;
  readonly lottery: Pick<LotteryNamed, 'mint' | 'authority'>;
  readonly k: number;
  /** Signatures of transactions that may have made the mark, as named by the person who announced the terms. */
  readonly named: readonly string[];
}

/** The address of the mark that announcement k makes. */
export const termsMark = (authority: Address, k: number): Address => markOf({ base: authority, seed: termsSeed(k) });

/** Reads from the chain what made the mark of announcement k. Throws an RpcError while too few nodes answer. */
export async function readAnnounced({ rpc, lottery, k, named }: AnnouncedAsked): Promise<Announced> {
  const { mint, authority } = lottery;
  const asked = { base: authority, seed: termsSeed(k) };
  const judge = (message: Parameters<typeof judgeAnnouncement>[0]) =>
    judgeAnnouncement(message, { mint, authority, k });
  const maker = await findMakerBy(rpc, { asked, judge }, named);
  if (maker.kind === 'no maker') return { kind: 'unread', why: `the mark of terms ${k} is made, and ${maker.why}` };
  const { signature, slot, blockTime, made } = maker;
  const formed = made.kind === 'announcement' ? made : null;
  const memo = formed && announceMemo(formed.said);
  return { kind: 'made', row: { k, signature, slot, blockTime, memo, signers: formed?.signers ?? null } };
}

interface AllAnnounced {
  readonly rpc: Rpc;
  readonly lottery: Pick<LotteryNamed, 'mint' | 'authority'>;
  /**
   * Signatures of transactions that may have announced terms. If strangers flood a mark's history, its transaction can
   * only be found by its signature.
   */
  readonly named?: readonly string[];
}

/**
 * Announcement k, as enough nodes show it now. Null while its mark is not made. Throws an RpcError while too few nodes
 * answer.
 */
export async function readAnnouncedNow(
  { rpc, lottery, named = [] }: AllAnnounced,
  k: number,
): Promise<Announced | null> {
  if (!(await agreeOnMark(rpc, termsMark(lottery.authority, k)))) return null;
  return readAnnounced({ rpc, lottery, k, named });
}

/**
 * Every announcement that enough nodes show. The search ends early at a mark whose transaction is not found: then `why`
 * says so, as the end of a sentence. Otherwise `why` is null. Throws an RpcError while too few nodes answer.
 */
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
