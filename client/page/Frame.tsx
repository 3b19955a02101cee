import type { ReactNode } from 'react';
import { Emblem } from '../ui/Emblem.tsx';
import { PauseMotion } from '../ui/PauseMotion.tsx';
import { Background } from './Background.tsx';
import { useWholeAddresses } from './useWholeAddresses.ts';

interface FrameProps {
  /** What the page says about its data. */
  readonly badge?: ReactNode;
  readonly children: ReactNode;
}

/** What stands around every page: its background, header, main and footer. */
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

function Header({ badge }: Pick<FrameProps, 'badge'>) {
  return (
    <header className="top">
      <a className="brand" href="/">
        <Emblem />
        <span>Game of Draws</span>
      </a>
      {badge}
      <PauseMotion />
      <nav aria-label="Page sections">
        <a href="/#results">Results</a>
        <a href="/#how">How to Play</a>
        <a href="/#faq">FAQ</a>
      </nav>
    </header>
  );
}

/** Links that every page ends with. */
function Footer() {
  return (
    <footer className="wrap foot">
      <p className="dim">Game of Draws · GOD</p>
      <nav aria-label="Legal">
        <a href="/terms">Terms</a>
        <a href="/privacy">Privacy</a>
        <a href="/audit">Audit Report</a>
      </nav>
    </footer>
  );
}
