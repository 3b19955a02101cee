import { terms as termsAnswer } from '../../../src/contract/terms.ts';
import { exactSol } from '../../../src/money/lamports.ts';
import { roundAt } from '../../../src/round/clock.ts';
import { canonicalJson, type Json } from '../../../src/terms/canonicalJson.ts';
import { agreeOnRent, readBalance } from '../../../worker/chain/accounts/readChain.ts';
import { readMint } from '../../../worker/chain/accounts/readMint.ts';
import { createRpc, type Rpc } from '../../../worker/chain/node/rpc.ts';
import { RpcError } from '../../../worker/chain/node/rpcError.ts';
import { MARK_BYTES, MAX_FEE_LAMPORTS } from '../../../worker/chain/signing/transactions.ts';
import { type CountedBook, countMade, lotteryOf, textHash } from '../../../worker/terms/countMade.ts';
import { differsFrom } from '../../../worker/terms/differsFrom.ts';
import { holdsKey } from '../../../worker/terms/playUnder.ts';
import { readAllAnnounced } from '../../../worker/terms/readAnnounced.ts';
import { type Finding, fine, note, problem } from '../Finding.ts';
import type { CheckInput } from '../SetupInput.ts';

const ABOUT = 'terms';
const TIMEOUT_MS = 10_000;

export interface TermsInput extends CheckInput {
  /** The lottery's address; null before it is deployed. */
  readonly url: string | null;
  /** Signatures of transactions that announced terms, for a mark whose history is too long to search. */
  readonly named: readonly string[];
}

/**
 * Checks what is announced on the chain, whether the lottery shows it, how the settings differ from it, and whether the
 * tax authority can pay for the next announcement.
 */
export async function checkTerms(input: TermsInput): Promise<readonly Finding[]> {
  const { settings, fetch, now } = input;
  const rpc = createRpc({ urls: settings.rpcUrls, fetch, now });
  try {
    return [...(await announcedOf(rpc, input)), ...(await fundsOf(rpc, input))];
  } catch (error) {
    if (!(error instanceof RpcError)) throw error;
    return [problem(ABOUT, `Too few nodes say what is announced: ${error.summary}. Try again.`)];
  }
}

async function announcedOf(rpc: Rpc, input: TermsInput): Promise<Finding[]> {
  const { settings, url, named } = input;
  const lottery = lotteryOf(settings);
  const { made, why } = await readAllAnnounced({ rpc, lottery, named });
  if (why !== null) return [problem(ABOUT, `An announcement cannot be read: ${why}. No round is played until it can.`)];
  if (made.length === 0)
    return [
      url === null
        ? note(ABOUT, 'none are announced yet: npm run setup announces the first')
        : problem(ABOUT, 'None are announced, so that no round is played. Run npm run setup.'),
    ];
  const shown = url === null ? new Map<string, string>() : await shownBy(input, url);
  if (shown === null)
    return [problem(ABOUT, `${url}/api/lottery/terms does not answer as it should. Run this again in a minute.`)];
  const book = countMade(made, shown, lottery);
  const { authorities } = await rpc.read((node) => readMint(node, settings.mint, 'confirmed'));
  const spent = book.spent.map(({ k, why: cause }) => note(ABOUT, `number ${k} was spent without terms: ${cause}`));
  const isShown = url !== null;
  const differences = isShown ? differsFrom(settings, book, authorities).differences : [];
  return [
    ...spent,
    ...inForce(input, book),
    ...neverAnnounced(input, book),
    ...(isShown ? shownFindings(book, url) : []),
    ...differences.map((sentence) => problem(ABOUT, sentence)),
    ...(isShown && differences.length === 0 ? [fine(ABOUT, 'the settings say what was announced last')] : []),
  ];
}

/** Says which terms hold now. If the settings lack the key of a pool wallet of these or later terms, reports that. */
function inForce({ settings, now }: TermsInput, { counted }: CountedBook): Finding[] {
  const round = roundAt(settings.clock, now() / 1000);
  const holding = counted.findLast(({ said }) => said.from <= round) ?? counted[0];
  if (holding === undefined) return [problem(ABOUT, 'No announcement counts, so that no round is played.')];
  const { k, from, hash, pool } = holding.said;
  const said = from > round ? `number ${k} holds from round ${from} on` : `number ${k} holds for round ${round}`;
  return [
    fine(ABOUT, `${said}: hash ${hash}, pool wallet ${pool}, announced by ${holding.signature}`),
    ...counted
      .filter((each) => each.said.from >= from && !holdsKey(settings, each.said.pool))
      .map((each) =>
        problem(
          ABOUT,
          `Number ${each.said.k} names the pool wallet ${each.said.pool}, and neither POOL_SECRET_KEY nor OLD_POOL_SECRET_KEYS has its key.`,
        ),
      ),
  ];
}

/**
 * Notes each old pool wallet that was never announced. If the split of the tax names it, its share goes to the pool in
 * force only while the settings have its key. The share of an announced pool wallet always goes to the pool in force.
 */
function neverAnnounced({ settings: { pool, oldPools } }: TermsInput, { counted }: CountedBook): Finding[] {
  return oldPools
    .filter(({ address }) => !counted.some(({ said }) => said.pool === address))
    .map(({ address }) =>
      note(
        ABOUT,
        `the old pool wallet ${address} was never announced. If it is in the split of the tax, put ${pool.address} in its place in the console before its key leaves OLD_POOL_SECRET_KEYS: from then on that share would go to the old wallet itself.`,
      ),
    );
}

/** Whether the lottery shows the text of every announcement that counts, since verifiers read the texts there. */
function shownFindings({ counted }: CountedBook, url: string): Finding[] {
  const missing = counted.filter(({ judged }) => judged.terms === null);
  if (missing.length === 0) return [fine(ABOUT, `${url} shows the text of each announcement, with the announced hash`)];
  return missing.map(({ said, judged }) =>
    problem(ABOUT, `${url} shows no usable text of announcement ${said.k}, hash ${said.hash}: ${judged.problem}.`),
  );
}

/** The texts that the lottery shows, by their own hashes; null when it does not answer. */
async function shownBy({ fetch }: TermsInput, url: string): Promise<Map<string, string> | null> {
  const answer = await fetch(`${url}/api/lottery/terms`, { signal: AbortSignal.timeout(TIMEOUT_MS) })
    .then((response): Promise<unknown> => response.json())
    .catch(() => null);
  const parsed = termsAnswer.safeParse(answer);
  if (!parsed.success) return null;
  const texts = parsed.data.announcements.map(({ terms }) => canonicalJson(terms as unknown as Json));
  return new Map(texts.map((text) => [textHash(text), text]));
}

/**
 * Whether the tax authority's wallet holds enough for the next announcement: the rent of a mark, twice the highest fee,
 * and the least that a wallet must hold.
 */
async function fundsOf(rpc: Rpc, { settings }: TermsInput): Promise<Finding[]> {
  const { address } = settings.taxAuthority;
  const [rent, mark] = await Promise.all([agreeOnRent(rpc, 0), agreeOnRent(rpc, MARK_BYTES)]);
  const least = rent + mark + 2n * MAX_FEE_LAMPORTS;
  const { lamports } = await rpc.read((node) => readBalance(node, address, 'confirmed'));
  const holds = `the tax authority ${address} holds ${exactSol(lamports)} SOL`;
  return [
    lamports >= least
      ? fine(ABOUT, `${holds}: enough for the next announcement`)
      : problem(ABOUT, `${holds}, and the next announcement needs ${exactSol(least)}. Send it some.`),
  ];
}
