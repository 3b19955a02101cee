import type { ReactNode } from 'react';
import { copyText } from '../ui/CopyButton.tsx';
import { useNotices } from '../ui/NoticeProvider.tsx';
import type { Shared } from './shareTexts.ts';

interface ShareButtonProps {
  readonly shared: Shared;
  readonly className?: string;
  readonly hint: string;
  readonly children?: ReactNode;
}

/** Shares a sentence and a link with the system's own dialogue. If that fails, the link is copied. */
export function ShareButton({ shared, className = 'btn sm', hint, children = 'Share' }: ShareButtonProps) {
  const { toast } = useNotices();
  const share = () => {
    shareOrCopy(shared).then(
      (done) => done === 'copied' && toast('Link copied.'),
      (error: unknown) => {
        console.error('The link could not be shared.', error);
        toast('The link could not be copied.');
      },
    );
  };
  return (
    <button type="button" className={className} onClick={share}>
      {children}
      <span className="sr"> {hint}</span>
    </button>
  );
}

async function shareOrCopy({ text, path }: Shared): Promise<'shared' | 'copied'> {
  const url = new URL(path, location.origin).href;
  const data = { title: 'Game of Draws', text, url };
  if (typeof navigator.share === 'function' && (navigator.canShare?.(data) ?? true)) {
    try {
      await navigator.share(data);
      return 'shared';
    } catch (error) {
      // The visitor closed the dialogue, so the link is not copied either.
      if (error instanceof Error && error.name === 'AbortError') return 'shared';
    }
  }
  await copyText(url);
  return 'copied';
}
