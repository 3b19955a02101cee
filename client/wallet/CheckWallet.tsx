import { useCallback, useEffect, useState } from 'react';
import { problemOf } from './problemOf.ts';
import { WalletForm } from './WalletForm.tsx';

type Result = typeof import('./WalletResult.tsx').WalletResult;

/**
 * The way in on the landing page. What it answers with is loaded once somebody turns to it; `?wallet=` keeps the
 * question.
 */
export function CheckWallet() {
  const [asked, setAsked] = useState('');
  const [refusal, setRefusal] = useState<string | null>(null);
  const [Result, setResult] = useState<Result | null>(null);

  const load = useCallback(() => loadResult().then((loaded) => setResult(() => loaded)), []);
  const ask = useCallback(
    (address: string) => {
      const problem = problemOf(address);
      setRefusal(problem);
      setAsked(address);
      // The wallet's own page answers too, even where this page's parts can no longer be loaded.
      if (problem === null) load().catch(() => location.assign(`/wallet/${address}`));
    },
    [load],
  );

  // Read after the first render, which has to agree with the server's.
  useEffect(() => {
    const kept = new URLSearchParams(location.search).get('wallet');
    if (kept) ask(kept);
  }, [ask]);

  return (
    <section className="wrap" id="wallet" aria-labelledby="wallet-title">
      <div className="panel winners">
        <div className="ph">
          <h2 id="wallet-title">Check my wallet</h2>
          <p className="dim">Nothing to connect, nothing to sign</p>
        </div>
        <WalletForm
          asked={asked}
          refusal={refusal}
          onFocus={() => void load().catch(() => {})}
          onAsk={(address) => {
            history.replaceState(history.state, '', `?wallet=${address}`);
            ask(address);
          }}
        />
        {asked && Result && !refusal && <Result key={asked} address={asked} heading="h3" onRefusal={setRefusal} />}
      </div>
    </section>
  );
}

function loadResult(): Promise<Result> {
  return import.meta.env.SSR
    ? Promise.reject(new Error('asked in the browser'))
    : import('./WalletResult.tsx').then(({ WalletResult }) => WalletResult);
}
