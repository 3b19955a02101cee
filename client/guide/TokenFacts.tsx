import { addressLink } from '../../src/address/links.ts';
import { useConfig } from '../data/useConfig.ts';
import { RULES_TEXT } from '../format/rulesText.ts';
import { ExternalLink, explorerOf } from '../ui/ExternalLink.tsx';
import { useNotices } from '../ui/NoticeContext.ts';

/** The token: its contract address, what it takes to be in the draw, and its chain. */
export function TokenFacts() {
  const config = useConfig();
  return (
    <section className="wrap facts" aria-label="Token information">
      <div className="fact">
        <h2 className="eyebrow">Contract address</h2>
        <p className="mono addr">{config?.mint ?? 'Loading lottery data...'}</p>
        <div className="row">
          <CopyButton text={config?.mint ?? ''} />
          {config && (
            <ExternalLink href={addressLink(explorerOf(config), config.mint)} hint="shows the token">
              Explorer
            </ExternalLink>
          )}
        </div>
      </div>
      <div className="fact">
        <h2 className="eyebrow">Requirement</h2>
        <p className="fact-v">{`${RULES_TEXT.thresholdInThousands.toUpperCase()}+ GOD`}</p>
        <p className="dim">in one wallet when entries lock</p>
      </div>
      <div className="fact">
        <h2 className="eyebrow">Blockchain</h2>
        <p className="fact-v">Solana</p>
        <p className="dim">Token Extensions (2022)</p>
      </div>
    </section>
  );
}

function CopyButton({ text }: { readonly text: string }) {
  const { toast } = useNotices();
  const copy = () =>
    copyText(text).then(
      () => toast('Address Copied!'),
      (error: unknown) => console.error(error),
    );
  return (
    <button type="button" className="btn sm" disabled={text === ''} onClick={copy}>
      Copy
      <span className="sr"> contract address</span>
    </button>
  );
}

/** Puts text on the clipboard; browsers and pages without the modern way get the older one. Rejects when both fail. */
async function copyText(text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    copyBySelection(text);
  }
}

function copyBySelection(text: string): void {
  const field = document.createElement('textarea');
  const focused = document.activeElement;
  field.value = text;
  field.readOnly = true;
  field.className = 'sr';
  document.body.append(field);
  field.select();
  const copied = document.execCommand('copy');
  field.remove();
  if (focused instanceof HTMLElement) focused.focus();
  if (!copied) throw new Error('the browser refused to copy');
}
