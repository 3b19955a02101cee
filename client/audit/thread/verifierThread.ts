import { addressLink, transactionLink } from '../../../src/address/links.ts';
import { errorText } from '../../../src/errorText.ts';
import { askServer } from '../chain/askChain.ts';
import { type ChainView, createChainView } from '../chain/chainView.ts';
import { askRelay, fetchText, patiently } from '../chain/fetchJson.ts';
import { jsonOf, NotJson } from '../chain/readJson.ts';
import { findLottery, shownBySite } from '../check/checkLottery.ts';
import { loadPairing } from '../check/isSignedBy.ts';
import type { Links } from '../check/Links.ts';
import { verifyRound } from '../check/verifyRound.ts';
import { auditedRounds, marksOf } from './auditedRounds.ts';
import type { RoundsListed } from './createAudit.ts';
import { readSiteList } from './siteList.ts';
import type { Answer, Question, VerifySettings } from './thread.ts';

/** The thread beside the page. The page still answers a tap while this thread computes. */
interface Thread {
  postMessage(answer: Answer): void;
  addEventListener(type: 'message', listener: (event: MessageEvent<Question>) => void): void;
}
const thread = globalThis as unknown as Thread;

/** What the newest run has read from the chain: its rounds share it. */
let shared: { readonly run: number; readonly view: ChainView } | null = null;

thread.addEventListener('message', ({ data }) => {
  answer(data).catch((error: unknown) => {
    thread.postMessage({ number: data.number, kind: 'failed', why: String(error) });
  });
});

async function answer(question: Question): Promise<void> {
  const { number } = question;
  const { run, settings } = question;
  if (question.kind === 'list') {
    thread.postMessage({ number, kind: 'listed', listed: await listRounds(question) });
    return;
  }
  const { round } = question;
  if (question.kind === 'include') {
    // Only a wallet's page needs this module.
    const { findInclusion, withoutList } = await import('../check/findInclusion.ts');
    const asked = { ...settings, round, address: question.address };
    const found = await proofOf(round).then(
      (proof) => findInclusion({ ...asked, proof, view: viewOf(run, settings.rpcUrl) }),
      (error: unknown) => withoutList(asked, errorText(error)),
    );
    thread.postMessage({ number, kind: 'included', answer: found });
    return;
  }
  // The pairing is loaded while the proof is read. A failure does not matter here: the check loads it again.
  loadPairing().catch(() => undefined);
  // Without a proof, the round is still checked by what the chain shows.
  const proof = await proofOf(round).catch((error: unknown) => new NotJson(errorText(error)));
  const report = await verifyRound({
    ...settings,
    ...{ proof, round },
    view: viewOf(run, settings.rpcUrl),
    relays: { urls: settings.relays, ask: askRelay },
    links: linksOf(settings),
    onStep: (step, of) => thread.postMessage({ number, kind: 'step', step, of }),
  });
  thread.postMessage({ number, kind: 'verified', report });
}

/**
 * The numbers of the rounds to check, computed from the terms, and the site's own list of rounds. Also reads all marks
 * of these rounds, so that their checks need not ask for each.
 */
async function listRounds({ wanted, run, settings }: Extract<Question, { kind: 'list' }>): Promise<RoundsListed> {
  const { lottery: asked, network } = settings;
  const view = viewOf(run, settings.rpcUrl);
  // The site's list of announcements saves a search. Without it, they are found on chain.
  const site = await patiently(() => fetchText('/api/lottery/terms')).then(jsonOf, () => null);
  const shown = shownBySite(site);
  const { lottery, finding } = await findLottery({ view, asked, network, round: 1, shown });
  if (lottery === null) throw new Error(finding.value);
  const rounds = auditedRounds(lottery, wanted);
  await view.readMarks(marksOf(lottery, rounds));
  const list = await readSiteList(rounds, (path) => patiently(() => fetchText(path)));
  return { rounds, site: list };
}

async function proofOf(round: number): Promise<unknown> {
  return jsonOf(await patiently(() => fetchText(`/api/lottery/rounds/${round}/proof`)));
}

function viewOf(run: number, rpcUrl: string): ChainView {
  if (shared?.run !== run) shared = { run, view: createChainView(askServer(rpcUrl)) };
  return shared.view;
}

function linksOf({ explorer, relays }: VerifySettings): Links {
  const [relay] = relays;
  return {
    transaction: (signature) => transactionLink(explorer, signature),
    wallet: (address) => addressLink(explorer, address),
    beacon: (round) => (relay === undefined ? null : `${relay}/public/${round}`),
    proof: (round) => `/api/lottery/rounds/${round}/proof`,
  };
}
