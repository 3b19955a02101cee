import type { Status } from '../../src/contract/health.ts';
import { Ago } from '../ui/Times.tsx';

type Part = Status['parts'][number];

const BADGES = {
  ok: ['mint', 'WORKS'],
  degraded: ['amber', 'NEEDS ATTENTION'],
  down: ['ruby', 'DOWN'],
} as const satisfies Record<Part['status'], readonly [tone: string, word: string]>;

/** What each part of the machine says of itself, those with a problem first. */
export function PartsPanel({ parts }: { readonly parts: readonly Part[] }) {
  return (
    <section className="panel parts" aria-labelledby="parts-title">
      <div className="ph">
        <h2 id="parts-title">Right now</h2>
      </div>
      <ul>
        {ordered(parts).map(({ name, status, detail, lastSuccessAt }) => {
          const [tone, word] = BADGES[status];
          return (
            <li key={name}>
              <span className={`badge ${tone}`}>{word}</span>
              <h3>{partName(name)}</h3>
              <p className="muted">{detail}</p>
              {lastSuccessAt !== null && (
                <p className="dim">
                  <Ago time={lastSuccessAt} />
                </p>
              )}
            </li>
          );
        })}
      </ul>
    </section>
  );
}

const ORDER: readonly Part['status'][] = ['down', 'degraded', 'ok'];

function ordered(parts: readonly Part[]): readonly Part[] {
  return parts.toSorted((one, other) => ORDER.indexOf(one.status) - ORDER.indexOf(other.status));
}

/** All parts in a sentence. */
export function stateSentence(parts: readonly Part[]): string {
  const count = (status: Part['status']) => parts.filter((part) => part.status === status).length;
  const [down, impaired] = [count('down'), count('degraded')];
  if (down === 0 && impaired === 0) return 'Running. Every part works.';
  if (down === 0) return `Running. ${impaired === 1 ? 'One part needs' : `${impaired} parts need`} attention.`;
  return `${down === 1 ? 'One part is' : `${down} parts are`} down.${impaired > 0 ? ` ${impaired} more ${impaired === 1 ? 'needs' : 'need'} attention.` : ''}`;
}

/** What each part is called, in words for visitors. */
const NAMES: Readonly<Record<string, string>> = {
  settings: 'Settings',
  lock: 'The rounds’ clock',
  rounds: 'Rounds',
  rpc: 'Solana nodes',
  holders: 'List of holders',
  pool: 'Prize pool',
  beacon: 'Random numbers (drand)',
  tax: 'Tax cycles',
  database: 'Database',
  wallets: 'Wallets that pay fees',
  alerts: 'Alerts',
  webhook: 'Delivery of alerts',
};

/** A part's name in words. A part that this version does not know keeps its own name. */
export function partName(name: string): string {
  return NAMES[name] ?? `${name.charAt(0).toUpperCase()}${name.slice(1)}`;
}
