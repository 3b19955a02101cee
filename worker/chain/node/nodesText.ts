/** What the number of nodes in RPC_URLS means, in one sentence. */
export function nodesText(nodes: number): string {
  if (nodes === 1) return 'One RPC node is configured: whoever runs it is believed, and could take the pool.';
  if (nodes === 2) return '2 RPC nodes are configured: either can stop a round, and neither can steal.';
  return `${nodes} RPC nodes are configured: what moves money needs more than half of them, and any one may fail.`;
}
