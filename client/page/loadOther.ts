import type { ComponentType } from 'react';
import type { PageData } from '../../src/contract/pageData.ts';

/** The component of a page. Stats, participants and config of its `data` are in the query client too. */
export type PageContent = ComponentType<{ readonly data: PageData }>;

/** Loaders of all pages but the landing page, by file. */
const FILES = import.meta.glob<Readonly<Record<string, PageContent>>>('./*Page.tsx');

/** The component of the page whose file is `module`. */
export async function loadOther(module: string): Promise<PageContent> {
  const content = (await FILES[`./${module}.tsx`]?.())?.[module];
  if (content === undefined) throw new Error(`there is no page ${module}`);
  return content;
}
