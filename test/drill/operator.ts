import { operationsAnswer } from '../../src/contract/operations.ts';
import { wake } from '../rounds/startLottery.ts';
import type { Ground } from './Ground.ts';

/** What the person in the drill does with the console's routes. */
export function operator({ lottery, say }: Pick<Ground, 'lottery' | 'say'>, adminKey: string) {
  const ask = (path: string, body?: object) =>
    fetch(`${lottery.url}/api/admin/operations${path}`, {
      method: body === undefined ? 'GET' : 'POST',
      headers: { 'content-type': 'application/json', 'x-admin-key': adminKey },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
  const act = async (action: string, body: object): Promise<void> => {
    const response = await ask(`/${action}`, body);
    if (!response.ok) throw new Error(`${action} answered ${response.status}: ${await response.text()}`);
  };
  const operations = async () => {
    const response = await ask('');
    if (!response.ok) throw new Error(`operations answered ${response.status}`);
    return operationsAnswer.parse(await response.json()).data;
  };
  return {
    operations,
    /** Whether this key opens the console. */
    isKnown: async (): Promise<boolean> => (await ask('')).ok,
    async pause(reason: string): Promise<void> {
      await act('pause', { reason });
      say(`The operator pauses the rounds: ${reason}.`);
    },
    /** Calls the minute's cron, which reconciles the pool. */
    tick: () => wake(lottery.worker),
    /** Looks at every outflow that prevents a resume, acknowledges it and resumes the rounds. */
    async resume(reason: string): Promise<readonly string[]> {
      const acknowledge = (await operations()).outflows.map(({ signature }) => signature);
      await act('resume', { reason, acknowledge });
      const named = acknowledge.length === 0 ? '' : `, and acknowledges ${acknowledge.join(', ')}`;
      say(`The operator resumes the rounds${named}: ${reason}.`);
      return acknowledge;
    },
  };
}
