import { AuditPage } from './AuditPage.tsx';
import { FairnessPage } from './FairnessPage.tsx';
import { LandingPage } from './LandingPage.tsx';
import { NotFoundPage } from './NotFoundPage.tsx';
import type { PageContent } from './PageContent.ts';
import { PrivacyPage } from './PrivacyPage.tsx';
import { type PagePath, pagePath } from './pagePath.ts';
import { RoundPage } from './RoundPage.tsx';
import { RoundsPage } from './RoundsPage.tsx';
import { StatusPage } from './StatusPage.tsx';
import { TaxPage } from './TaxPage.tsx';
import { TermsOfPlayPage } from './TermsOfPlayPage.tsx';
import { TermsPage } from './TermsPage.tsx';
import { WalletPage } from './WalletPage.tsx';

const CONTENTS: Readonly<Record<PagePath, PageContent>> = {
  '/': LandingPage,
  '/terms': TermsPage,
  '/terms-of-play': TermsOfPlayPage,
  '/privacy': PrivacyPage,
  '/audit': AuditPage,
  '/tax': TaxPage,
  '/wallet': WalletPage,
  '/rounds': RoundsPage,
  '/rounds/:n': RoundPage,
  '/fairness': FairnessPage,
  '/status': StatusPage,
  '/404': NotFoundPage,
};

/** The content of a path's page, all of them at hand: for the server. */
export function contentAt(path: string): PageContent {
  return CONTENTS[pagePath(path)];
}
