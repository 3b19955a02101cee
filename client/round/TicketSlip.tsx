import { transactionLink } from '../../src/address/links.ts';
import type { Stats } from '../../src/contract/stats.ts';
import { RANKS, WINNERS_TEXT } from '../../src/round/placeWords.ts';
import { isPrinted, type Reveal } from '../clock/revealTimeline.ts';
import { useConfig } from '../data/useConfig.ts';
import { countText } from '../format/countText.ts';
import { prizeText } from '../format/moneyText.ts';
import { durationText } from '../format/timeText.ts';
import { ShareButton } from '../share/ShareButton.tsx';
import { sharedRound } from '../share/shareTexts.ts';
import { WalletLink } from '../ui/Addresses.tsx';
import { ExternalLink, explorerOf } from '../ui/ExternalLink.tsx';
import { Usd } from '../ui/Money.tsx';
import { Envelope } from './Envelope.tsx';
import { useRound } from './RoundContext.ts';
import type { Slip } from './slip.ts';
import { reasonSentence, stageText } from './stageText.ts';

const WITHOUT_RESULT = {
  loading: ['Loading the last draw...', ''],
  lost: ['The last draw can’t be read', 'The winners come back with the next good answer.'],
  none: ['No draw yet', `The first ${WINNERS_TEXT.toLowerCase()} will be printed here.`],
  unheard: ['This round has ended', 'No answer from the server. The winners are printed here once it answers.'],
} as const;

export interface TicketSlipProps {
  readonly slip: Slip;
  readonly reveal: Reveal;
}

/** The ticket's lower half. Its size is always the same. */
export function TicketSlip({ slip, reveal }: TicketSlipProps) {
  switch (slip.kind) {
    case 'loading':
    case 'lost':
    case 'none':
    case 'unheard': {
      const [title, text] = WITHOUT_RESULT[slip.kind];
      return <Told title={title} text={text} />;
    }
    case 'sealed':
    case 'opened':
      return <Envelope slip={slip} />;
    case 'result':
      return <Result slip={slip} reveal={reveal} />;
  }
}

interface ResultProps {
  readonly slip: Extract<Slip, { kind: 'result' }>;
  readonly reveal: Reveal;
}

function Result({ slip, reveal }: ResultProps) {
  const { roundNumber, outcome, isNew } = slip;
  const { winners } = outcome;
  return (
    <div className={`slip ${isNew ? 'new' : ''}`}>
      <ResultHead slip={slip} />
      {outcome.kind === 'complete' ? (
        <WinnerLines slip={slip} reveal={reveal} />
      ) : (
        <p className="slip-lead">
          {stageText(outcome.kind, outcome.reason)}. <span className="muted">{reasonSentence(outcome.reason)}</span>
        </p>
      )}
      <p className="slip-foot">
        <a href={`/rounds/${roundNumber}`}>Check this draw</a>
        {winners.length > 0 && (
          <ShareButton shared={sharedRound({ roundNumber, winners })} className="" hint={`round ${roundNumber}`} />
        )}
        {/* Last, because it appears later than the other links and must not move them. */}
        <PaymentLink roundNumber={roundNumber} />
      </p>
    </div>
  );
}

/** The round's number, and a button that explains its random number. */
export function ResultHead({ slip: { roundNumber, outcome, seal } }: Pick<ResultProps, 'slip'>) {
  return (
    <div className="eyebrow">
      <span>
        Round #{countText(roundNumber)}
        {outcome.kind === 'complete' && ' · winners'}
      </span>
      {seal?.randomness && (
        <>
          <button type="button" className="plain" popoverTarget="number">
            Random number
          </button>
          <p id="number" popover="auto">
            The random number of this draw is <span className="mono">{seal.randomness}</span>. It came from drand, a
            public source, after the list was locked: nobody knew it before. The list and the number decide who wins.
          </p>
        </>
      )}
    </div>
  );
}

/** The winners, the first place on top. A line is empty until its winner is printed. */
export function WinnerLines({ slip: { outcome, isNew }, reveal }: ResultProps) {
  const { jackpot } = useRound();
  const { winners } = outcome;
  return (
    <ol className="won">
      {winners.map(({ place, address, prizeLamports }, index) => {
        const due = isNew && !isPrinted(reveal, index, winners.length);
        return (
          <li key={place} className={`p${place} ${due ? 'due' : ''}`} data-figure={`winner-${place}`}>
            <p>
              <b>{RANKS[place]}</b>
              <WalletLink address={address} />
              <em>
                {prizeText(prizeLamports)} SOL{' '}
                <small className="dim">{jackpot.price && <Usd lamports={prizeLamports} price={jackpot.price} />}</small>
              </em>
            </p>
            {place === 1 && <Crown hidden={isNew && !reveal.crowned} />}
          </li>
        );
      })}
    </ol>
  );
}

/** A link to the payment on chain, with the time that it took. Nothing before a payment is sent. */
export function PaymentLink({ roundNumber }: { readonly roundNumber: number }) {
  const { figures } = useRound();
  const config = useConfig();
  const payment = figures.kind === 'known' ? paymentOf(figures.stats, roundNumber) : null;
  if (payment === null || config === null) return null;
  return (
    <ExternalLink
      className=""
      href={transactionLink(explorerOf(config), payment.signature)}
      hint={`the payment of round ${roundNumber}`}
    >
      {payment.text}
    </ExternalLink>
  );
}

function Told({ title, text }: { readonly title: string; readonly text: string }) {
  return (
    <div className="slip told-slip">
      <p className="slip-lead">{title}</p>
      <p className="dim">{text}</p>
    </div>
  );
}

function Crown({ hidden }: { readonly hidden: boolean }) {
  return (
    <svg className={`crown ${hidden ? 'due' : ''}`} viewBox="0 0 22 16" fill="currentColor" aria-hidden="true">
      <path d="M1 2.5 6 7l5-6 5 6 5-4.5L19 13H3zM3 14.2h16V16H3z" />
    </svg>
  );
}

interface Payment {
  readonly signature: string;
  /** `Paid 1.1 s after the draw`; `Paid` without a known time; `Payment sent` before the chain confirms it. */
  readonly text: string;
}

/** The payment of a round; null while none was sent, and for every round but the one that ended last. */
export function paymentOf({ lastRound }: Stats, roundNumber: number): Payment | null {
  const [winner] = lastRound?.winners ?? [];
  if (!lastRound || !winner?.transactionSignature || lastRound.roundNumber !== roundNumber) return null;
  const signature = winner.transactionSignature;
  if (winner.status !== 'confirmed' && winner.status !== 'final') return { signature, text: 'Payment sent' };
  const took = lastRound.paidAt === null ? null : Date.parse(lastRound.paidAt) - Date.parse(lastRound.endsAt);
  return { signature, text: took === null || took < 0 ? 'Paid' : `Paid ${shortTime(took)} after the draw` };
}

/** `1.1 s`, and from a minute on `2 min`. */
function shortTime(ms: number): string {
  return ms < 60_000 ? `${(ms / 1000).toFixed(1)} s` : durationText(ms);
}
