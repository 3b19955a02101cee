import { expect, it } from 'vitest';
import { createChainView } from '../../client/audit/chain/chainView.ts';
import { HOSTILE_CHAINS } from './hostileChains.ts';
import { hostileNode } from './hostileNode.ts';

const [honest] = HOSTILE_CHAINS.cases;
const signature = String(HOSTILE_CHAINS.proof.commitment?.signature);

it('asks again for a transaction about which two servers disagreed, since one of them may have been late', async () => {
  if (honest === undefined) throw new Error('the table has no case');
  const node = hostileNode(honest);
  let isLate = true;
  const late: typeof node = async (method, params) =>
    isLate && method === 'getTransaction' ? null : node(method, params);
  const view = createChainView(node, late);
  expect(await view.look(signature)).toMatchObject({ kind: 'unreadable', why: expect.stringContaining('disagree') });
  isLate = false;
  expect((await view.look(signature)).kind).toBe('read');
});
