import { type ExplorerSettings, transactionLink } from '../../src/address/links.ts';
import type { TaxCycleAnswer, TaxStepAnswer } from '../../src/contract/tax.ts';
import { CYCLE_IN_FLIGHT } from '../../src/tax/cycle.ts';
import { ledgerText } from '../format/godText.ts';
import { Address } from '../ui/Addresses.tsx';
import { ExternalLink } from '../ui/ExternalLink.tsx';

const TITLES = { harvest: 'Harvest', withdraw: 'Withdraw', swap: 'Swap', distribute: 'Distribute' } as const;
const STATUS = {
  pending: { text: 'Under way', tone: 'amber' },
  confirmed: { text: 'Confirmed', tone: 'mint' },
  final: { text: 'Final', tone: 'mint' },
  failed: { text: 'Failed', tone: 'ruby' },
} as const;
/** A list with more transactions than this is folded. */
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
        // biome-ignore lint/suspicious/noArrayIndexKey: the order of a step's transactions never changes
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

/** A step has the same name as the state in which a cycle is while the step is taken. */
const STEP_NAMES: readonly TaxStepAnswer['name'][] = CYCLE_IN_FLIGHT;

interface StepGroup {
  readonly name: TaxStepAnswer['name'];
  /** In base units, without the failed transactions. If all have failed: the amount of the last one. */
  readonly units: bigint;
  readonly currency: TaxStepAnswer['currency'];
  /** The known network fees, lamports; null while none is known. */
  readonly fee: bigint | null;
  readonly status: TaxStepAnswer['status'];
  readonly transactions: readonly TaxStepAnswer[];
}

/** A cycle's transactions, grouped by step, in the order of the steps. Steps without transactions are left out. */
export function stepGroups({ steps }: Pick<TaxCycleAnswer, 'steps'>): readonly StepGroup[] {
  return STEP_NAMES.flatMap((name) => {
    const transactions = steps.filter((step) => step.name === name);
    const [first] = transactions;
    if (first === undefined) return [];
    const alive = transactions.filter(({ status }) => status !== 'failed');
    const fees = transactions.flatMap(({ feeLamports }) => feeLamports ?? []);
    const { currency } = first;
    return {
      name,
      currency,
      units: sum((alive.length > 0 ? alive : transactions.slice(-1)).map(({ units }) => units)),
      fee: fees.length > 0 ? sum(fees) : null,
      status: statusOf(alive),
      transactions,
    };
  });
}

/** The least advanced state of the transactions that have not failed; `failed` when all have failed. */
function statusOf(alive: readonly TaxStepAnswer[]): TaxStepAnswer['status'] {
  if (alive.length === 0) return 'failed';
  return (['pending', 'confirmed'] as const).find((status) => alive.some((step) => step.status === status)) ?? 'final';
}

/** Why a step of a cycle has no transaction. */
export function missingText(name: TaxStepAnswer['name'], { state, currency, steps }: TaxCycleAnswer): string {
  if (name === 'swap' && currency === 'GOD') return 'Not sold: the GOD itself is paid out.';
  const isPassed = steps.some((step) => STEP_NAMES.indexOf(step.name) > STEP_NAMES.indexOf(name));
  if (isPassed || state === 'done') return PASSED[name];
  return state === 'failed' ? 'Not reached.' : 'Not yet.';
}

const PASSED: Readonly<Record<TaxStepAnswer['name'], string>> = {
  harvest: 'Nothing to harvest: the fees were already in the mint.',
  withdraw: 'Nothing to withdraw: the GOD was already in the tax wallet.',
  swap: 'Nothing was sold.',
  distribute: 'Nothing was left to distribute after the network fees.',
};

function sum(amounts: readonly string[]): bigint {
  return amounts.reduce((total, amount) => total + BigInt(amount), 0n);
}
