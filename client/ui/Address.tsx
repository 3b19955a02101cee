import { shortAddress } from '../format/shortAddress.ts';

/** An address in its short form. The whole one is in the title, and in what is copied. */
export function Address({ address }: { readonly address: string }) {
  return (
    <span className="mono" title={address} data-whole={address}>
      {shortAddress(address)}
    </span>
  );
}
