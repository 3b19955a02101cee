import * as z from 'zod';
import { alertKind, kindNameOf, runbookAnchor, SEVERITIES, type Severity } from '../../src/alerts/alertKinds.ts';

/** `raised`: something began or happened. `reminder`: it still lasts. `over`: it has ended. */
const EVENTS = ['raised', 'reminder', 'over'] as const;

/** News of an alert. If people are told the same news twice, it has the same `id` both times. */
export interface AlertEvent {
  readonly id: string;
  readonly key: string;
  readonly event: (typeof EVENTS)[number];
  readonly message: string;
  /** Unix milliseconds. */
  readonly at: number;
}

/** An event with its number: events are told in the order of their numbers. */
export interface FiledEvent extends AlertEvent {
  readonly seq: number;
}

/** An event as the object's own database has it. */
export const filedEvent = z.object({
  seq: z.int(),
  id: z.string(),
  key: z.string(),
  event: z.enum(EVENTS),
  message: z.string(),
  at: z.int(),
});

/** How many messages of one group the text of a post contains; the others of the group are only counted. */
const MOST_NAMED = 3;
/** The most alerts that a post lists for programs. */
const MOST_LISTED = 200;

/**
 * What a target is sent in one message. The same events always make the same post, so that a repeated one is
 * recognised.
 */
export interface Post {
  readonly id: string;
  /** For people. */
  readonly text: string;
  /** For a target that refused `text`. */
  readonly shortText: string;
  /** For programs; newest first. If there are more alerts than `MOST_LISTED`, only the most severe ones. */
  readonly alerts: readonly ToldAlert[];
  readonly environment: string;
}

/** One alert of a post. */
export interface ToldAlert {
  readonly id: string;
  readonly key: string;
  readonly event: AlertEvent['event'];
  readonly severity: Severity;
  readonly message: string;
  readonly runbook: string;
  readonly raisedAt: string;
}

export interface PostNames {
  /** Name of the deployment, e.g. `production`. */
  readonly environment: string;
  /** Address of the runbook, without an anchor. */
  readonly runbookUrl: string;
}

/**
 * Makes one post of at least one event. Its text is grouped by kind. The most severe kind comes first, and in each
 * group the newest event.
 */
export function composePost(events: readonly FiledEvent[], { environment, runbookUrl }: PostNames): Post {
  const newestFirst = [...events].sort((a, b) => b.seq - a.seq);
  const alerts = newestFirst.map(
    ({ id, key, event, message, at }): ToldAlert => ({
      ...{ id, key, event, message },
      severity: alertKind(key).severity,
      runbook: `${runbookUrl}#${runbookAnchor(key, message)}`,
      raisedAt: new Date(at).toISOString(),
    }),
  );
  const id = `${environment}:${events[0]?.seq}-${events.at(-1)?.seq}`;
  const name = `Game of Draws, ${environment}`;
  const shortText = `${name}: ${alerts.length} ${alerts.length === 1 ? 'alert' : 'alerts'}. The console at /admin lists them. (${id})`;
  return {
    id,
    environment,
    alerts: listed(alerts),
    shortText,
    text: `${name}: ${groupsOf(alerts).map(groupText).join('\n\n')}\n(${id})`,
  };
}

/** The alerts that a post lists, in their order: all, or the `MOST_LISTED` most severe ones. */
function listed(alerts: readonly ToldAlert[]): readonly ToldAlert[] {
  if (alerts.length <= MOST_LISTED) return alerts;
  const weight = ({ severity }: ToldAlert) => SEVERITIES.indexOf(severity);
  const severest = new Set([...alerts].sort((a, b) => weight(b) - weight(a)).slice(0, MOST_LISTED));
  return alerts.filter((alert) => severest.has(alert));
}

/** Alerts in groups of the same kind and event: the most severe group first, groups of ended alerts at the end. */
function groupsOf(alerts: readonly ToldAlert[]): readonly (readonly ToldAlert[])[] {
  const groups = Object.values(
    Object.groupBy(alerts, ({ key, event }) => `${kindNameOf(key)} ${event === 'raised' ? '' : event}`),
  ).filter((group) => group !== undefined);
  const weight = (group: readonly ToldAlert[]) =>
    group[0] === undefined || group[0].event === 'over' ? -1 : SEVERITIES.indexOf(group[0].severity);
  return groups.sort((a, b) => weight(b) - weight(a));
}

function groupText(group: readonly ToldAlert[]): string {
  const [first] = group;
  if (first === undefined) return '';
  const title = { raised: first.severity.toUpperCase(), reminder: 'STILL', over: 'OVER' }[first.event];
  const named = group.slice(0, MOST_NAMED).map(({ message }) => `${title}: ${message}`);
  const others = group.length - named.length;
  return [
    ...named,
    ...(others > 0 ? [`and ${others} more of this kind.`] : []),
    ...(first.event === 'over' ? [] : [`What to do: ${first.runbook}`]),
  ].join('\n');
}
