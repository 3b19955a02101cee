import type { Address } from '../../src/address/address.ts';
import { markOf } from '../../src/marks/readForm.ts';
import { announceMemo } from '../../src/terms/announceMemo.ts';
import { judgeAnnouncement, termsSeed } from '../../src/terms/announcement.ts';
import type { MadeRow } from '../../src/terms/countTerms.ts';
import { findMakerBy } from '../chain/ledger/findMaker.ts';
import type { Rpc } from '../chain/node/rpc.ts';
import type { LotteryNamed } from './countMade.ts';

/** What made the mark `terms:<k>`, which is on chain. */
export type Announced =
  | { readonly kind: 'made'; readonly row: MadeRow }
  /** The mark is there, but no node shows the transaction that made it. */
  | { readonly kind: 'unread'; readonly why: string };

export interface AnnouncedAsked {
  readonly rpc: Rpc;
  readonly lottery: Pick<LotteryNamed, 'mint' | 'authority'>;
  readonly k: number;
  /** Transactions that may have made the mark, named by whoever announced the terms. */
  readonly named: readonly string[];
}

/** Where announcement k is made. */
export const termsMark = (authority: Address, k: number): Address => markOf({ base: authority, seed: termsSeed(k) });

/** Reads what made the mark of announcement k from the chain. Throws an RpcError while too few nodes say. */
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
