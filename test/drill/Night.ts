import { alertKind, kindNameOf } from '../../src/alerts/alertKinds.ts';
import { health } from '../../src/contract/health.ts';
import { operationsAnswer } from '../../src/contract/operations.ts';
import { eventually } from '../rounds/eventually.ts';
import { MOST_TRIES, TooSlow, wake } from '../rounds/startLottery.ts';
import type { TaxLottery } from '../rounds/startTax.ts';
import type { Node } from '../world/nodes/startNode.ts';
import type { Ground } from './Ground.ts';
import type { KeptHere } from './keptHere.ts';
import type { Phone } from './startPhone.ts';

/** Time for a round to be paid and for the next minute's look. */
const CALM_SECONDS = 300;

/** One page of the runbook, as an operator meets it. */
interface Page {
  /** Its heading, to which the alert's link leads. */
  readonly page: string;
  /** The alert's whole key, where other alerts of the same kind may still last. */
  readonly key?: string;
  /** Makes the fault that the page is about. */
  cause(): Promise<void>;
  /** Does what the page tells the operator to do. */
  commands(): Promise<void>;
  /** Resolves when what the page says under "It worked" has happened. */
  worked(rangAt: number): Promise<unknown>;
  /** What happens by itself later, and is not timed. */
  afterwards?(rangAt: number): Promise<unknown>;
}

interface Walked {
  readonly page: string;
  /** From the cause to the ring. */
  readonly rangMs: number;
  /** From the ring to the end of the page. */
  readonly doneMs: number;
}

interface NightParts {
  readonly ground: Ground;
  readonly tax: TaxLottery;
  readonly nodes: readonly Node[];
  readonly phone: Phone;
  readonly kept: KeptHere;
  /** The pages that are walked; empty: all. */
  readonly only: readonly string[];
}

/** An operator's night: the tools for it, and how long each page took. */
export interface Night extends NightParts {
  readonly walked: readonly Walked[];
  /** Pages that were not walked to their end. */
  readonly failed: readonly string[];
  /** The console's present key. */
  key: string;
  isWalked(page: string): boolean;
  /** Walks a page. A page that fails does not stop the others. */
  walk(page: Page): Promise<void>;
  /** Calls the console's API and returns its answer. Throws when the call is refused. */
  ask(path: string, body?: object, method?: string): Promise<unknown>;
  /** The HTTP status of a call with another key. */
  statusWith(key: string, path: string, body?: object, method?: string): Promise<number>;
  /** Changes settings in the file that setup keeps, and puts them in force. */
  deploy(given?: Readonly<Record<string, string>>): Promise<void>;
  /** Resolves when the health report calls a part well. */
  isWell(part: string): Promise<unknown>;
  /** Resolves when the phone is told that the alert is over. */
  isOver(kind: string, since: number): Promise<unknown>;
  /** Resumes the rounds and acknowledges each outflow. */
  resume(reason: string): Promise<void>;
  /**
   * Releases a held round. Before the round's end there is no beacon to draw with, so this tries again until there is
   * one.
   */
  release(round: number, reason: string): Promise<void>;
  /** Resumes the rounds where they are paused, until the next one is committed. */
  playsOn(reason: string): Promise<void>;
  /**
   * Resolves when the next round that can still be locked is committed, to its number. A round for which the machine
   * was too slow is skipped.
   */
  committed(): Promise<number>;
}

