import type { ReactNode } from 'react';

interface ExternalLinkProps {
  readonly href: string;
  readonly className?: string;
  /** What screen readers hear after the visible text. */
  readonly hint: string;
  readonly children: ReactNode;
}

/** A link that leaves the site, in a new tab. */
export function ExternalLink({ href, className = 'btn sm', hint, children }: ExternalLinkProps) {
  return (
    <a className={className} href={href} target="_blank" rel="noopener noreferrer">
      {children}
      <span className="sr"> {hint} (opens in a new tab)</span>
    </a>
  );
}
