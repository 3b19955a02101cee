import type { ReactNode } from 'react';
import type { ExplorerSettings } from '../../src/address/links.ts';
import type { PublicConfig } from '../../src/contract/config.ts';

interface ExternalLinkProps {
  readonly href: string;
  readonly className?: string;
  /** What screen readers say after the visible text. */
  readonly hint: string;
  readonly children: ReactNode;
}

/** A link to another site, in a new tab. */
export function ExternalLink({ href, className = 'btn sm', hint, children }: ExternalLinkProps) {
  return (
    <a className={className} href={href} target="_blank" rel="noopener noreferrer">
      {children}
      <span className="sr"> {hint} (opens in a new tab)</span>
    </a>
  );
}

/** The explorer's settings in the public configuration. */
export function explorerOf({ explorerUrl, cluster, publicRpcUrl }: PublicConfig): ExplorerSettings {
  return { explorerUrl, cluster, rpcUrl: publicRpcUrl };
}
