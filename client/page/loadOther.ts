import type { ComponentType } from 'react';
import type { PageData } from '../../src/contract/pageData.ts';

/** The component of a page's content. Of its `data`, the query client has stats, participants and config too. */
export type PageContent = ComponentType<{ readonly data: PageData }>;

/** Every page but the landing page, each in a file of its own. */
const FILES = import.meta.glob<Readonly<Record<string, PageContent>>>('./*Page.tsx');

/** The content of the page that the server named. */
export async function loadOther(module: string): Promise<PageContent> {
  const content = (await FILES[`./${module}.tsx`]?.())?.[module];
  if (content === undefined) throw new Error(`there is no page ${module}`);
  return content;
}
