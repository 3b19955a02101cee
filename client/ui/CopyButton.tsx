import { useNotices } from './NoticeProvider.tsx';

interface CopyButtonProps {
  /** Empty while it is not known: the button is then disabled. */
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

/** Puts text on the clipboard. Where the clipboard API fails, an older way is used. Rejects if both fail. */
export async function copyText(text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    copyBySelection(text);
  }
}

function copyBySelection(text: string): void {
  const field = document.createElement('textarea');
  const focused = document.activeElement;
  field.value = text;
  field.readOnly = true;
  field.className = 'sr';
  document.body.append(field);
  field.select();
  const copied = document.execCommand('copy');
  field.remove();
  if (focused instanceof HTMLElement) focused.focus();
  if (!copied) throw new Error('the browser refused to copy');
}
