/** The network of a client's address: an IPv4 address itself, or the first 64 bits of an IPv6 address. */
export function networkOf(client: string): string {
  if (!client.includes(':')) return client;
  const [head = '', tail = ''] = client.toLowerCase().split('::');
  const front = head.split(':').filter(Boolean);
  const back = tail.split(':').filter(Boolean);
  const zeros = Array.from({ length: Math.max(0, 8 - front.length - back.length) }, () => '0');
  const groups = [...front, ...zeros, ...back].slice(0, 4);
  return groups.map((group) => group.replace(/^0+(?=.)/, '')).join(':');
}
