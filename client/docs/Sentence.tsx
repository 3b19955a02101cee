import { createElement, Fragment } from 'react';

interface SentenceProps {
  readonly children: string;
}

/** Shows a sentence, with each name that stands between backticks as code. */
export function Sentence({ children }: SentenceProps) {
  const parts = children.split('`').map((part, place) => (place % 2 === 1 ? <code key={part}>{part}</code> : part));
  return createElement(Fragment, null, ...parts);
}
