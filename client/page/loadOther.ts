import type { PageContent } from './PageContent.ts';
import { pagePath } from './pagePath.ts';

/** The content of every page but the landing page, each in a file of its own. */
export async function loadOther(path: string): Promise<PageContent> {
  switch (pagePath(path)) {
    case '/terms':
      return (await import('./TermsPage.tsx')).TermsPage;
    case '/terms-of-play':
      return (await import('./TermsOfPlayPage.tsx')).TermsOfPlayPage;
    case '/privacy':
      return (await import('./PrivacyPage.tsx')).PrivacyPage;
    case '/audit':
      return (await import('./AuditPage.tsx')).AuditPage;
    case '/tax':
      return (await import('./TaxPage.tsx')).TaxPage;
    case '/wallet':
      return (await import('./WalletPage.tsx')).WalletPage;
    case '/rounds':
      return (await import('./RoundsPage.tsx')).RoundsPage;
    case '/rounds/:n':
      return (await import('./RoundPage.tsx')).RoundPage;
    case '/fairness':
      return (await import('./FairnessPage.tsx')).FairnessPage;
    case '/status':
      return (await import('./StatusPage.tsx')).StatusPage;
    default:
      return (await import('./NotFoundPage.tsx')).NotFoundPage;
  }
}
