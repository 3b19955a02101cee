import { LandingPage } from './LandingPage.tsx';
import type { PageContent } from './PageContent.ts';
import { pageAt } from './pages.ts';

/** The content of a path's page in the browser, where only the landing page is worth having from the start. */
export async function loadContent(path: string): Promise<PageContent> {
  switch (pageAt(path).path) {
    case '/':
      return LandingPage;
    case '/terms':
      return (await import('./TermsPage.tsx')).TermsPage;
    case '/privacy':
      return (await import('./PrivacyPage.tsx')).PrivacyPage;
    case '/audit':
      return (await import('./AuditPage.tsx')).AuditPage;
    case '/tax':
      return (await import('./TaxPage.tsx')).TaxPage;
    case '/wallet':
      return (await import('./WalletPage.tsx')).WalletPage;
    default:
      return (await import('./NotFoundPage.tsx')).NotFoundPage;
  }
}
