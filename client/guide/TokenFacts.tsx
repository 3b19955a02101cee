import { addressLink } from '../../src/address/links.ts';
import { useConfig } from '../data/useConfig.ts';
import { BuyLinks } from '../enter/BuyLinks.tsx';
import { RULES_TEXT } from '../format/rulesSentences.ts';
import { CopyButton } from '../ui/CopyButton.tsx';
import { ExternalLink, explorerOf } from '../ui/ExternalLink.tsx';

/** The token: its contract address, links to buy it, how much a wallet needs, and its chain. */
export function TokenFacts() {
  const config = useConfig();
  return (
    <section className="wrap facts" id="token" aria-label="Token information">
      <div className="fact">
        <h2 className="eyebrow">Contract address</h2>
        <p className="mono addr">{config?.mint ?? 'Loading lottery data...'}</p>
        <div className={config ? 'row' : 'row awaits'}>
          <CopyButton address={config?.mint ?? ''} hint="contract address" />
          {config && (
            <ExternalLink href={addressLink(explorerOf(config), config.mint)} hint="shows the token">
              Explorer
            </ExternalLink>
          )}
          <BuyLinks config={config} />
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
        {config?.cluster === 'mainnet-beta' && <p className="dim">Live on Solana mainnet</p>}
      </div>
    </section>
  );
}
