import type { ReactNode } from 'react';
import { PauseMotion } from '../motion/PauseMotion.tsx';
import { Emblem } from './Emblem.tsx';

interface HeaderProps {
  /** What the page says about its data. */
  readonly badge?: ReactNode;
}

export function Header({ badge }: HeaderProps) {
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
