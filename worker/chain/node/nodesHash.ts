import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';

/**
 * A hash of the addresses of all nodes, in their order. Whatever is kept under the labels of nodes is kept with it: with
 * another hash, "node 2" may be another node. The addresses themselves are not kept, because they may contain keys.
 */
export const nodesHash = (urls: readonly string[]): string => bytesToHex(sha256(utf8ToBytes(urls.join(' '))));
