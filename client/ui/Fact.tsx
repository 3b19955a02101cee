import type { ReactNode } from 'react';

/** One line of a list of facts (`dl`): the fact's name and its value. */
export function Fact({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}
