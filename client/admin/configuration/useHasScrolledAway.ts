import { type RefObject, useEffect, useState } from 'react';

/** Height of the console's own head, under which a part is out of sight, px. */
const HEAD = '-60px 0px 0px';

/** Whether a part has left the window over its upper edge. */
export function useHasScrolledAway(part: RefObject<Element | null>): boolean {
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
