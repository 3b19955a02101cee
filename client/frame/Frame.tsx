import type { ReactNode } from 'react';
import { useWholeAddresses } from '../ui/useWholeAddresses.ts';
import { Background } from './Background.tsx';
import { Footer } from './Footer.tsx';
import { Header } from './Header.tsx';

interface FrameProps {
  readonly badge?: ReactNode;
  readonly children: ReactNode;
}

/** What stands around every page: the room behind it, header, main and footer. */
export function Frame({ badge, children }: FrameProps) {
  useWholeAddresses();
  return (
    <>
      <a className="skip" href="#main">
        Skip to content
      </a>
      <Background />
      <Header badge={badge} />
      <main id="main" tabIndex={-1}>
        {children}
      </main>
      <Footer />
    </>
  );
}
