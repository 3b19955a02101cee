import type { ComponentType } from 'react';
import type { PageData } from '../../src/contract/pageData.ts';

/** The component of a page's content. Most pages do not use `data`, because the query client has it already. */
export type PageContent = ComponentType<{ readonly data: PageData }>;
