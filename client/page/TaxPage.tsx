import '../styles/pages.css';
import '../tax/tax.css';
import '../tax/taxCourse.css';
import '../ui/plot.css';
import '../tax/taxCycles.css';
import '../tax/taxSteps.css';
import { useConfig } from '../data/useConfig.ts';
import { feeText } from '../format/rulesSentences.ts';
import { CycleList } from '../tax/CycleList.tsx';
import { TaxCourse } from '../tax/TaxCourse.tsx';
import { TaxPlots } from '../tax/TaxPlots.tsx';
import { TaxLimits, TaxRules } from '../tax/TaxRules.tsx';
import { TaxWaits } from '../tax/TaxWaits.tsx';
import { useTax } from '../tax/useTax.ts';
import { Frame } from './Frame.tsx';

/** Where the transfer fee goes: the sums over all cycles, the sums of each day, and every step of the last cycles. */
export function TaxPage() {
  const view = useTax();
  const config = useConfig();
  const fee = feeText(config?.transferFee?.basisPoints);
  const report = view.kind === 'known' ? view.answer : null;
  return (
    <Frame>
      <div className="wrap page sheet tax">
        <header>
          <p className="eyebrow">Where the {fee} goes</p>
          <h1>Follow the {fee}.</h1>
          <p className="lede muted">
            The token keeps {fee} of every transfer of GOD. Every few minutes that fee is collected, sold for SOL and
            paid out. The share of the lottery pool pays the prizes. Here is every step, with its transaction.
          </p>
        </header>
        <TaxCourse view={view} fee={fee} />
        <TaxWaits report={report} />
        <TaxRules report={report} />
        <TaxPlots report={report} />
        <CycleList view={view} config={config} />
        <TaxLimits />
      </div>
    </Frame>
  );
}
