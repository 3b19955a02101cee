import { shortAddress } from '../format/shortAddress.ts';

interface WalletLinkProps {
  readonly address: string;
}

/** A wallet's short address as a link to its page. A copied selection has the whole address. */
export function WalletLink({ address }: WalletLinkProps) {
  return (
    <a className="mono" href={`/wallet/${address}`} title={address} data-whole={address}>
      {shortAddress(address)}
    </a>
  );
}

/** A short address. The whole one is in its title, and in a copied selection. */
export function Address({ address }: { readonly address: string }) {
  return (
    <span className="mono" title={address} data-whole={address}>
      {shortAddress(address)}
    </span>
  );
}
