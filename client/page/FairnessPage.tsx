import '../styles/pages.css';
import '../ui/plot.css';
import '../fairness/fairness.css';
import type { PageData } from '../../src/contract/pageData.ts';
import { FairnessBody } from '../fairness/FairnessBody.tsx';
import { useFairness } from '../fairness/useFairness.ts';
import { Ago } from '../ui/Times.tsx';
import { Unread } from '../ui/Unread.tsx';
import { Frame } from './Frame.tsx';

/** Who won over all rounds, what a fair draw would give, and what such figures can show. */
export function FairnessPage({ data: { shown } }: { readonly data: PageData }) {
  const view = useFairness(shown?.kind === 'fairness' ? shown.answer : null);
  return (
    <Frame>
      <div className="wrap page sheet fairness">
        <header>
          <p className="eyebrow">
            Over all rounds
            {view.kind === 'known' && (
              <>
                {' '}
                · counted <Ago time={view.answer.updatedAt} />
              </>
            )}
          </p>
          <h1>Fairness in figures.</h1>
          <p className="lede muted">
            A fair draw favours nobody. In a single round that can be proven; over many rounds it can also be seen. Here
            you see who won, and what a fair draw would give.
          </p>
        </header>
        {view.kind === 'known' && <FairnessBody fairness={view.answer} />}
        {view.kind === 'loading' && (
          <p className="blank">
            Counting the rounds...
            <noscript>The counts could not be read just now. Please reload this page in a few seconds.</noscript>
          </p>
        )}
        {view.kind === 'failed' && <Unread sentence="The counts could not be read." onRetry={view.retry} />}
        <section className="means" aria-labelledby="means-title">
          <h2 id="means-title">What the figures can show</h2>
          <div>
            <p>
              The chi-square test adds up how far each count is from the expected one. The larger the sum, the rarer it
              is in a fair draw; p says how rare. With fewer than 50 wins (5 expected in each tenth of the list) the
              test says nothing. With some hundred it says much.
            </p>
            <p>
              Such figures show when somebody is favoured again and again. They cannot show that one single draw was
              unfair, and they come from our own records. For a single draw there is its proof:{' '}
              <a href="/rounds">choose a round</a> and check it, or <a href="/audit">check many of them</a>.
            </p>
          </div>
        </section>
      </div>
    </Frame>
  );
}
