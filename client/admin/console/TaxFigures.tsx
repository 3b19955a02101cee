import type { TaxSums } from '../../../src/contract/distribution.ts';
import { unitsText } from '../ui/unitsText.ts';

interface TaxFiguresProps {
  readonly sums: TaxSums;
  readonly className?: string;
}

/** The sums of the tax over some days. */
export function TaxFigures({ sums, className }: TaxFiguresProps) {
  const sol = (lamports: string) => `${unitsText(BigInt(lamports), 'SOL')} SOL`;
  const god = (units: string) => `${unitsText(BigInt(units), 'GOD')} GOD`;
  const figures: readonly (readonly [string, string])[] = [
    ['Cycles that ended', sums.cycles.toLocaleString('en-US')],
    ['Collected', god(sums.withdrawnUnits)],
    ['Sold', god(sums.soldUnits)],
    ['Received for it', sol(sums.receivedLamports)],
    ['Network fees', sol(sums.feesLamports)],
    ['Distributed', sol(sums.distributedLamports)],
    ...(sums.distributedUnits === '0' ? [] : [['Distributed as GOD', god(sums.distributedUnits)] as const]),
  ];
  return (
    <dl className={className}>
      {figures.map(([name, figure]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{figure}</dd>
        </div>
      ))}
    </dl>
  );
}
