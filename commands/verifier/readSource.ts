import { readFile } from 'node:fs/promises';
import { buffer } from 'node:stream/consumers';
import { fetchText, patiently, utf8Text } from '../../client/audit/chain/fetchJson.ts';
import type { TermsShown } from '../../client/audit/chain/Lottery.ts';
import { jsonOf, NotJson } from '../../client/audit/chain/readJson.ts';
import { shownBySite } from '../../client/audit/check/checkLottery.ts';
import { errorText } from '../../src/errorText.ts';
import { proofUrl } from './verifyText.ts';

/** Where proofs and terms come from. */
export interface Source {
  /** A round's proof as text, or why it did not arrive; null when there is neither a site nor a file. */
  readonly proof: (round: number) => Promise<string | NotJson | null>;
  /** The announcements that the site shows; none when no site answers. */
  readonly shown: () => Promise<readonly TermsShown[]>;
  /** Reads the text at a path of the site; null without a site. Throws when it cannot be had. */
  readonly list: ((path: string) => Promise<string>) | null;
}

/** Takes proofs from the lottery's site, or from the file or address of one proof, or from nowhere. */
export function createSource({ site, file }: { readonly site?: string; readonly file?: string }): Source {
  const base = site?.replace(/\/+$/, '');
  const from = (round: number) => (base === undefined ? file : `${base}/api/lottery/rounds/${round}/proof`);
  return {
    list: base === undefined ? null : (path) => readText(`${base}${path}`),
    async proof(round) {
      const name = from(round);
      if (name === undefined) return null;
      // This is returned and not thrown: without a proof, the verifier still checks the round by what the chain shows.
      return readText(name).catch((error: unknown) => new NotJson(errorText(error)));
    },
    async shown() {
      if (base === undefined) return [];
      return readText(`${base}/api/lottery/terms`).then(
        (text) => shownBySite(jsonOf(text)),
        () => [],
      );
    },
  };
}

/** The text at an address, in a file, or from standard input for `-`. Throws when it cannot be had. */
export async function readText(name: string): Promise<string> {
  if (/^https?:\/\//.test(name)) return patiently(() => fetchText(proofUrl(name)));
  return utf8Text(await (name === '-' ? buffer(process.stdin) : readFile(name)));
}
