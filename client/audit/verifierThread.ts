import { addressLink, transactionLink } from '../../src/address/links.ts';
import { askServer } from './askChain.ts';
import { type ChainView, createChainView } from './chainView.ts';
import { askRelay, fetchJson, fetchText } from './fetchJson.ts';
import type { Links } from './Links.ts';
import { listRounds, type ReadPage } from './listRounds.ts';
import { patiently } from './patiently.ts';
import { jsonOf } from './readJson.ts';
import type { Answer, Question, VerifySettings } from './thread.ts';
import { verifyRound, withoutProof } from './verifyRound.ts';

/** A thread of a page: curves and hashes never keep the page from answering a tap. */
interface Thread {
  postMessage(answer: Answer): void;
  addEventListener(type: 'message', listener: (event: MessageEvent<Question>) => void): void;
}
const thread = globalThis as unknown as Thread;

/** What the rounds of the newest run share. */
let shared: { readonly run: number; readonly view: ChainView } | null = null;

thread.addEventListener('message', ({ data }) => {
  answer(data).catch((error: unknown) => {
    thread.postMessage({ number: data.number, kind: 'failed', why: String(error) });
  });
});

async function answer(question: Question): Promise<void> {
  const { number } = question;
  if (question.kind === 'list') {
    thread.postMessage({ number, kind: 'listed', rounds: await listRounds(readPage, question.wanted) });
    return;
  }
  const { round, run, settings } = question;
  if (question.kind === 'include') {
    // Only a wallet's page needs it.
    const { findInclusion, withoutList } = await import('./findInclusion.ts');
    const asked = { ...settings, round, address: question.address };
    const found = await proofOf(round).then(
      (proof) => findInclusion({ ...asked, proof, view: viewOf(run, settings.rpcUrl) }),
      (error: unknown) => withoutList(asked, error instanceof Error ? error.message : String(error)),
    );
    thread.postMessage({ number, kind: 'included', answer: found });
    return;
  }
  const report = await proofOf(round).then(
    (proof) =>
      verifyRound({
        ...settings,
        proof,
        round,
        view: viewOf(run, settings.rpcUrl),
        relays: { urls: settings.relays, ask: askRelay },
        links: linksOf(settings),
        onStep: (step, of) => thread.postMessage({ number, kind: 'step', step, of }),
      }),
    (error: unknown) => withoutProof(round, error instanceof Error ? error.message : String(error)),
  );
  thread.postMessage({ number, kind: 'verified', report });
}

async function proofOf(round: number): Promise<unknown> {
  return jsonOf(await patiently(() => fetchText(`/api/lottery/rounds/${round}/proof`)));
}

const readPage: ReadPage = (query) =>
  patiently(() => fetchJson(`/api/lottery/rounds?${query}`) as ReturnType<ReadPage>);

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
