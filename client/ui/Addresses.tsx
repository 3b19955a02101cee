import { shortAddress } from '../format/shortAddress.ts';

interface WalletLinkProps {
  readonly address: string;
}

/** A wallet in its short form, as a link to its page. That page has the whole address, which can be copied. */
export function WalletLink({ address }: WalletLinkProps) {
  return (
    <a className="mono" href={`/wallet/${address}`} title={address} data-whole={address}>
      {shortAddress(address)}
    </a>
  );
}

/** An address in its short form. The whole one is in the title, and in what is copied. */
export function Address({ address }: { readonly address: string }) {
  return (
    <span className="mono" title={address} data-whole={address}>
      {shortAddress(address)}
    </span>
  );
}
