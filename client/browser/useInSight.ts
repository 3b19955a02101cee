import { type RefObject, useEffect, useState } from 'react';

/** How much of it has to show. */
const SHARE = 0.3;

/** Whether enough of an element is in sight to be looked at. */
export function useInSight(ref: RefObject<Element | null>): boolean {
  const [inSight, setInSight] = useState(false);
  useEffect(() => {
    if (!ref.current) return;
    const observer = new IntersectionObserver((entries) => setInSight(entries.at(-1)?.isIntersecting ?? false), {
      threshold: SHARE,
    });
    observer.observe(ref.current);
    return () => observer.disconnect();
  }, [ref]);
  return inSight;
}
