import '../styles/pages.css';
import { useState } from 'react';
import type { PageData } from '../../src/contract/pageData.ts';
import { InclusionPanel } from '../audit/panel/InclusionPanel.tsx';
import { refusalText, WalletForm } from '../wallet/WalletForm.tsx';
import { WalletResult } from '../wallet/WalletResult.tsx';
import { Frame } from './Frame.tsx';

/** The page of one wallet, with a form that asks for a wallet. When the URL names no wallet, only the form is shown. */
export function WalletPage({ data: { wallet } }: { readonly data: PageData }) {
  const answer = wallet?.answer ?? null;
  const refusal = answer && 'error' in answer ? refusalText(answer.error) : null;
  const [isCleared, setCleared] = useState(false);
  return (
    <Frame>
      <section className="wrap page" aria-labelledby="wallet-title">
        <div className="panel winners">
          <div className="ph">
            <h1 id="wallet-title">{refusal === null ? 'Check my wallet' : 'Not a wallet address'}</h1>
            <a className="btn sm" href="/">
              Back to the lottery
            </a>
          </div>
          <WalletForm
            asked={wallet?.asked ?? ''}
            refusal={isCleared ? null : refusal}
            onMisshape={() => setCleared(true)}
          />
          {wallet && !isCleared && <WalletResult address={wallet.asked} known={answer} heading="h2" />}
        </div>
        {wallet && refusal === null && !isCleared && <InclusionPanel address={wallet.asked} />}
      </section>
    </Frame>
  );
}
