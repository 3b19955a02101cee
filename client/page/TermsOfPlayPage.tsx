import '../styles/pages.css';
import '../terms/terms.css';
import type { PageData } from '../../src/contract/pageData.ts';
import { useConfig } from '../data/useConfig.ts';
import { TermsBody } from '../terms/TermsBody.tsx';
import { useTerms } from '../terms/useTerms.ts';
import { Unread } from '../ui/Unread.tsx';
import { Frame } from './Frame.tsx';

/** The terms of play in plain words, as they were announced on chain. */
export function TermsOfPlayPage({ data: { shown } }: { readonly data: PageData }) {
  const view = useTerms(shown?.kind === 'terms' ? shown.answer : null);
  const config = useConfig();
  return (
    <Frame>
      <div className="wrap page sheet ofPlay">
        <header>
          <p className="eyebrow">Terms of play</p>
          <h1>The rules of every round.</h1>
          <p className="lede muted">
            These terms were written on the Solana chain before the rounds that they hold for. Nobody can change them
            for such a round, and we cannot either. Only a new announcement changes them, and only for later rounds.
          </p>
        </header>
        {view.kind === 'known' && <TermsBody terms={view.answer} config={config} />}
        {view.kind === 'loading' && (
          <p className="blank">
            Reading the terms...
            <noscript>The terms could not be read just now. Please reload this page in a few seconds.</noscript>
          </p>
        )}
        {view.kind === 'failed' && <Unread sentence="The terms could not be read." onRetry={view.retry} />}
        <section className="panel" aria-labelledby="check-title">
          <div className="ph">
            <h2 id="check-title">How to check this</h2>
          </div>
          <div className="text">
            <p>
              The transaction holds the hash of the terms, their first round and their pool wallet. The{' '}
              <a href="/api/lottery/terms">whole terms as data</a> must give that hash, so nobody can show you others.
            </p>
            <p>
              The check of a round begins with its terms. <a href="/rounds">Choose a round</a> and check it, or{' '}
              <a href="/audit">check many of them</a>. What else this site promises is in its{' '}
              <a href="/terms">terms of use</a>.
            </p>
          </div>
        </section>
      </div>
    </Frame>
  );
}
