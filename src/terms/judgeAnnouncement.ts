import type { PlainMessage } from '../marks/instruction.ts';
import { judgeMaker } from '../marks/judgeMaker.ts';
import type { OtherForm } from '../marks/readForm.ts';
import { type AnnouncementAsked, type FormedAnnouncement, readAnnouncement, termsSeed } from './announcement.ts';

/** As `MarkMaker`, for the mark of an announcement. */
export type AnnouncementMaker = FormedAnnouncement | OtherForm | { readonly kind: 'none' };

/** Judges, by the bytes of a transaction that succeeded, what it did with the mark `terms:<k>`. */
export function judgeAnnouncement(message: PlainMessage, asked: AnnouncementAsked): AnnouncementMaker {
  const read = readAnnouncement(message, asked);
  if (read.kind === 'announcement') return read;
  const { kind } = judgeMaker(message, { base: asked.authority, seed: termsSeed(asked.k) });
  return kind === 'none' ? { kind: 'none' } : read;
}
