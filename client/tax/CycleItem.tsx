import { memo, useState } from 'react';
import { addressLink, type ExplorerSettings } from '../../src/address/links.ts';
import type { PublicConfig } from '../../src/contract/config.ts';
import type { TaxCycleAnswer } from '../../src/contract/tax.ts';
import { percentText } from '../../src/distribution/percentage.ts';
import { useNow } from '../clock/ServerClock.ts';
import { godText, ledgerText } from '../format/godText.ts';
import { prizeText } from '../format/moneyText.ts';
import { agoText, durationText, utcText } from '../format/timeText.ts';
import { Address } from '../ui/Addresses.tsx';
import { ExternalLink, explorerOf } from '../ui/ExternalLink.tsx';
import { Books } from './Books.tsx';
import { CycleSteps } from './CycleSteps.tsx';
import { stateOf } from './cycleState.ts';
import { cycleSums } from './sums.ts';

const AGO_STEP_MS = 30_000;

interface CycleItemProps {
  readonly cycle: TaxCycleAnswer;
  readonly config: PublicConfig | null;
  readonly isOpen: boolean;
}

/** One cycle. Memoised, because the unchanged parts of a new answer keep their objects. */
export const CycleItem = memo(function CycleItem({ cycle, config, isOpen }: CycleItemProps) {
  const now = useNow(AGO_STEP_MS);
  const [shown, setShown] = useState(isOpen);
  const { startedAt, found, total, currency, reason } = cycle;
  const began = Date.parse(startedAt);
  const { text, tone } = stateOf(cycle);
  return (
    <li>
      <details open={isOpen} onToggle={(event) => event.currentTarget.open && setShown(true)}>
        <summary>
          <span className={`badge ${tone}`}>{text}</span>
          <time dateTime={startedAt}>{utcText(began)}</time>
          <span className="dim ago">{agoText(began, now)}</span>
          <span className="sum">
            {godText(BigInt(found.units))} GOD
            {total !== null && currency === 'SOL' && (
              <>
                <span className="to">
                  <span className="sr">became</span>
                </span>
                <strong>{prizeText(total.units)} SOL</strong>
              </>
            )}
          </span>
          {reason !== null && <span className="why">{reason}</span>}
        </summary>
        {shown && <CycleBody cycle={cycle} config={config} />}
      </details>
    </li>
  );
});

function CycleBody({ cycle, config }: Omit<CycleItemProps, 'isOpen'>) {
  const explorer = config && explorerOf(config);
  const { startedAt, endedAt, configVersion, currency } = cycle;
  return (
    <div className="body">
      <p className="dim">
        Cycle <span className="mono">{cycle.id}</span>
        {configVersion !== null && ` · split by configuration v${configVersion}`}
        {endedAt !== null && ` · took ${durationText(Date.parse(endedAt) - Date.parse(startedAt))}`}
      </p>
      <CycleSteps cycle={cycle} explorer={explorer} />
      {cycle.lines.length > 0 && <CycleLines lines={cycle.lines} currency={currency} explorer={explorer} />}
      <CycleBooks cycle={cycle} />
    </div>
  );
}

function CycleBooks({ cycle }: { readonly cycle: TaxCycleAnswer }) {
  const sums = cycleSums(cycle);
  if (sums === null) return null;
  const { received, carriedIn, paid, due, fees, carriedOut, isExact } = sums;
  const { currency, endedAt } = cycle;
  const inSol = currency === 'SOL';
  return (
    <Books
      caption="The sum of this cycle"
      currency={currency}
      entries={[
        { name: inSol ? 'Received for the GOD' : 'GOD at hand', units: received },
        ...(carriedIn === 0n ? [] : [{ name: 'From the cycle before', units: carriedIn, sign: '+' } as const]),
        { name: 'Paid out', units: paid, sign: '=' },
        ...(due === 0n ? [] : [{ name: 'Being paid', units: due, sign: '+' } as const]),
        ...(inSol ? [{ name: 'Network fees', units: fees, sign: '+' } as const] : []),
        { name: 'For the next cycle', units: carriedOut, sign: '+' },
      ]}
      verdict={
        endedAt === null
          ? null
          : { isGood: isExact, text: isExact ? 'Adds up to the last digit.' : 'These figures do not add up.' }
      }
    />
  );
}

const STATUS = {
  SUCCESS: { text: 'Paid', tone: 'mint' },
  FAILED: { text: 'Failed', tone: 'ruby' },
  pending: { text: 'Due', tone: 'amber' },
} as const;

interface CycleLinesProps extends Pick<TaxCycleAnswer, 'lines' | 'currency'> {
  readonly explorer: ExplorerSettings | null;
}

/** The lines of a cycle: who was paid how much. */
export function CycleLines({ lines, currency, explorer }: CycleLinesProps) {
  return (
    <ul className="tlines" aria-label="Payments">
      {lines.map(({ label, address, units, percentage, status }, index) => (
        // The order of lines never changes. Two lines may pay the same wallet, because the line of a former pool wallet
        // pays the present pool wallet.
        // biome-ignore lint/suspicious/noArrayIndexKey: see above
        <li key={index}>
          <bdi>{label}</bdi>
          <span className="who">
            {explorer ? (
              <ExternalLink className="sig" href={addressLink(explorer, address)} hint="the wallet in the explorer">
                <Address address={address} />
              </ExternalLink>
            ) : (
              <Address address={address} />
            )}
          </span>
          <span className="share dim">{percentText(percentage)}</span>
          <span className="amount">
            {ledgerText(BigInt(units), currency)} {currency}
          </span>
          <span className={`state ${STATUS[status].tone}`}>{STATUS[status].text}</span>
        </li>
      ))}
    </ul>
  );
}
