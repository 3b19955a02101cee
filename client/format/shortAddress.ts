/** The first and last four characters of an address or signature. */
export function shortAddress(address: string): string {
  return address.length > 9 ? `${address.slice(0, 4)}…${address.slice(-4)}` : address;
}
