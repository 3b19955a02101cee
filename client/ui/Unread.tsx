interface UnreadProps {
  readonly sentence: string;
  readonly onRetry: () => void;
  readonly className?: string;
}

/** A sentence in place of an answer that could not be read, and a button to try again. */
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
