import type { PublicConfig } from '../../src/contract/config.ts';
import type { Terms } from '../../src/contract/terms.ts';
import { countText } from '../format/countText.ts';
import { TermsCard } from './TermsCard.tsx';

interface TermsBodyProps {
  readonly terms: Terms;
  readonly config: PublicConfig | null;
}

/** All announcements: the terms in force, those to come, and earlier ones. */
export function TermsBody({ terms: { lottery, announcements }, config }: TermsBodyProps) {
  if (announcements.length === 0)
    return <p className="blank">No terms are announced yet. No round is played before they are.</p>;
  const holding = announcements.findLast(({ inForce }) => inForce) ?? null;
  const coming = announcements.filter(({ k }) => holding === null || k > holding.k);
  const earlier = announcements.filter(({ k }) => holding !== null && k < holding.k).toReversed();
  return (
    <>
      {holding && <TermsCard announced={holding} until={null} config={config} />}
      {coming.map((announced) => (
        <TermsCard key={announced.k} announced={announced} until={null} config={config} />
      ))}
      {earlier.length > 0 && (
        <details className="panel before">
          <summary>Earlier terms ({countText(earlier.length)})</summary>
          {earlier.map((announced, index) => (
            <TermsCard
              key={announced.k}
              announced={announced}
              until={((earlier[index - 1] ?? holding)?.from ?? 1) - 1}
              config={config}
            />
          ))}
        </details>
      )}
      {lottery !== null && (
        <p className="name">
          This lottery is named by the hash of its first terms: <code>{lottery}</code>. Another name is another lottery.
        </p>
      )}
    </>
  );
}
