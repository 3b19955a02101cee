import { beforeEach, describe, expect, it } from 'vitest';
import { agreeOnBlockTime, readBlockTime } from '../../../worker/chain/readChain.ts';
import { NodesSilent } from '../../../worker/chain/rpcError.ts';
import { createDoubts } from '../../../worker/engine/doubts.ts';
import { createRaiseAlert } from '../../../worker/engine/raiseAlerts.ts';
import { endOutages } from '../../../worker/store/alerts.ts';
import { emptyDatabase } from '../database.ts';
import { answering, NodeFailure } from '../fakeNodes.ts';
import { rpcNodes } from '../rpcNodes.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

let db: D1Database;
/** Of real time: the outage spans the turn of an hour. */
let now = 0;
beforeEach(async () => {
  db = await emptyDatabase();
  now = 500_000 * HOUR - 2 * MINUTE;
});

/** The doubts of one object; what it has begun is done before the next look. */
function startObject() {
  const under: Promise<void>[] = [];
  const raise = createRaiseAlert({ db, tell: () => undefined, now: () => now });
  const noted = (work: Promise<void>) => {
    under.push(work);
    return work;
  };
  const doubts = createDoubts({
    raiseAlert: (...of) => noted(raise(...of)),
    endOutages: (node) => noted(endOutages(db, node, now)),
    now: () => now,
  });
  const silent = { kind: 'silent', nodes: ['node 2'], about: 'the holders', detail: '' } as const;
  return {
    async silence(nodes: readonly string[] = silent.nodes) {
      for (let question = 0; question < 3; question++) {
        doubts.onDoubt({ ...silent, nodes });
        now += 5_000;
      }
      doubts.tellUndecided();
      await Promise.all(under);
    },
    async answer(node = 'node 2') {
      doubts.onAnswer(node);
      await Promise.all(under);
    },
  };
}
const alerts = async () =>
  (await db.prepare('SELECT key, ended_at IS NOT NULL AS ended FROM alerts ORDER BY raised_at').all()).results;

describe('the outage of a node', () => {
  it('is told once: by the rounds and the tax, over the turn of an hour, and by an object that was begun anew', async () => {
    const [rounds, tax] = [startObject(), startObject()];
    await rounds.silence();
    await tax.silence();
    for (let minute = 0; minute < 130; minute++) {
      now += MINUTE;
      await rounds.silence();
      await tax.silence();
      if (minute % 30 === 0) await startObject().silence();
    }
    expect(await alerts()).toEqual([{ key: expect.stringMatching(/^node-silent:node 2:\d+$/), ended: 0 }]);
  });

  it('is over when the node has answered for ten minutes, and the next one is told again', async () => {
    const rounds = startObject();
    await rounds.silence();
    await rounds.answer();
    now += 9 * MINUTE;
    await rounds.answer();
    expect(await alerts()).toMatchObject([{ ended: 0 }]);
    now += MINUTE;
    await rounds.answer('node 1');
    expect(await alerts()).toMatchObject([{ ended: 0 }]);
    await rounds.answer();
    expect(await alerts()).toMatchObject([{ ended: 1 }]);
    await rounds.silence();
    expect(await alerts()).toMatchObject([{ ended: 1 }, { ended: 0 }]);
  });

  it('of which an object knows nothing by itself is over ten minutes after its start', async () => {
    await startObject().silence(['node 1', 'node 2']);
    const begun = startObject();
    await begun.answer();
    expect(await alerts()).toMatchObject([{ ended: 0 }]);
    now += 10 * MINUTE;
    await begun.answer();
    expect(await alerts()).toMatchObject([{ ended: 1 }]);
  });

  it('names the silent node alone, also where the other one’s answer hangs on a question to both', async () => {
    const silent = () => {
      throw new NodeFailure('TimeoutError', 'timed out');
    };
    const { rpc, doubts } = rpcNodes([answering({ getBlockTime: 7 }), silent], now);
    const asked = rpc.agree({
      about: 'the holders',
      async ask(node) {
        await readBlockTime(node, 5);
        return agreeOnBlockTime(rpc, 5);
      },
    });
    await expect(asked).rejects.toMatchObject({ silent: ['node 2'] });
    await expect(asked).rejects.toThrow(NodesSilent);
    expect(new Set(doubts.flatMap(({ kind, nodes }) => (kind === 'silent' ? nodes : [])))).toEqual(new Set(['node 2']));
  });
});
