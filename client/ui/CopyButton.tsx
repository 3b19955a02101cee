import { copyText } from './copyText.ts';
import { useNotices } from './NoticeContext.ts';

interface CopyButtonProps {
  /** Empty while it is not known: the button then waits. */
  readonly address: string;
  /** What screen readers hear after "Copy". */
  readonly hint: string;
}

/** Puts a whole address on the clipboard. */
export function CopyButton({ address, hint }: CopyButtonProps) {
  const { toast } = useNotices();
  const copy = () =>
    copyText(address).then(
      () => toast('Address Copied!'),
      (error: unknown) => console.error(error),
    );
  return (
    <button type="button" className="btn sm" disabled={address === ''} onClick={copy}>
      Copy
      <span className="sr"> {hint}</span>
    </button>
  );
}
