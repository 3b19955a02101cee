import { type ReactNode, useEffect } from 'react';
import type { PublicConfig } from '../../src/contract/config.ts';
import { useConfig } from '../data/useConfig.ts';
import { feeText } from '../format/rulesSentences.ts';
import { MineSlot } from '../mine/MineSlot.tsx';
import { Emblem } from '../ui/Emblem.tsx';
import { PauseMotion } from '../ui/MotionProvider.tsx';
import { Background } from './background/Background.tsx';
import { StripSlot } from './StripSlot.tsx';

interface FrameProps {
  /** The header's badge, on pages with a ticket. Other pages show the draw in a strip at the window's lower edge. */
  readonly badge?: ReactNode;
  readonly children: ReactNode;
}

/** The background, header and footer of every page. */
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
        <Rehearsal />
        {children}
      </main>
      <Footer />
      {badge === undefined && <StripSlot />}
    </>
  );
}

/** The header. The order of its parts is that of the keyboard's focus. */
function Header({ badge }: Pick<FrameProps, 'badge'>) {
  return (
    <header className="top">
      <a className="brand" href="/">
        <Emblem />
        <span>Game of Draws</span>
      </a>
      {badge}
      <nav aria-label="Menu">
        <a href="/">Play</a>
        <a href="/rounds">Rounds</a>
        <a href="/fairness">Fairness</a>
        <a href="/#results">Results</a>
        <a href="/#how">How to Play</a>
        <a href="/#faq">FAQ</a>
      </nav>
      <MineSlot />
      <PauseMotion />
    </header>
  );
}

const LEGAL = [
  ['/terms', 'Terms'],
  ['/terms-of-play', 'Terms of play'],
  ['/privacy', 'Privacy'],
  ['/audit', 'Audit Report'],
  ['/status', 'Status'],
  ['/docs', 'API'],
] as const;

function Footer() {
  const config = useConfig();
  const links = config ? [...config.communityLinks, ...supportLink(config)] : [];
  return (
    <footer className="wrap foot">
      <p className="dim">Game of Draws · GOD</p>
      <nav aria-label="Legal">
        {LEGAL.map(([href, name]) => (
          <a key={href} href={href}>
            {name}
          </a>
        ))}
        <a href="/tax">Where the {feeText(config?.transferFee?.basisPoints)} goes</a>
      </nav>
      {links.length > 0 && (
        <nav aria-label="Community">
          {links.map(({ name, url }) => (
            <a key={url} href={url} rel="noopener noreferrer">
              {name}
            </a>
          ))}
        </nav>
      )}
    </footer>
  );
}

function supportLink({ supportUrl }: PublicConfig): readonly PublicConfig['communityLinks'][number][] {
  return supportUrl === null ? [] : [{ name: 'Support', url: supportUrl }];
}

/** The note on every page while rounds are rehearsals. */
export function Rehearsal() {
  if (useConfig()?.payouts !== 'shadow') return null;
  return (
    <p className="wrap note">
      <strong>Rehearsal:</strong> rounds are drawn, but nothing goes on chain and nobody is paid.
    </p>
  );
}

/** Where the page shows short addresses, puts the whole addresses into a copied selection. */
function useWholeAddresses(): void {
  useEffect(() => {
    document.addEventListener('copy', copyWhole);
    return () => document.removeEventListener('copy', copyWhole);
  }, []);
}

function copyWhole(event: ClipboardEvent): void {
  const selection = getSelection();
  if (!selection || selection.isCollapsed || event.target instanceof HTMLTextAreaElement) return;
  const short = [...document.querySelectorAll<HTMLElement>('[data-whole]')].filter((element) =>
    selection.containsNode(element, true),
  );
  if (short.length === 0) return;
  const text = short.reduce((copied, { textContent, dataset }) => {
    return copied.replace(textContent, dataset.whole ?? textContent);
  }, selection.toString());
  event.clipboardData?.setData('text/plain', text);
  event.preventDefault();
}
