import { type ReactNode, useEffect, useState } from 'react';

const STEP_MS = 100;

interface BelowProps {
  /** Its turn among the parts below the fold. */
  readonly order: number;
  readonly children: ReactNode;
}

/** What the first paint need not wait for: laid out when the visitor comes near, or when its turn has come. */
export function Below({ order, children }: BelowProps) {
  const [late, setLate] = useState(true);
  useEffect(() => {
    const timer = setTimeout(() => setLate(false), order * STEP_MS);
    return () => clearTimeout(timer);
  }, [order]);
  return <div className={late ? 'late' : ''}>{children}</div>;
}
