import { assets } from 'virtual:page-assets';
import { file } from 'virtual:verifier-file';
import { StrictMode } from 'react';
import { renderToStaticMarkup, renderToString } from 'react-dom/server.edge';
import type { ApiDocument } from '../src/contract/openapi/ApiDocument.ts';
import type { PageData, PageInput } from '../src/contract/pageData.ts';
import type { Participants } from '../src/contract/stats.ts';
import { fixedClock } from './clock/ServerClock.ts';
import { docsDocument } from './docs/DocsDocument.tsx';
import { shortAddress } from './format/shortAddress.ts';
import { App } from './page/App.tsx';
import { adminDocument } from './page/adminDocument.ts';
import { contentAt } from './page/contents.ts';
import { WRITTEN_PARTS } from './page/landing/writtenParts.ts';
import { ownAssets, pageDocument } from './page/pageDocument.ts';
import { NOT_FOUND, pageAt } from './page/pages.ts';
import { shownHead } from './page/shownHead.ts';

const SERIALIZED_PARTICIPANTS = 60;

/** The whole HTML document for a path. `worker/page.d.ts` has the types of this module for the worker. */
export function renderPage({ origin = '', ...data }: PageInput): string {
  const page =
    pageAt(data.path).module === null ? { ...data, participants: firstOf(data.participants) } : withoutFigures(data);
  const body = renderToString(
    <StrictMode>
      <App data={page} clock={fixedClock(page.now)} content={contentAt(page.path)} parts={WRITTEN_PARTS} />
    </StrictMode>,
  );
  return pageDocument({
    page: { ...pageAt(page.path), ...titleOf(page.wallet), ...shownHead(page.shown, page.now) },
    data: page,
    body,
    origin,
  });
}

/** The title of a wallet's page; null for any other page. */
function titleOf(wallet: PageData['wallet']): { readonly title: string } | null {
  if (!wallet) return null;
  const isRefused = wallet.answer && 'error' in wallet.answer;
  return { title: `${isRefused ? 'Not a wallet address' : `Wallet ${shortAddress(wallet.asked)}`} · Game of Draws` };
}

/** The data without stats and participants: only the landing page is rendered with these two. */
function withoutFigures(data: PageData): PageData {
  return { ...data, stats: null, participants: null };
}

/** The first participants only: enough to keep the reel moving until the browser has read the whole list. */
function firstOf(participants: Participants | null): Participants | null {
  if (!participants) return null;
  const { data } = participants;
  return { ...participants, data: { ...data, participants: data.participants.slice(0, SERIALIZED_PARTICIPANTS) } };
}

/** The HTTP status of the page at a path. */
export function pageStatus(path: string): 200 | 404 {
  return pageAt(path) === NOT_FOUND ? 404 : 200;
}

/** The HTML document of the API, or of one route; null when there is no such route. */
export function renderDocs(described: ApiDocument, operationId: string | null): string | null {
  const document = docsDocument({ described, operationId });
  return document && `<!doctype html>${renderToStaticMarkup(document)}`;
}

/** The console's HTML document. It is the same for everybody, and empty until the console's script fills it. */
export function renderAdmin(): string {
  return adminDocument();
}

/** The hash with which the content security policy allows the pages' inline style. */
export const STYLE_HASH = assets.cssHash;

/** The file of the verifier that works from disk, and its content security policy. */
export const VERIFIER_FILE = file;

/** The style hash of the page at a path; null where the page adds no style. */
export function pageStyleHash(path: string): string | null {
  return ownAssets(pageAt(path)).cssHash || null;
}
