import { type ComponentType, type RefObject, startTransition, useContext, useEffect, useRef, useState } from 'react';
import { awaitsLife } from '../../ui/life.ts';
import { type PartName, PartsContext, type TextName } from './PartsContext.ts';

const STEP_MS = 100;

interface IslandProps {
  readonly name: PartName;
  /** The part's turn among all islands, from 0. */
  readonly order: number;
  /** Whether the part is far below the fold: it is laid out when the visitor comes near, or when its turn comes. */
  readonly late?: boolean;
}

/**
 * A part that comes to life after the ticket. Until then the part stays as the server wrote it. Then it is rendered
 * anew in the same place, with what is known at that time, so it need not agree with the server's rendering.
 */
export function Island({ name, order, late = false }: IslandProps) {
  const place = useRef<HTMLDivElement>(null);
  const [Part, setPart] = useState<ComponentType | null>(null);

  useEffect(() => (Part ? undefined : awaitsLife()), [Part]);
  useEffect(() => {
    let isGone = false;
    const timer = setTimeout(async () => {
      try {
        const { LANDING_PARTS } = await import('./landingParts.ts');
        await leftAlone(place.current);
        if (!isGone) startTransition(() => setPart(() => LANDING_PARTS[name]));
      } catch (error) {
        console.error(`${name} stays as the server wrote it.`, error);
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

/** A part that is only read. Its code never reaches a browser. */
export function TextIsland({ name, order }: TextIslandProps) {
  const [late, setLate] = useState(true);
  useEffect(() => {
    const timer = setTimeout(() => setLate(false), order * STEP_MS);
    return () => clearTimeout(timer);
  }, [order]);
  return <AsWritten name={name} late={late} />;
}

/** React in the browser takes the element as empty, and leaves alone what it finds there. */
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

/** Waits until the visitor's focus is elsewhere: replacing an element loses what is typed in it. */
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
