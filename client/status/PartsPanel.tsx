import type { Status } from '../../src/contract/health.ts';
import { NOT_YET } from '../../src/notYet.ts';
import { Ago } from '../ui/Times.tsx';

type Part = Status['parts'][number];

/** The states of a part in words for visitors. The order here is also the order of the parts on the page. */
const BADGES = {
  down: ['ruby', 'DOWN'],
  degraded: ['amber', 'NEEDS ATTENTION'],
  starting: ['grey', 'STARTING'],
  ok: ['mint', 'WORKS'],
} as const satisfies Record<Part['status'] | 'starting', readonly [tone: string, word: string]>;
type Shown = keyof typeof BADGES;

/** After a deployment, a part that waits for its first success is "starting", not "degraded". */
const shownAs = ({ status, detail }: Part): Shown =>
  status === 'degraded' && detail === NOT_YET ? 'starting' : status;

/** The parts of the lottery with their states, those with a problem first. */
export function PartsPanel({ parts }: { readonly parts: readonly Part[] }) {
  return (
    <section className="panel parts" aria-labelledby="parts-title">
      <div className="ph">
        <h2 id="parts-title">Right now</h2>
      </div>
      <ul>
        {ordered(parts).map((part) => {
          const { name, detail, lastSuccessAt } = part;
          const [tone, word] = BADGES[shownAs(part)];
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

const ORDER = Object.keys(BADGES);

function ordered(parts: readonly Part[]): readonly Part[] {
  return parts.toSorted((one, other) => ORDER.indexOf(shownAs(one)) - ORDER.indexOf(shownAs(other)));
}

/** The state of all parts together, in a sentence or two. */
export function stateSentence(parts: readonly Part[]): string {
  const count = (shown: Shown) => parts.filter((part) => shownAs(part) === shown).length;
  const [down, impaired, starting] = [count('down'), count('degraded'), count('starting')];
  if (down > 0)
    return `${down === 1 ? 'One part is' : `${down} parts are`} down.${impaired > 0 ? ` ${impaired} more ${impaired === 1 ? 'needs' : 'need'} attention.` : ''}`;
  if (impaired > 0) return `Running. ${impaired === 1 ? 'One part needs' : `${impaired} parts need`} attention.`;
  if (starting > 0) return `Running. ${starting === 1 ? 'One part is' : `${starting} parts are`} starting.`;
  return 'Running. Every part works.';
}

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

/** A part's name in words. The name of a part that this version does not know stays as it is. */
export function partName(name: string): string {
  return NAMES[name] ?? `${name.charAt(0).toUpperCase()}${name.slice(1)}`;
}
