import { type RefObject, useEffect, useRef, useState } from 'react';
import { isWhole, percentOf, percentText } from '../../../src/distribution/percentage.ts';
import type { Configuration } from './useConfiguration.ts';

interface ConfigurationActionsProps extends Pick<Configuration, 'busy' | 'save'> {
  readonly isActive: boolean;
  /** How many wallets differ from what is saved. */
  readonly changes: number;
  readonly basisPoints: number;
  readonly onActivate: () => void;
  readonly mayFloat: boolean;
}

/**
 * The buttons to save and to activate. The button to press next stands out. With `mayFloat`, the buttons move to the
 * window's lower edge when the card scrolls away.
 */
export function ConfigurationActions(props: ConfigurationActionsProps) {
  const { busy, save, isActive, changes, basisPoints, onActivate, mayFloat } = props;
  const place = useRef<HTMLDivElement>(null);
  const isAway = useHasScrolledAway(place) && mayFloat;
  // While the buttons float, notices stand above them.
  useEffect(() => {
    document.documentElement.toggleAttribute('data-afloat', isAway);
    return () => document.documentElement.removeAttribute('data-afloat');
  }, [isAway]);
  const isChanged = changes > 0;
  const loud = (isNext: boolean) => `btn${isNext ? ' primary' : ''}`;
  return (
    <div ref={place} className="acts-place">
      <div className={`acts${isAway ? ' afloat' : ''}`}>
        <p className="sum">
          Total <b className={isWhole(basisPoints) ? 'good' : 'bad'}>{percentText(percentOf(basisPoints))}</b>
          {isChanged && <span className="dim"> · {changes} edited</span>}
        </p>
        <button
          type="button"
          className={loud(isChanged)}
          disabled={!isChanged || busy !== null}
          aria-keyshortcuts="Control+S"
          onClick={() => void save()}
        >
          {busy === 'saving' ? 'Saving…' : 'Save Changes'}
        </button>
        <button
          type="button"
          className={loud(!isChanged && !isActive)}
          disabled={isActive || isChanged || busy !== null}
          onClick={onActivate}
        >
          {busy === 'activating' ? 'Activating…' : 'Activate'}
        </button>
      </div>
    </div>
  );
}

/** The console's head covers the upper 60 px of the window: a part under it counts as out of sight. */
const HEAD = '-60px 0px 0px';

function useHasScrolledAway(part: RefObject<Element | null>): boolean {
  const [isAway, setIsAway] = useState(false);
  useEffect(() => {
    if (part.current === null) return;
    const look = ([entry]: readonly IntersectionObserverEntry[]) => {
      if (entry !== undefined) setIsAway(!entry.isIntersecting && entry.boundingClientRect.top < 60);
    };
    const observer = new IntersectionObserver(look, { rootMargin: HEAD });
    observer.observe(part.current);
    return () => observer.disconnect();
  }, [part]);
  return isAway;
}
