import { TextPage } from './TextPage.tsx';

export function PrivacyPage() {
  return (
    <TextPage eyebrow="Privacy" title="Nothing to hide, nothing kept.">
      <h2>What this site stores about you</h2>
      <p>
        No account, no cookie, no tracker, no advertising. Your browser keeps one setting on your own device, whether
        you paused motion, and only if you use that control. You can delete it with the site’s data in your browser.
      </p>
      <h2>What happens when you open a page</h2>
      <p>
        The page, its figures and its fonts come from this site. Like every web server, the network that delivers it
        sees your IP address and your request, and may keep them for a short time to fend off abuse. If the site’s own
        figures fail, or you start the audit, your browser asks a public Solana RPC server for the pool’s balance; that
        server then sees your IP address too. Links to the explorer open another site with its own rules.
      </p>
      <h2>What is public by nature</h2>
      <p>
        Wallet addresses, balances, entries, winners and payments are on a public blockchain. This site shows them and
        publishes each round’s entry list, because nobody could check a draw otherwise. It does not know who stands
        behind an address, and nothing published on chain can be taken back by us.
      </p>
    </TextPage>
  );
}
