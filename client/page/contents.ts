import { LandingPage } from './landing/LandingPage.tsx';
import type { PageContent } from './loadOther.ts';
import { pageAt } from './pages.ts';

const FILES = import.meta.glob<Readonly<Record<string, PageContent>>>('./*Page.tsx', { eager: true });

/** The component of the page at a path. Only for the server, because it loads all pages. */
export function contentAt(path: string): PageContent {
  const { module } = pageAt(path);
  if (module === null) return LandingPage;
  const content = FILES[`./${module}.tsx`]?.[module];
  if (content === undefined) throw new Error(`client/page/${module}.tsx does not export ${module}`);
  return content;
}
