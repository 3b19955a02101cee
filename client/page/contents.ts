import { AuditPage } from './AuditPage.tsx';
import { LandingPage } from './LandingPage.tsx';
import { NotFoundPage } from './NotFoundPage.tsx';
import type { PageContent } from './PageContent.ts';
import { PrivacyPage } from './PrivacyPage.tsx';
import { pageAt } from './pages.ts';
import { TaxPage } from './TaxPage.tsx';
import { TermsPage } from './TermsPage.tsx';
import { WalletPage } from './WalletPage.tsx';

const CONTENTS: Readonly<Record<string, PageContent>> = {
  '/': LandingPage,
  '/terms': TermsPage,
  '/privacy': PrivacyPage,
  '/audit': AuditPage,
  '/tax': TaxPage,
  '/wallet': WalletPage,
};

/** The content of a path's page, all of them at hand: for the server. */
export function contentAt(path: string): PageContent {
  return CONTENTS[pageAt(path).path] ?? NotFoundPage;
}
