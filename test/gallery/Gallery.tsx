import { timeoutManager } from '@tanstack/react-query';
import { type ReactNode, StrictMode, useLayoutEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { NOW } from './lottery.ts';

/** A part of the product in one of its states. */
export type Exhibit = readonly [state: string, part: ReactNode];

export interface Group {
  readonly title: string;
  readonly exhibits: readonly Exhibit[];
}

interface GalleryProps {
  readonly title: string;
  /** The product's style sheets, as text. */
  readonly styles: string;
  readonly groups: readonly Group[];
}

/**
 * Shows all groups below each other. Nothing is asked of any server, and nothing is read again: what an exhibit shows
 * comes from the fixtures alone and stays.
 */
export function showGallery(props: GalleryProps): void {
  window.fetch = () => new Promise(() => undefined);
  // Past and future are relative to the moment of the fixtures, whatever day it is.
  const { now } = Date;
  const ahead = NOW - now();
  Date.now = () => now() + ahead;
  timeoutManager.setTimeoutProvider({
    setTimeout: (callback, delay) => window.setTimeout(callback, delay),
    clearTimeout: (id) => window.clearTimeout(id as number),
    setInterval: () => 0,
    clearInterval: () => undefined,
  });
  const root = document.getElementById('root');
  if (root === null) throw new Error('the gallery’s page has no root');
  createRoot(root).render(
    <StrictMode>
      <Gallery {...props} />
    </StrictMode>,
  );
}

function Gallery({ title, styles, groups }: GalleryProps) {
  const [sheet] = useState(() => {
    const made = new CSSStyleSheet();
    made.replaceSync(styles);
    return made;
  });
  return (
    <main className="gallery">
      <h1>{title}</h1>
      {groups.map((group) => (
        <section key={group.title} aria-labelledby={idOf(group.title)}>
          <h2 id={idOf(group.title)}>{group.title}</h2>
          {group.exhibits.map(([state, part]) => (
            <div key={state} className="exhibit">
              <h3>{state}</h3>
              <Case sheet={sheet}>{part}</Case>
            </div>
          ))}
        </section>
      ))}
    </main>
  );
}

/** An exhibit in a shadow tree of its own: the product's parts have fixed ids, which must be there only once. */
function Case({ sheet, children }: { readonly sheet: CSSStyleSheet; readonly children: ReactNode }) {
  const host = useRef<HTMLDivElement>(null);
  const [shadow, setShadow] = useState<ShadowRoot | null>(null);
  useLayoutEffect(() => {
    if (host.current === null) return;
    const root = host.current.shadowRoot ?? host.current.attachShadow({ mode: 'open' });
    root.adoptedStyleSheets = [sheet];
    setShadow(root);
  }, [sheet]);
  // The body's own class, which means the console, is outside of the tree.
  const still = <div className={`still ${document.body.className}`.trim()}>{children}</div>;
  return <div ref={host}>{shadow !== null && createPortal(still, shadow)}</div>;
}

function idOf(title: string): string {
  return title.toLowerCase().replace(/\W+/g, '-');
}
