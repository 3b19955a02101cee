import type { PublicConfig } from '../../src/contract/config.ts';
import { ExternalLink } from '../ui/ExternalLink.tsx';

interface BuyLinksProps {
  readonly config: PublicConfig | null;
}

/** The operator's links to exchanges that sell GOD, with the token's address filled in. */
export function BuyLinks({ config }: BuyLinksProps) {
  return config?.buyLinks.map(({ name, url }) => (
    <ExternalLink key={url} className="btn sm primary" href={url} hint="with the address of GOD filled in">
      Buy on {name}
    </ExternalLink>
  ));
}
