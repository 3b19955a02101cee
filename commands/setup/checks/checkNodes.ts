import * as z from 'zod';
import { errorText } from '../../../src/errorText.ts';
import { readNewestBlockTime } from '../../../worker/chain/accounts/readChain.ts';
import { readHolders } from '../../../worker/chain/accounts/readHolders.ts';
import { tryLedger } from '../../../worker/chain/ledger/readLedger.ts';
import { createNode } from '../../../worker/chain/node/createNode.ts';
import { nodesText } from '../../../worker/chain/node/nodesText.ts';
import { RpcError } from '../../../worker/chain/node/rpcError.ts';
import type { RpcNode } from '../../../worker/chain/node/rpcNode.ts';
import { isOwnMachine } from '../../../worker/settings/isOwnMachine.ts';
import { type Finding, fine, note, problem } from '../Finding.ts';
import type { CheckInput } from '../SetupInput.ts';
import { clusterOfHash, GENESIS_HASHES } from './genesisHashes.ts';

const identified = z.object({ identity: z.string() });
const MOST_BEHIND_SECONDS = 60;
const FIRST_SLOTS = 32;
/**
 * JSON-RPC 2.0: no such method. Any other error code of sendTransaction means that the node has looked at the
 * transaction.
 */
const NO_METHOD = -32_601;

/**
 * Checks which chain each node of RPC_URLS is on, and whether the node can do what a lottery asks of it. Then checks
 * whether all nodes are of one chain, whether some are one server, and how many they are.
 */
export async function checkNodes(input: CheckInput): Promise<readonly Finding[]> {
  const { rpcUrls } = input.settings;
  const found = await Promise.all(rpcUrls.map((url, i) => checkNode(input, url, `node ${i + 1}`)));
  const hashes = new Set(found.flatMap(({ hash }) => hash ?? []));
  return [
    ...found.flatMap(({ findings }) => findings),
    ...(hashes.size > 1
      ? [problem('nodes', 'The nodes of RPC_URLS are of different chains. Name nodes of one chain.')]
      : []),
    ...sharedServers(rpcUrls, found),
    rpcUrls.length < 3
      ? note('nodes', `${nodesText(rpcUrls.length)} Name three: then any one may fail.`)
      : fine('nodes', nodesText(rpcUrls.length)),
  ];
}

/**
 * Finds addresses behind which the same server answers. Addresses of this machine are left out: the nodes of the local
 * world are one server.
 */
function sharedServers(urls: readonly string[], found: readonly { readonly identity: string | null }[]): Finding[] {
  const known = found.flatMap(({ identity }, i) =>
    identity === null || isOwnMachine(new URL(urls[i] ?? '').host) ? [] : [{ identity, label: `node ${i + 1}` }],
  );
  return [...Map.groupBy(known, ({ identity }) => identity).values()]
    .filter((same) => same.length > 1)
    .map((same) => {
      const labels = same.map(({ label }) => label).join(' and ');
      return problem(
        'nodes',
        `${labels} are one server (getIdentity): their word counts more than once. Name another provider.`,
      );
    });
}

async function checkNode(input: CheckInput, url: string, label: string) {
  const counted = countBytes(input.fetch);
  const node = createNode(url, label, counted.fetch);
  const findings: Finding[] = [];
  const hash = await node.call('getGenesisHash', [], z.string()).catch(() => null);
  if (hash === null) {
    findings.push(problem(label, 'It does not answer. Look at its address and its key in RPC_URLS.'));
    return { hash, findings, identity: null };
  }
  const { identity } = await node.call('getIdentity', [], identified).catch(() => ({ identity: null }));
  const { cluster, mint } = input.settings;
  const is = clusterOfHash(hash);
  // A CLUSTER with a name of its own fits every chain except Solana's clusters. Otherwise a node of mainnet would bring
  // real money without the warnings for mainnet.
  if (is !== cluster && (is in GENESIS_HASHES || cluster in GENESIS_HASHES)) {
    findings.push(problem(label, `CLUSTER is ${cluster} and this node is of ${is}. Change one of them.`));
    return { hash, findings, identity };
  }
  for (const check of [checkClock, checkLedger, checkBlocks, checkSends]) findings.push(...(await check(node, input)));
  const [bytes, began] = [counted.bytes(), input.now()];
  findings.push(
    await readHolders(node, { mint, commitment: 'confirmed' }).then(
      ({ accounts, isComplete }) => {
        const seconds = ((input.now() - began) / 1000).toFixed(1);
        const size = ((counted.bytes() - bytes) / 1e6).toFixed(1);
        const read = `${accounts} token accounts in ${seconds} s (${size} MB)`;
        return isComplete
          ? fine(label, `${read}, which add up to the supply`)
          : problem(label, `${read} do not add up to the supply: this node leaves accounts out. Ask its provider.`);
      },
      (error: unknown) =>
        problem(label, `It cannot list the holders (${reasonOf(error)}). Its plan must allow getProgramAccounts.`),
    ),
  );
  return { hash, findings, identity };
}

