import type { AlertsPulse } from '../../answers/health/pulses.ts';
import type { Alert } from '../../store/journal/alerts.ts';

/** What crons, routes and the other objects may ask of the object that tells people. */
export interface AlertsStub extends Rpc.DurableObjectBranded {
  /** Takes an alert; whoever raised it does not wait until anybody was told. */
  raise(alert: Alert): Promise<void>;
  /** The minute cron: how every part is, what has ended, what is due to be told. */
  tick(): Promise<void>;
  readPulse(): Promise<AlertsPulse>;
}
