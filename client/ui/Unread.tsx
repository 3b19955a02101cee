interface UnreadProps {
  /** What could not be read, as a sentence. */
  readonly sentence: string;
  readonly onRetry: () => void;
  readonly className?: string;
}

/** Stands where an answer would, until it can be read. */
export function Unread({ sentence, onRetry, className = 'blank' }: UnreadProps) {
  return (
    <div className={className} role="alert">
      <p>{sentence}</p>
      <p>
        <button type="button" className="btn" onClick={onRetry}>
          Try again
        </button>
      </p>
    </div>
  );
}
