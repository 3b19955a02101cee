import { type ExplorerSettings, transactionLink } from '../../src/address/links.ts';
import type { TaxCycleAnswer, TaxStepAnswer } from '../../src/contract/tax.ts';
import { ledgerText } from '../format/ledgerText.ts';
import { Address } from '../ui/Address.tsx';
import { ExternalLink } from '../ui/ExternalLink.tsx';
import { missingText, STEP_NAMES, type StepGroup, stepGroups } from './stepGroups.ts';

const TITLES = { harvest: 'Harvest', withdraw: 'Withdraw', swap: 'Swap', distribute: 'Distribute' } as const;
const STATUS = {
  pending: { text: 'Under way', tone: 'amber' },
  confirmed: { text: 'Confirmed', tone: 'mint' },
  final: { text: 'Final', tone: 'mint' },
  failed: { text: 'Failed', tone: 'ruby' },
} as const;
/** A longer list of transactions is folded. */
const UNFOLDED = 3;

interface CycleStepsProps {
  readonly cycle: TaxCycleAnswer;
  readonly explorer: ExplorerSettings | null;
}

/** The four steps of a cycle, each with its transactions. */
export function CycleSteps({ cycle, explorer }: CycleStepsProps) {
  const groups = stepGroups(cycle);
  return (
    <ol className="tsteps" aria-label="Steps">
      {STEP_NAMES.map((name) => {
        const group = groups.find((one) => one.name === name);
        return (
          <li key={name} className={group ? group.status : 'missing'}>
            <h3>{TITLES[name]}</h3>
            {group ? (
              <Done group={group} explorer={explorer} />
            ) : (
              <p className="dim none">{missingText(name, cycle)}</p>
            )}
          </li>
        );
      })}
    </ol>
  );
}

function Done({ group, explorer }: { readonly group: StepGroup; readonly explorer: ExplorerSettings | null }) {
  const { units, currency, fee, status, transactions } = group;
  const list = (
    <ul>
      {transactions.map((step, index) => (
        // Parts have no other name, and their order never changes.
        // biome-ignore lint/suspicious/noArrayIndexKey: see above
        <li key={index}>
          <Signature step={step} explorer={explorer} />
          {transactions.length > 1 && step.status === 'failed' && <span className="ruby"> failed</span>}
        </li>
      ))}
    </ul>
  );
  return (
    <>
      <p className="amount">
        {ledgerText(units, currency)} {currency}
      </p>
      <p className="dim fee">{fee === null ? 'fee not known yet' : `fee ${ledgerText(fee, 'SOL')} SOL`}</p>
      <p className={`state ${STATUS[status].tone}`}>{STATUS[status].text}</p>
      <div className="links">
        {transactions.length > UNFOLDED ? (
          <details>
            <summary>{transactions.length} transactions</summary>
            {list}
          </details>
        ) : (
          list
        )}
      </div>
    </>
  );
}

function Signature({ step, explorer }: { readonly step: TaxStepAnswer; readonly explorer: ExplorerSettings | null }) {
  const { name, signature } = step;
  if (signature === null) return <span className="dim">{step.status === 'failed' ? 'not sent' : 'not sent yet'}</span>;
  if (explorer === null) return <Address address={signature} />;
  return (
    <ExternalLink className="sig" href={transactionLink(explorer, signature)} hint={`the ${name} in the explorer`}>
      <Address address={signature} />
    </ExternalLink>
  );
}
