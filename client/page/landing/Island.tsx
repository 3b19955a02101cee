import { type ComponentType, type RefObject, startTransition, useContext, useEffect, useRef, useState } from 'react';
import { awaitsLife } from '../../ui/life.ts';
import { type PartName, PartsContext, type TextName } from './PartsContext.ts';

const STEP_MS = 100;

interface IslandProps {
  readonly name: PartName;
  /** The island's turn to be loaded, from 0. */
  readonly order: number;
  /** True for a part far below the fold. It is laid out when the visitor comes near, or when its turn comes. */
  readonly late?: boolean;
}

/**
 * A part that stays as the server wrote it until the ticket is hydrated and the part's turn comes. Then the part is
 * rendered anew, so the new rendering need not agree with the server's HTML.
 */
export function Island({ name, order, late = false }: IslandProps) {
  const place = useRef<HTMLDivElement>(null);
  const [Part, setPart] = useState<ComponentType | null>(null);
  /** Whether the part could not be loaded. It stays as it is then, and nothing waits for it. */
  const [isLeft, leave] = useState(false);

  useEffect(() => (Part || isLeft ? undefined : awaitsLife()), [Part, isLeft]);
  useEffect(() => {
    let isGone = false;
    const timer = setTimeout(async () => {
      try {
        const { LANDING_PARTS } = await import('./landingParts.ts');
        await leftAlone(place.current);
        if (!isGone) startTransition(() => setPart(() => LANDING_PARTS[name]));
      } catch (error) {
        console.error(`${name} stays as the server wrote it.`, error);
        leave(true);
      }
    }, order * STEP_MS);
    return () => {
      isGone = true;
      clearTimeout(timer);
    };
  }, [name, order]);

  if (!Part) return <AsWritten name={name} late={late} place={place} />;
  return (
    <div key="alive">
      <Part />
    </div>
  );
}

interface TextIslandProps {
  readonly name: TextName;
  readonly order: number;
}

/** A part without controls. The browser shows the server's HTML, and never loads the part's code. */
export function TextIsland({ name, order }: TextIslandProps) {
  const [late, setLate] = useState(true);
  useEffect(() => {
    const timer = setTimeout(() => setLate(false), order * STEP_MS);
    return () => clearTimeout(timer);
  }, [order]);
  return <AsWritten name={name} late={late} />;
}

/** React in the browser believes that the element is empty, and leaves the server's HTML in it. */
const WHAT_IS_THERE = { __html: '' };

interface AsWrittenProps {
  readonly name: PartName | TextName;
  readonly late: boolean;
  readonly place?: RefObject<HTMLDivElement | null>;
}

function AsWritten({ name, late, place }: AsWrittenProps) {
  const parts = useContext(PartsContext);
  const className = late ? 'later' : '';
  if (!parts) {
    // biome-ignore lint/security/noDangerouslySetInnerHtml: nothing is set, the browser keeps the server's HTML
    return <div className={className} ref={place} suppressHydrationWarning dangerouslySetInnerHTML={WHAT_IS_THERE} />;
  }
  const Part = parts[name];
  return (
    <div className={className}>
      <Part />
    </div>
  );
}

/** Waits until the focus is outside of the element: replacing it would lose what the visitor has typed in it. */
function leftAlone(element: Element | null): Promise<void> {
  if (!element?.contains(document.activeElement)) return Promise.resolve();
  return new Promise((resolve) => {
    const onFocusOut = ({ relatedTarget }: Event & { readonly relatedTarget?: EventTarget | null }) => {
      if (relatedTarget instanceof Node && element.contains(relatedTarget)) return;
      element.removeEventListener('focusout', onFocusOut);
      resolve();
    };
    element.addEventListener('focusout', onFocusOut);
  });
}
