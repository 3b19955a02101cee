import { createElement, Fragment } from 'react';

interface SentenceProps {
  readonly children: string;
}

/** A sentence in which `backticks` stand around names of the API. */
export function Sentence({ children }: SentenceProps) {
  const parts = children.split('`').map((part, place) => (place % 2 === 1 ? <code key={part}>{part}</code> : part));
  return createElement(Fragment, null, ...parts);
}
