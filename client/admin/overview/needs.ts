import type { DistributionConfig } from '../../../src/contract/distribution.ts';
import type { Operations } from '../../../src/contract/operations.ts';
import { newAlerts } from '../operations/newAlerts.ts';

/** Something that waits for a person, and the tab where it can be dealt with. */
export interface Need {
  readonly key: string;
  readonly tone: 'ruby' | 'amber';
  readonly badge: string;
  readonly text: string;
  /** The label of the button that leads to that tab. */
  readonly look: string;
  /** What the button changes in the query of the page's address. */
  readonly address: Readonly<Record<string, string | null>>;
  /** The web address of the runbook's section about this need; null if there is no section, or no address is set. */
  readonly runbook: string | null;
}

const OPERATIONS = { tab: 'operations', round: null };

/** How many of the newest held rounds have a row of their own. The others share a row. */
const SHOWN_HELD = 5;

/**
 * Everything that waits for a person, except shelved rounds. Alerts about held rounds are left out, because the rounds
 * themselves are in the list.
 */
export function needsOf(found: Operations, config: DistributionConfig): readonly Need[] {
  const held = found.rounds.filter(({ state, shelved }) => state === 'held' && shelved === null);
  // The colon is needed: an alert of round 120 must not count as one of round 12.
  const runbookOf = (what: string) =>
    followed(found.alerts.find(({ key }) => `${key}:`.startsWith(`${what}:`))?.runbook);
  const isHeld = (key: string) => held.some(({ roundNumber }) => `${key}:`.startsWith(`held:${roundNumber}:`));
  const alerts = newAlerts(found).filter(({ key }) => !isHeld(key));
  const { waiting } = config;
  const needs: Need[] = held.slice(0, SHOWN_HELD).map(({ roundNumber, reason }) => ({
    ...{ key: `held:${roundNumber}`, tone: 'ruby', badge: 'HELD', look: `Look at round ${roundNumber}` },
    text: `Round ${roundNumber} is held. ${reason ?? ''}`.trim(),
    address: { tab: 'rounds', round: `${roundNumber}`, q: null },
    runbook: runbookOf(`held:${roundNumber}`),
  }));
  const add = (need: Omit<Need, 'address' | 'runbook'> & Partial<Need>) =>
    needs.push({ address: OPERATIONS, runbook: null, ...need });
  const older = held.slice(SHOWN_HELD);
  if (older.length > 0) {
    const text = `${countText(older.length, 'older round')} ${older.length === 1 ? 'is' : 'are'} held as well.`;
    add({ key: 'held', tone: 'ruby', badge: 'HELD', text, look: 'Look at all held rounds' });
  }
  for (const { cycle, reason } of found.cycles) {
    const text = `Tax cycle ${cycle} waits. ${reason ?? ''}`.trim();
    add({ key: `cycle:${cycle}`, tone: 'ruby', badge: 'WAITS', text, look: `Look at tax cycle ${cycle}` });
  }
  if (found.outflows.length > 0) {
    const text = `The pool signed ${countText(found.outflows.length, 'transaction')} that the journal does not know.`;
    const facts = { key: 'outflows', badge: 'OUTFLOW', text, look: 'Look at the outflows' };
    add({ ...facts, tone: 'ruby', runbook: runbookOf('outflow') });
  }
  for (const { key, message, severity, runbook: path } of alerts) {
    const tone = severity === 'critical' ? 'ruby' : 'amber';
    const facts = { badge: severity.toUpperCase(), text: message, look: 'Look at the alerts' };
    add({ key, tone, ...facts, runbook: followed(path) });
  }
  if (waiting !== null) {
    const text = `Version ${waiting.version} of the split waits to be put in force; ${waiting.askedBy} asked for it. ${waiting.difference}`;
    const facts = { key: 'waiting', badge: 'ACTIVATION', text, look: 'Look at what waits' };
    add({ ...facts, tone: 'amber', address: { tab: 'wallets', round: null } });
  }
  for (const [what, pause] of [
    ['New rounds are', found.pause],
    ['The tax is', found.taxPause],
  ] as const) {
    if (pause === null) continue;
    const text = `${what} paused by ${pause.by}: ${pause.reason}`;
    add({ key: what, tone: 'amber', badge: 'PAUSED', text, look: 'Look at the pauses' });
  }
  if (found.warnings.length > 0) {
    const text = `The settings have ${countText(found.warnings.length, 'warning')}.`;
    add({ key: 'warnings', tone: 'amber', badge: 'SETTINGS', text, look: 'Look at the settings' });
  }
  return needs;
}

const countText = (count: number, what: string) => `${count} ${count === 1 ? what : `${what}s`}`;

/** The runbook's address. Null for a path in the repository, which the server sends while no web address is set. */
function followed(path: string | undefined): string | null {
  return path !== undefined && /^https?:\/\//.test(path) ? path : null;
}
