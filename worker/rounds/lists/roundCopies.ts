import { protocolOf } from '../../../src/protocol/protocolOf.ts';
import type { LockDocuments, LockRecord } from '../../../src/protocol/terms/lock.ts';
import { fromBase64, toBase64 } from '../../store/rows/bodies.ts';
import { parseRules } from '../../store/views/rounds/roundDocuments.ts';
import { termsKey } from '../../terms/termsKey.ts';

/** A round can be recovered from its copy for this long. */
const KEPT_SECONDS = 400 * 86_400;

/** A copy could not be kept: nothing may be signed without it. */
export class CopyNotKept extends Error {
  override readonly name = 'CopyNotKept';
}

/**
 * Copies of what a commitment promises, outside of the database. Whoever can write to KV can overwrite a copy, so the
 * reader compares it with the commitment.
 */
export interface RoundCopies {
  /** Writes list, rules and the text of the terms, and reads each back, once for a round. Throws `CopyNotKept`. */
  keep(lock: Pick<LockRecord, 'root' | 'rulesHash'>, documents: LockDocuments, terms: string): Promise<void>;
  /** List and rules; null when a copy is missing or cannot be read. The caller compares both with the commitment. */
  read(lock: Pick<LockRecord, 'root' | 'rulesHash'>): Promise<LockDocuments | null>;
}

/** A list as it is stored, base64, and rules as their canonical text. */
export interface CopyTexts {
  readonly list: string;
  readonly rules: string;
}

/** Reads a copy; null for texts that are no copy. */
export function readCopy({ list, rules }: CopyTexts): LockDocuments | null {
  try {
    return { list: fromBase64(list), rules: parseRules(rules) };
  } catch {
    return null;
  }
}

export function createRoundCopies(kv: KVNamespace): RoundCopies {
  let kept = '';
  const listKey = (root: string) => `list:${root}`;
  const rulesKey = (hash: string) => `rules:${hash}`;

  return {
    async keep({ root, rulesHash }, { list, rules }, terms) {
      if (kept === `${root} ${rulesHash}`) return;
      const copies: readonly (readonly [key: string, text: string])[] = [
        [listKey(root), toBase64(list)],
        [rulesKey(rulesHash), protocolOf(rules.rules).canonicalRules(rules)],
        [termsKey(rules.terms), terms],
      ];
      const keepOne = async ([key, text]: (typeof copies)[number]) => {
        await kv.put(key, text, { expirationTtl: KEPT_SECONDS });
        if ((await kv.get(key)) !== text) throw new CopyNotKept(`${key} was written to KV, which gives another text`);
      };
      try {
        await Promise.all(copies.map(keepOne));
      } catch (error) {
        throw error instanceof CopyNotKept ? error : new CopyNotKept(error instanceof Error ? error.message : 'KV');
      }
      kept = `${root} ${rulesHash}`;
    },
    async read({ root, rulesHash }) {
      const [list, rules] = await Promise.all([kv.get(listKey(root)), kv.get(rulesKey(rulesHash))]);
      return list === null || rules === null ? null : readCopy({ list, rules });
    },
  };
}
