import '../styles/pages.css';
import type { ReactNode } from 'react';
import { Frame } from './Frame.tsx';

interface TextPageProps {
  readonly eyebrow: string;
  readonly title: string;
  readonly children: ReactNode;
}

/** The frame, eyebrow and title of a page of text. */
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
