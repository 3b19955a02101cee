interface SentenceProps {
  readonly children: string;
}

/** A sentence in which `backticks` stand around names of the API. */
export function Sentence({ children }: SentenceProps) {
  const parts = children.split('`');
  // Every second part stood between two backticks. The parts never change: their places are their names.
  return parts.map((part, place) => (place % 2 === 1 ? <code key={`${place}-${part}`}>{part}</code> : part));
}
