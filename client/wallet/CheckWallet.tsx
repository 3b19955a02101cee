import { useCallback, useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { addressIn } from '../../src/address/addressIn.ts';
import { useMine } from '../mine/useMine.ts';
import { wholePageAlive } from '../ui/life.ts';
import { problemOf, WalletForm } from './WalletForm.tsx';

type MyLineContent = typeof import('../mine/MyLine.tsx').MyLine;
type Result = typeof import('./WalletResult.tsx').WalletResult;

/**
 * The landing page's form that asks for a wallet. The wallet is kept in the page's URL, as `?wallet=`. A page that is
 * opened with such a URL scrolls to the answer.
 */
export function CheckWallet() {
  const [typed] = useState(typedBefore);
  const [asked, setAsked] = useState('');
  const [refusal, setRefusal] = useState<string | null>(null);
  const [isCleared, setCleared] = useState(false);
  const [Result, setResult] = useState<Result | null>(null);
  const { section, arriving, goThere } = useArrival();
  const mine = useMine();
  const Line = useMyLine(mine !== null);

  const load = useCallback(() => loadResult().then((loaded) => setResult(() => loaded)), []);
  const ask = useCallback(
    (address: string) => {
      const problem = problemOf(address);
      setRefusal(problem);
      setCleared(false);
      setAsked(address);
      // If the code cannot be loaded, the wallet's own page answers.
      if (problem === null) load().catch(() => location.assign(`/wallet/${address}`));
    },
    [load],
  );

  const close = () => {
    history.replaceState(history.state, '', location.pathname);
    // The line of a remembered wallet may replace the form, so the focus moves after that.
    flushSync(() => setAsked(''));
    section.current?.querySelector<HTMLElement>('input, a')?.focus();
  };

  // The URL is read after the first render, which has to equal what the server rendered.
  useEffect(() => {
    const kept = new URLSearchParams(location.search).get('wallet');
    if (!kept) return;
    arriving.current = true;
    ask(addressIn(kept));
  }, [ask, arriving]);
  useEffect(() => {
    if (refusal !== null) goThere();
  }, [refusal, goThere]);

  if (mine !== null && Line && !asked) {
    return (
      <section ref={section} className="am-i-in" id="wallet" aria-label="My wallet">
        <Line key={mine} address={mine} />
      </section>
    );
  }
  return (
    <section ref={section} className="am-i-in" id="wallet" aria-labelledby="wallet-title">
      <h2 id="wallet-title">Am I in?</h2>
      <div>
        <WalletForm
          asked={asked}
          typed={typed}
          hint="Wallet address"
          refusal={isCleared ? null : refusal}
          onFocus={() => void load().catch(() => {})}
          onMisshape={() => setCleared(true)}
          onAsk={(address) => {
            history.replaceState(history.state, '', `?wallet=${address}`);
            ask(address);
          }}
        />
        {asked && Result && !refusal && !isCleared && (
          <div className="answer-sheet panel">
            <Result key={asked} address={asked} heading="h3" onRefusal={setRefusal} onAnswer={goThere} />
            <p className="row">
              <button type="button" className="btn sm" onClick={close}>
                Close
              </button>
            </p>
          </div>
        )}
      </div>
    </section>
  );
}

/** What the visitor has typed into the form as the server wrote it, which this form replaces. */
function typedBefore(): string {
  return import.meta.env.SSR ? '' : (document.querySelector<HTMLInputElement>('#wallet input')?.value ?? '');
}

/** The line that replaces the form when a wallet is remembered; null until it is needed and loaded. */
function useMyLine(isNeeded: boolean): MyLineContent | null {
  const [Line, setLine] = useState<MyLineContent | null>(null);
  useEffect(() => {
    if (!isNeeded || import.meta.env.SSR) return;
    import('../mine/MyLine.tsx').then(({ MyLine }) => setLine(() => MyLine), console.error);
  }, [isNeeded]);
  return Line;
}

/**
 * For a page opened with `?wallet=`: such a page sets `arriving` to true. The next call of `goThere` then scrolls to
 * `section` and focuses the answer or the field, unless the visitor has scrolled. Every other call does nothing.
 */
function useArrival() {
  const section = useRef<HTMLElement>(null);
  const arriving = useRef(false);
  const goThere = useCallback(() => {
    if (!arriving.current) return;
    arriving.current = false;
    // Waits until every part is hydrated, because hydration may change heights. Waits for a frame, because the browser
    // counts a layout shift when an element is laid out in the frame in which the page scrolls.
    void Promise.all([wholePageAlive(), nextFrame()]).then(() => {
      if (scrollY > 0) return;
      section.current?.scrollIntoView({ behavior: 'instant', block: 'start' });
      const answer = section.current?.querySelector<HTMLElement>('[tabindex="-1"]');
      (answer ?? section.current?.querySelector('input'))?.focus({ preventScroll: true });
    });
  }, []);
  return { section, arriving, goThere };
}

/** Settles after a frame has been laid out. */
function nextFrame(): Promise<void> {
  return new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve())));
}

function loadResult(): Promise<Result> {
  return import.meta.env.SSR
    ? Promise.reject(new Error('not loaded on the server'))
    : import('./WalletResult.tsx').then(({ WalletResult }) => WalletResult);
}