export function openNight(parts: NightParts): Night {
  const { ground, phone, kept, only } = parts;
  const { lottery, world, say } = ground;
  const walked: Walked[] = [];
  const failed: string[] = [];
  const call = (key: string, path: string, body?: object, method = body === undefined ? 'GET' : 'POST') =>
    fetch(`${lottery.url}/api/admin${path}`, {
      method,
      headers: { 'content-type': 'application/json', 'x-admin-key': key },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
  /** An alert that still lasts does not ring again, so earlier alerts of this kind have to be over first. */
  async function isCalm(isIt: (key: string) => boolean): Promise<void> {
    const lasting = async () => {
      const { alerts } = operationsAnswer.parse(await night.ask('/operations')).data;
      return alerts.filter(({ key, endedAt }) => endedAt === null && alertKind(key).ends && isIt(key));
    };
    await eventually(lasting, ({ length }) => length === 0, CALM_SECONDS);
  }

  async function walk({ page, key: whole, cause, commands, worked, afterwards }: Page): Promise<void> {
    const kind = page.startsWith('held-') ? 'held' : page;
    const isIt = (key: string) => (whole === undefined ? kindNameOf(key) === kind : key === whole);
    await isCalm(isIt);
    const began = Date.now();
    await cause();
    const ring = await phone.ring(
      began,
      ({ key, event, runbook }) => event === 'raised' && isIt(key) && runbook.endsWith(`#${page}`),
    );
    say(`It rings: ${ring.message.slice(0, 160)}`);
    await commands();
    await worked(ring.at);
    const times = { page, rangMs: ring.at - began, doneMs: Date.now() - ring.at };
    walked.push(times);
    say(`${page}: told after ${times.rangMs / 1000} s, over ${times.doneMs / 1000} s after that.`);
    await afterwards?.(ring.at);
  }
  const night: Night = {
    ...parts,
    walked,
    failed,
    key: world.adminKey,
    isWalked: (page) => only.length === 0 || only.includes(page),
    async walk(page) {
      if (!night.isWalked(page.page)) return;
      await walk(page).catch((error) => {
        failed.push(page.page);
        say(`${page.page} was not walked to its end: ${error instanceof Error ? error.message : String(error)}`);
      });
    },
    async ask(path, body, method) {
      const response = await call(night.key, path, body, method);
      const text = await response.text();
      if (!response.ok) throw new Error(`${path} answered ${response.status}: ${text}`);
      return JSON.parse(text);
    },
    statusWith: async (key, path, body, method) => (await call(key, path, body, method)).status,
    async deploy(given = {}) {
      kept.change(given);
      await lottery.worker.restart(kept.settings());
      await wake(lottery.worker);
    },
    isWell: (part) =>
      eventually(
        async () => health.parse(await (await fetch(`${lottery.url}/api/health`)).json()).parts,
        (parts) => parts.some(({ name, status }) => name === part && status === 'ok'),
      ),
    isOver: (kind, since) => phone.ring(since, ({ key, event }) => event === 'over' && kindNameOf(key) === kind),
    async resume(reason) {
      const { outflows } = operationsAnswer.parse(await night.ask('/operations')).data;
      const acknowledge = outflows.map(({ signature }) => signature);
      for (const signature of acknowledge) ground.explained.add(signature);
      await night.ask('/operations/resume', { reason, acknowledge });
    },
    async release(round, reason) {
      const path = `/operations/rounds/${round}/release`;
      const refusal = await eventually(
        async () => {
          const answer = await call(night.key, path, { reason });
          return answer.ok ? null : `${path} answered ${answer.status}: ${await answer.text()}`;
        },
        (refused) => refused === null || !/No relay has its beacon|Its beacon is due/.test(refused),
      );
      if (refusal !== null) throw new Error(refusal);
    },
    async playsOn(reason) {
      for (let tries = 1; ; tries++) {
        const { pause } = operationsAnswer.parse(await night.ask('/operations')).data;
        if (pause !== null) await night.resume(reason);
        const ended = await lottery.until(lottery.nextToLock(), ['committed', 'drawn', 'paid', 'rolled-over']);
        if (ended.state !== 'rolled-over') return;
        if (tries === MOST_TRIES) throw new Error(`round ${ended.roundNumber} is called off: ${ended.reason}`);
      }
    },
    async committed() {
      for (let tries = 1; ; tries++) {
        const round = lottery.nextToLock();
        try {
          await lottery.until(round, ['committed']);
          return round;
        } catch (error) {
          if (!(error instanceof TooSlow) || tries === MOST_TRIES) throw error;
          say(`Round ${round} was locked or promised too late.`);
        }
      }
    },
  };
  return night;
}

export const addresses = (nodes: readonly Node[]) => nodes.map(({ url }) => url).join(',');
