import { TextFrame } from './TextFrame.tsx';

/** What the site knows of visitors and wallets. */
export function PrivacyPage() {
  return (
    <TextFrame eyebrow="Privacy" title="Nothing to hide, nothing kept.">
      <h2>What your browser stores</h2>
      <p>
        There is no account, no cookie, no tracker and no advertising. Your browser stores that you paused motion, and
        the wallet you chose to remember, with the round of its newest win that you have seen. If you check a draw or
        run the audit, it also stores which lottery it checked, the results of the audit, and the Solana server or
        beacon network that you typed. All of this stays on this device. “Forget this wallet” deletes the wallet and
        ends the notifications about it, and deleting the site’s data deletes everything. Besides, the browser keeps one
        view of this site for times without a network: the last result and the clock, and nothing about you.
      </p>
      <h2>If you ask to be told</h2>
      <p>
        Notifications are off until you turn them on. Then our server keeps the wallet’s address, your browser’s address
        at its maker’s push service, and two keys of your browser. The push service carries each message and cannot read
        it. “Turn off” deletes all of it on our server, and so do 90 days without a visit. Your browser keeps your
        choice, which messages it has shown, and when it last told our server that it is still here.
      </p>
      <h2>When you check a wallet</h2>
      <p>
        The address is sent to this site, because the site looks it up. It also stays in the page’s link, so you can
        reload or share the page: whoever sees that link, or your browser’s history, sees the wallet. A remembered
        wallet is looked up again about once a minute while a page is open. We keep no list of who asked for what.
      </p>
      <h2>When you open a page</h2>
      <p>
        The page, its figures and its fonts come from this site. As with every website, the network that delivers it
        sees your IP address and your request, and may keep them for a short time to stop abuse. If the site’s own
        figures fail, your browser asks a public Solana server. When you check a draw or run the audit, it asks such a
        server, or the one that you typed, and a server of drand. When you look for a wallet in a round’s list, it asks
        the Solana server about that wallet. These servers then see your IP address too. Links to explorers, exchanges
        and communities lead to other sites with their own rules.
      </p>
      <h2>What is public anyway</h2>
      <p>
        Wallet addresses, balances, entries, winners and payments are on a public blockchain. This site shows them and
        publishes the entry list of each round, because otherwise nobody could check a draw. It does not know who owns
        an address. What is on the blockchain is permanent.
      </p>
    </TextFrame>
  );
}
