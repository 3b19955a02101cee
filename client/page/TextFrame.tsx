import '../styles/pages.css';
import type { ReactNode } from 'react';
import { Frame } from './Frame.tsx';

interface TextPageProps {
  readonly eyebrow: string;
  readonly title: string;
  readonly children: ReactNode;
}

/** A page to read. */
export function TextFrame({ eyebrow, title, children }: TextPageProps) {
  return (
    <Frame>
      <article className="wrap page prose">
        <p className="eyebrow">{eyebrow}</p>
        <h1>{title}</h1>
        {children}
      </article>
    </Frame>
  );
}
