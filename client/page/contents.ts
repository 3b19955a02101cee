import type { ComponentType } from 'react';
import { AuditPage } from './AuditPage.tsx';
import { LandingPage } from './LandingPage.tsx';
import { NotFoundPage } from './NotFoundPage.tsx';
import { PrivacyPage } from './PrivacyPage.tsx';
import { pageAt } from './pages.ts';
import { TermsPage } from './TermsPage.tsx';

const CONTENTS: Readonly<Record<string, ComponentType>> = {
  '/': LandingPage,
  '/terms': TermsPage,
  '/privacy': PrivacyPage,
  '/audit': AuditPage,
};

/** The content of a path's page, all of them at hand: for the server. */
export function contentAt(path: string): ComponentType {
  return CONTENTS[pageAt(path).path] ?? NotFoundPage;
}
