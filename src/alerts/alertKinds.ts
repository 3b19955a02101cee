import { HOLD_REASONS } from '../round/state.ts';

/** `critical`: money or rounds wait for a person. `warning`: they may soon have to wait. `info`: worth knowing. */
export const SEVERITIES = ['info', 'warning', 'critical'] as const;
export type Severity = (typeof SEVERITIES)[number];

/** The highest value of `ALERT_UNPAID_ROUNDS`: the number of rounds without a payment after which a person is told. */
export const MOST_UNPAID_ROUNDS = 48;

/** What is known of an alert by the first word of its key. */
export interface AlertKind {
  readonly severity: Severity;
  /** True: it lasts until something is over, and is told again until then. False: it is about a moment. */
  readonly ends: boolean;
  /** True: it is over when nothing has raised it again for an hour. */
  readonly lapses?: boolean;
}

const kind = (severity: Severity, ends: boolean): AlertKind => ({ severity, ends });
const lapsing = (severity: Severity): AlertKind => ({ severity, ends: true, lapses: true });

/** Every kind of alert there is. The name of a kind is its anchor in docs/runbook.md. */
export const ALERT_KINDS = {
  held: kind('critical', true),
  late: kind('critical', true),
  unsettled: kind('critical', true),
  rules: kind('critical', true),
  timetable: kind('critical', false),
  outflow: kind('critical', true),
  'old-pool': lapsing('critical'),
  'pool-unexplained': kind('critical', false),
  witness: kind('critical', false),
  'too-many-holders': kind('critical', false),
  'no-payment': kind('critical', true),
  missed: kind('warning', true),
  unpaid: kind('critical', true),
  settings: kind('critical', true),
  'wrong-keys': kind('warning', false),
  'distribution-changed': kind('critical', false),
  'no-terms': kind('critical', false),
  payouts: kind('warning', false),
  shadow: kind('warning', false),
  'node-lied': lapsing('warning'),
  'node-silent': lapsing('warning'),
  'nodes-disagree': lapsing('warning'),
  'part-down': kind('critical', true),
  'database-size': kind('warning', true),
  'channel-down': kind('warning', false),
  'wallet-low': kind('warning', true),
  'tax-late': kind('warning', true),
  'tax-refused': kind('critical', true),
  'tax-distributed': kind('warning', false),
  'tax-carried': kind('warning', false),
  'tax-kept': kind('warning', false),
  'tax-config': kind('warning', false),
  'tax-terms': kind('warning', false),
  'tax-clock': kind('warning', false),
  'tax-reserve': kind('warning', false),
  'tax-unpayable': kind('warning', false),
  'tax-line': kind('warning', false),
  'tax-price': kind('warning', false),
  'tax-swap': kind('warning', false),
  'tax-withdraw': kind('warning', false),
  'tax-lost-swap': kind('warning', false),
  'swap-unknown': kind('warning', false),
  'swap-refused': kind('warning', false),
  'swap-rejected': kind('warning', false),
} as const satisfies Readonly<Record<string, AlertKind>>;

export type AlertName = keyof typeof ALERT_KINDS;

const UNKNOWN_KIND = kind('warning', false);

/** The first word of an alert's key: `held` of `held:512`. */
export const kindNameOf = (key: string): string => key.split(':', 1)[0] ?? key;

/** What is known of an alert's kind. An unknown kind counts as a warning about a moment. */
export function alertKind(key: string): AlertKind {
  const name = kindNameOf(key);
  return Object.entries(ALERT_KINDS).find(([known]) => known === name)?.[1] ?? UNKNOWN_KIND;
}

/** An alert's anchor in docs/runbook.md. For a held round it ends with the reason, which `message` has in brackets. */
export function runbookAnchor(key: string, message: string): string {
  const name = kindNameOf(key);
  const reason = name === 'held' ? HOLD_REASONS.find((one) => message.includes(`(${one})`)) : undefined;
  return reason === undefined ? name : `held-${reason}`;
}
