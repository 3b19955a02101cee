import type { PageContent } from './PageContent.ts';

/** Every page but the landing page, each in a file of its own. */
const FILES = import.meta.glob<Readonly<Record<string, PageContent>>>('./*Page.tsx');

/** The content of the page that the server named. */
export async function loadOther(module: string): Promise<PageContent> {
  const content = (await FILES[`./${module}.tsx`]?.())?.[module];
  if (content === undefined) throw new Error(`there is no page ${module}`);
  return content;
}
