import type { Page, Route } from 'playwright-core';
import { expect } from 'vitest';
import type { PublicConfig } from '../../src/contract/config.ts';
import { QUICKNET, QUICKNET_RELAYS } from '../../src/protocol/terms/beaconNetwork.ts';
import { hostileNode } from '../client/hostileNode.ts';
import { TAMPERED_PROOFS } from '../client/tamperedProofs.ts';

const { add, mint, proof } = TAMPERED_PROOFS;
const NODE = 'https://node.test/';
/** Named by the site. Nobody asks it, since the page knows quicknet's own relays. */
const RELAY = 'https://drand.test/quicknet';
const CORS = { 'access-control-allow-origin': '*', 'access-control-allow-headers': '*' };

/** The button that checks the page's round. */
export const verifyButton = (page: Page) => page.getByRole('button', { name: /^Verify round/ });

/** The steps of the page in a state, once the check has ended. */
export async function verify(page: Page) {
  await verifyButton(page).click();
  await page.locator('.audit .save button').waitFor();
  await expect.poll(() => verifyButton(page).isEnabled()).toBe(true);
  return page.locator('.proofSteps > li').evaluateAll((all) =>
    all.map((one) => ({
      id: one.getAttribute('data-step'),
      state: one.className,
      value: one.querySelector('code')?.textContent,
    })),
  );
}

/** The outside answers for a page that verifies the table's round; each may be replaced while the page is open. */
export interface Outside {
  proof: unknown;
  isNodeDown: boolean;
  isDrandDown: boolean;
}

/** The round of the table: of quicknet, on a chain of its own. */
export const TABLE_ROUND = proof.roundNumber;

/** Puts the table's round behind the running lottery's pages: its proof, its chain, and drand. */
export async function serveTableRound(page: Page, url: string): Promise<Outside> {
  const outside: Outside = { proof, isNodeDown: false, isDrandDown: false };
  let node = hostileNode({ name: 'tampered', verdict: 'proven', add });
  const config = (await (await fetch(`${url}/api/config`)).json()) as PublicConfig;
  await page.route(/\/(?:audit|rounds\/\d+)(?:\?|$)/, async (route) => {
    if (route.request().resourceType() !== 'document') return route.fallback();
    const response = await route.fetch();
    return route.fulfill({ response, body: withSettings(await response.text(), config) });
  });
  // The page reads its settings anew from time to time.
  await page.route('**/api/config', (route) =>
    route.fulfill({ contentType: 'application/json', body: withSettings(JSON.stringify(config), config) }),
  );
  await page.route(`**/api/lottery/rounds/${TABLE_ROUND}/proof`, (route) => {
    node = hostileNode({ name: 'tampered', verdict: 'proven', add });
    return route.fulfill({ json: outside.proof });
  });
  for (const relay of QUICKNET_RELAYS)
    await page.route(`${relay}/**`, (route) =>
      outside.isDrandDown
        ? route.abort()
        : route.fulfill({ headers: CORS, json: { round: proof.beacon?.round, signature: proof.beacon?.signature } }),
    );
  await page.route(`${NODE}**`, (route) => (outside.isNodeDown ? route.abort() : answer(route, node)));
  return outside;
}

/** The same document for a lottery of quicknet, whose public server is the table's. */
function withSettings(html: string, { publicRpcUrl, mint: theirs, drand }: PublicConfig): string {
  const { publicKey, genesisTime, periodSeconds: period } = QUICKNET;
  const network = { urls: [RELAY], publicKey, genesisTime, period, network: 'quicknet' };
  return html
    .replaceAll(publicRpcUrl, NODE)
    .replaceAll(theirs, mint)
    .replaceAll(JSON.stringify(drand), JSON.stringify(network));
}

async function answer(route: Route, node: ReturnType<typeof hostileNode>): Promise<void> {
  if (route.request().method() === 'OPTIONS') return route.fulfill({ status: 204, headers: CORS });
  const { id, method, params } = route.request().postDataJSON() as { id: number; method: string; params: unknown[] };
  const said = await node(method, params).then(
    (result) => ({ result }),
    (error: Error) => ({ error: error.cause ?? { code: -32_603, message: String(error) } }),
  );
  return route.fulfill({ headers: CORS, json: { jsonrpc: '2.0', id, ...said } });
}
