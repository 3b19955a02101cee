const ADDRESS = /^[1-9A-HJ-NP-Za-km-z]{32,44}$/;
/** Where the explorers, this site and its shared links have a wallet's address. */
const IN_LINK = /(?:\/(?:account|address|token|wallet)\/|[?&]wallet=)([1-9A-HJ-NP-Za-km-z]{32,44})(?![0-9A-Za-z])/;

/** Whether a text has an address's characters and length. `parseAddress` looks closer, and needs base58 for it. */
export function looksLikeAddress(text: string): boolean {
  return ADDRESS.test(text);
}

/** The address that somebody means who types or pastes one, or a link to it. Any other text comes back as it is. */
export function addressIn(text: string): string {
  const trimmed = text.trim();
  return IN_LINK.exec(trimmed)?.[1] ?? trimmed;
}
