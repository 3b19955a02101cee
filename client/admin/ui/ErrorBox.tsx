/** Something could not be loaded: what, and a way to try again. */
export function ErrorBox({ text, onRetry }: { readonly text: string; readonly onRetry: () => void }) {
  return (
    <div className="box">
      <p role="alert">{text}</p>
      <button type="button" className="btn sm" onClick={onRetry}>
        Try again
      </button>
    </div>
  );
}
