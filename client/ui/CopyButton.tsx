import { useNotices } from './NoticeProvider.tsx';

interface CopyButtonProps {
  /** Empty while it is not known; then the button is disabled. */
  readonly address: string;
  readonly hint: string;
}

/** A button that copies a whole address. */
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

/** Copies a text to the clipboard, in an older way if the clipboard API fails. Rejects if both fail. */
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
