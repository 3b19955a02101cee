import { alertKind } from '../../../src/alerts/alertKinds.ts';
import type { DistributionConfig } from '../../../src/contract/distribution.ts';
import type { Operations } from '../../../src/contract/operations.ts';

/** Something that waits for a person, and where it is seen to. */
export interface Need {
  readonly key: string;
  readonly tone: 'ruby' | 'amber';
  readonly badge: string;
  readonly text: string;
  /** Of the button that leads there. */
  readonly look: string;
  /** What the page's address becomes. */
  readonly address: Readonly<Record<string, string | null>>;
  /** What to do about it, where an address of the papers is set. */
  readonly runbook: string | null;
}

const operations = { tab: 'operations', round: null } as const;

/** Everything that waits for a person, the worst first. An alert that repeats what stands here already is left out. */
export function needsOf(found: Operations, config: DistributionConfig): readonly Need[] {
  const held = found.rounds.filter(({ state, shelved }) => state === 'held' && shelved === null);
  const runbookOf = (prefix: string) => runbook(found.alerts.find(({ key }) => key.startsWith(prefix))?.runbook);
  const own = (key: string) => held.some(({ roundNumber }) => key.startsWith(`held:${roundNumber}`));
  const lasting = found.alerts.filter(({ key, endedAt }) => endedAt === null && alertKind(key).ends && !own(key));
  const { waiting } = config;
  return [
    ...held.map(
      ({ roundNumber, reason }): Need => ({
        ...{ key: `held:${roundNumber}`, tone: 'ruby', badge: 'HELD' },
        text: `Round ${roundNumber} is held. ${reason ?? ''}`.trim(),
        look: `Look at round ${roundNumber}`,
        address: { tab: 'rounds', round: `${roundNumber}`, q: null },
        runbook: runbookOf(`held:${roundNumber}`),
      }),
    ),
    ...found.cycles.map(
      ({ cycle, reason }): Need => ({
        ...{ key: `cycle:${cycle}`, tone: 'ruby', badge: 'WAITS', look: `Look at tax cycle ${cycle}` },
        ...{ text: `Tax cycle ${cycle} waits. ${reason ?? ''}`.trim(), address: operations, runbook: null },
      }),
    ),
    ...(found.outflows.length === 0
      ? []
      : [
          {
            ...{ key: 'outflows', tone: 'ruby', badge: 'OUTFLOW', look: 'Look at the outflows', address: operations },
            text: `The pool signed ${countText(found.outflows.length, 'transaction')} that the journal does not know.`,
            runbook: runbookOf('outflow:'),
          } as const,
        ]),
    ...lasting.map(
      ({ key, message, severity, runbook: path }): Need => ({
        ...{ key, tone: severity === 'critical' ? 'ruby' : 'amber', badge: severity.toUpperCase(), text: message },
        ...{ look: 'Look at the alerts', address: operations, runbook: runbook(path) },
      }),
    ),
    ...(waiting === null
      ? []
      : [
          {
            ...{ key: 'waiting', tone: 'amber', badge: 'ACTIVATION', look: 'Look at what waits', runbook: null },
            text: `Version ${waiting.version} waits to come into force; ${waiting.askedBy} asked for it. ${waiting.difference}`,
            address: { tab: 'wallets', round: null },
          } as const,
        ]),
    ...(['rounds', 'tax'] as const).flatMap((part): Need[] => {
      const pause = part === 'rounds' ? found.pause : found.taxPause;
      const what = part === 'rounds' ? 'New rounds are' : 'The tax is';
      if (pause === null) return [];
      const text = `${what} paused by ${pause.by}: ${pause.reason}`;
      return [
        {
          key: part,
          tone: 'amber',
          badge: 'PAUSED',
          text,
          look: 'Look at the brakes',
          address: operations,
          runbook: null,
        },
      ];
    }),
    ...(found.warnings.length === 0
      ? []
      : [
          {
            ...{ key: 'warnings', tone: 'amber', badge: 'SETTINGS', look: 'Look at the settings', runbook: null },
            text: `The settings have ${countText(found.warnings.length, 'warning')}.`,
            address: operations,
          } as const,
        ]),
  ];
}

const countText = (count: number, what: string) => `${count} ${count === 1 ? what : `${what}s`}`;

/** An address that can be followed; a mere path where none is set leads nowhere. */
function runbook(path: string | undefined): string | null {
  return path !== undefined && /^https?:\/\//.test(path) ? path : null;
}
