import { shortAddress } from '../format/shortAddress.ts';

/** An address in its short form; the whole one is in the title, and in what gets copied. */
export function Address({ address }: { readonly address: string }) {
  return (
    <span className="mono" title={address} data-whole={address}>
      {shortAddress(address)}
    </span>
  );
}
