const ADDRESS = /^[1-9A-HJ-NP-Za-km-z]{32,44}$/;
/** Where the address stands in a link to a block explorer or to a wallet's page on this site, or in a shared link. */
const IN_LINK = /(?:\/(?:account|address|token|wallet)\/|[?&]wallet=)([1-9A-HJ-NP-Za-km-z]{32,44})(?![0-9A-Za-z])/;

/**
 * Whether a text has the characters and the length of an address. `parseAddress` checks more, but needs the library
 * that decodes base58.
 */
export function looksLikeAddress(text: string): boolean {
  return ADDRESS.test(text);
}

/**
 * The address in what a person types or pastes: an address, or a link to one. Any other text comes back without the
 * spaces around it.
 */
export function addressIn(text: string): string {
  const trimmed = text.trim();
  return IN_LINK.exec(trimmed)?.[1] ?? trimmed;
}
