import type { ReactNode } from 'react';

/** How many rows are shown; the others are folded below them. */
const SHOWN = 12;

interface GroupProps {
  readonly title: string;
  readonly empty: string;
  readonly note?: ReactNode;
  /** What the folded rows are called, as in `3 more wallets`. */
  readonly rest?: string;
  readonly children: readonly ReactNode[];
}

/** A list of the Operations tab under its heading. */
export function Group({ title, empty, note, rest = 'rows', children }: GroupProps) {
  const folded = children.slice(SHOWN);
  return (
    <section className="panel group" aria-label={title}>
      <h2>{title}</h2>
      {children.length === 0 ? (
        <p className="muted">{empty}</p>
      ) : (
        <>
          {note}
          <ul>{children.slice(0, SHOWN)}</ul>
        </>
      )}
      {folded.length > 0 && (
        <details>
          <summary>
            {folded.length} more {rest}
          </summary>
          <ul>{folded}</ul>
        </details>
      )}
    </section>
  );
}
