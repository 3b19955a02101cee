import { LandingPage } from './LandingPage.tsx';
import type { PageContent } from './PageContent.ts';

/**
 * The content of a path's page in the browser, where only the landing page is worth having from the start: not even the
 * names of the other pages' files are.
 */
export async function loadContent(path: string): Promise<PageContent> {
  if (/^\/+$/.test(path)) return LandingPage;
  const { loadOther } = await import('./loadOther.ts');
  return loadOther(path);
}
