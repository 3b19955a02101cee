import type { ComponentType } from 'react';
import type { PageData } from '../../src/contract/pageData.ts';

/** What stands on a page. Most need nothing of the data themselves: the query client has it. */
export type PageContent = ComponentType<{ readonly data: PageData }>;
