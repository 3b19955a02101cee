import { transactionLink } from '../../src/address/links.ts';
import type { PublicConfig } from '../../src/contract/config.ts';
import type { Terms } from '../../src/contract/terms.ts';
import { countText } from '../format/countText.ts';
import { utcText } from '../format/timeText.ts';
import { ExternalLink, explorerOf } from '../ui/ExternalLink.tsx';
import { Fact } from '../ui/Fact.tsx';
import { termsSentences } from './termsSentences.ts';

interface TermsBodyProps {
  readonly terms: Terms;
  readonly config: PublicConfig | null;
}

/** All announced terms: those in force, those to come, and the earlier ones. */
export function TermsBody({ terms: { lottery, announcements }, config }: TermsBodyProps) {
  if (announcements.length === 0)
    return <p className="blank">No terms are announced yet. No round is played before they are.</p>;
  const holding = announcements.findLast(({ inForce }) => inForce) ?? null;
  const coming = announcements.filter(({ k }) => holding === null || k > holding.k);
  const earlier = announcements.filter(({ k }) => holding !== null && k < holding.k).toReversed();
  return (
    <>
      {holding && <TermsCard announced={holding} until={null} config={config} />}
      {coming.map((announced, index) => (
        <TermsCard key={announced.k} announced={announced} until={lastBefore(coming[index + 1])} config={config} />
      ))}
      {earlier.length > 0 && (
        <details className="panel before">
          <summary>Earlier terms ({countText(earlier.length)})</summary>
          {earlier.map((announced, index) => (
            <TermsCard
              key={announced.k}
              announced={announced}
              until={lastBefore(earlier[index - 1] ?? holding)}
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

/** The last round before the terms `next` begin; null without `next`. */
const lastBefore = (next: Terms['announcements'][number] | null | undefined) => (next ? next.from - 1 : null);

interface TermsCardProps {
  readonly announced: Terms['announcements'][number];
  /** The last round of these terms. Null for the terms in force, and for the last announced ones. */
  readonly until: number | null;
  readonly config: PublicConfig | null;
}

/** One announcement in plain words, with its hash and the transaction that announced it. */
function TermsCard({ announced, until, config }: TermsCardProps) {
  const { k, hash, signature, announcedAt, terms } = announced;
  const id = `terms-${k}`;
  const { entrants, hours, prizes, beacon, watchers } = termsSentences(terms);
  return (
    <section className="panel" aria-labelledby={id}>
      <div className="ph">
        <h2 id={id}>{titleOf(announced, until)}</h2>
        <p className="dim">Announcement {countText(k)}</p>
      </div>
      <dl>
        <Fact name="Who is in">{entrants}</Fact>
        <Fact name="When">{hours}</Fact>
        <Fact name="Prizes">{prizes}</Fact>
        <Fact name="The pool wallet, which pays them">
          <code>{terms.pool}</code>
        </Fact>
        <Fact name="Random number">{beacon}</Fact>
        <Fact name="Watchers">
          {watchers}
          {terms.watchers.length > 0 && (
            <ul>
              {terms.watchers.map(([address, name, operator]) => (
                <li key={address}>
                  {name}, run by {operator}: <code>{address}</code>
                </li>
              ))}
            </ul>
          )}
        </Fact>
        <Fact name="Never in the draw">
          <ul>
            {terms.excluded.map(([address, reason]) => (
              <li key={address}>
                {reason}: <code>{address}</code>
              </li>
            ))}
          </ul>
        </Fact>
        <Fact name="Terms hash (SHA-256)">
          <code>{hash}</code>
        </Fact>
        <Fact name="Announced">
          <time dateTime={announcedAt}>{utcText(Date.parse(announcedAt))}</time>, in the transaction{' '}
          <code>{signature}</code>{' '}
          {config && (
            <ExternalLink href={transactionLink(explorerOf(config), signature)} hint={`of announcement ${k}`}>
              See it on chain
            </ExternalLink>
          )}
        </Fact>
      </dl>
    </section>
  );
}

function titleOf({ from, inForce }: TermsCardProps['announced'], until: number | null): string {
  if (inForce) return `In force since round ${countText(from)}`;
  return until === null ? `From round ${countText(from)} on` : `Rounds ${countText(from)} to ${countText(until)}`;
}
