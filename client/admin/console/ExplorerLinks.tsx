import { addressLink, type ExplorerSettings, transactionLink } from '../../../src/address/links.ts';
import { shortAddress } from '../../format/shortAddress.ts';
import { ExternalLink, explorerOf } from '../../ui/ExternalLink.tsx';
import { usePublicSettings } from './ConsoleContext.ts';

/**
 * A link to a transaction in the explorer, or `not sent` when there is no signature. Until the explorer is known, the
 * signature is plain text. `of` says whose transaction it is, for screen readers.
 */
export function Signature({ signature, of }: { readonly signature: string | null; readonly of: string }) {
  const explorer = useExplorer();
  if (signature === null) return <span className="dim">not sent</span>;
  if (explorer === null) return <span className="mono">{shortAddress(signature)}</span>;
  return (
    <ExternalLink
      className="mono"
      href={transactionLink(explorer, signature)}
      hint={`transaction of ${of} in the explorer`}
    >
      {shortAddress(signature)}
    </ExternalLink>
  );
}

/** A link to an address in the explorer; plain text until the explorer is known. */
export function AddressLink({ address }: { readonly address: string }) {
  const explorer = useExplorer();
  if (explorer === null) return <span className="mono">{shortAddress(address)}</span>;
  return (
    <ExternalLink className="mono" href={addressLink(explorer, address)} hint="in the explorer">
      {shortAddress(address)}
    </ExternalLink>
  );
}

function useExplorer(): ExplorerSettings | null {
  const settings = usePublicSettings();
  return settings === null ? null : explorerOf(settings);
}