async function checkClock(node: RpcNode, { now }: CheckInput): Promise<Finding[]> {
  const newest = await readNewestBlockTime(node).catch(() => null);
  if (newest === null) return [problem(node.label, 'It does not say when its newest block was made.')];
  const behind = Math.round(now() / 1000 - newest);
  return Math.abs(behind) <= MOST_BEHIND_SECONDS
    ? []
    : [
        problem(
          node.label,
          behind > 0
            ? `Its newest final block is ${behind} s old: it lags, or this machine’s clock is fast.`
            : `Its newest final block is ${-behind} s ahead: this machine’s clock is slow. Set it.`,
        ),
      ];
}

/** Finds a node whose ledger begins after round 1: from it, a restored database could not learn of every commitment. */
async function checkLedger(node: RpcNode, { settings, now }: CheckInput): Promise<Finding[]> {
  const first = await node.call('getFirstAvailableBlock', [], z.int()).catch(() => null);
  if (first === null) return [problem(node.label, 'It does not say where its ledger begins (getFirstAvailableBlock).')];
  if (first <= FIRST_SLOTS) return [];
  const begins = await node.call('getBlockTime', [first], z.int()).catch(() => null);
  if (begins === null)
    return [problem(node.label, 'It does not say when the first block of its ledger was made (getBlockTime).')];
  const needed = Math.min(settings.clock.genesisTime, now() / 1000);
  return begins <= needed
    ? []
    : [
        problem(
          node.label,
          `Its ledger begins at ${new Date(begins * 1000).toISOString()}, after round 1: older payments cannot be found there.`,
        ),
      ];
}

/** Finds a node that cannot prove that a transaction is lost: a lost transaction would be waited for without end. */
async function checkBlocks(node: RpcNode): Promise<Finding[]> {
  return tryLedger(node).then(
    () => [],
    (error: unknown) => [
      problem(
        node.label,
        `It lists no blocks (${reasonOf(error)}). Its plan must allow getBlock, and getBlocks of 900 slots.`,
      ),
    ],
  );
}

/**
 * Finds a node that accepts no transactions. It is sent bytes that are no transaction: a node that accepts transactions
 * answers that the bytes are wrong.
 */
async function checkSends(node: RpcNode): Promise<Finding[]> {
  const error = await node
    .call('sendTransaction', ['AA==', { encoding: 'base64' }], z.string())
    .catch((e: unknown) => e);
  const looked = error instanceof RpcError && error.code !== null && error.code !== NO_METHOD;
  return looked
    ? []
    : [problem(node.label, `It takes no transactions (${reasonOf(error)}). Its plan must allow sendTransaction.`)];
}

function reasonOf(error: unknown): string {
  return errorText(error);
}

/** A `fetch` that knows how many bytes of answers went through it. */
function countBytes(fetch: typeof globalThis.fetch) {
  let bytes = 0;
  const counting = () =>
    new TransformStream<Uint8Array, Uint8Array>({
      transform(chunk, controller) {
        bytes += chunk.byteLength;
        controller.enqueue(chunk);
      },
    });
  const counted: typeof globalThis.fetch = async (input, init) => {
    const response = await fetch(input, init);
    return new Response(response.body?.pipeThrough(counting()) ?? null, response);
  };
  return { fetch: counted, bytes: () => bytes };
}
