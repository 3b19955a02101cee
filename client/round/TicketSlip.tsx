import { countText } from '../format/countText.ts';
import { RANKS } from '../format/rankText.ts';
import { prizeText } from '../format/solText.ts';
import { ShareButton } from '../share/ShareButton.tsx';
import { sharedRound } from '../share/shareTexts.ts';
import { Address } from '../ui/Address.tsx';
import { Envelope } from './Envelope.tsx';
import { isPrinted, type Reveal } from './revealTimeline.ts';
import type { Slip } from './slip.ts';
import { reasonSentence, stageText } from './stageText.ts';

const WITHOUT_RESULT = {
  loading: ['Loading the last draw...', ''],
  lost: ['The last draw can’t be read', 'The winners come back with the next good answer.'],
  none: ['No draw yet', 'The first three winners will be printed here.'],
  unheard: ['This round has ended', 'No answer from the server. The winners are printed here as soon as there is one.'],
} as const;

/** The ticket's lower half. Whatever is on it, it has one size. */
export function TicketSlip({ slip, reveal }: { readonly slip: Slip; readonly reveal: Reveal }) {
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
  const { roundNumber, outcome, seal, isNew } = slip;
  const { winners } = outcome;
  return (
    <div className={`slip ${isNew ? 'new' : ''}`}>
      <p className="eyebrow">
        <span>
          Round #{countText(roundNumber)}
          {outcome.kind === 'complete' && ' · winners'}
        </span>
        {seal?.randomness && (
          <span className="mono" title={`The number of drand round ${seal.beaconRound}`}>
            {seal.randomness.slice(0, 8)}
          </span>
        )}
      </p>
      {outcome.kind === 'complete' ? (
        <ol className="won">
          {winners.map((winner, index) => {
            const due = isNew && !isPrinted(reveal, index, winners.length);
            const { place, address, prizeLamports } = winner;
            return (
              <li key={place} className={`p${place} ${due ? 'due' : ''}`} data-figure={`winner-${place}`}>
                <p>
                  <b>{RANKS[place]}</b>
                  <Address address={address} />
                  <em>{prizeText(prizeLamports)} SOL</em>
                </p>
                {place === 1 && <Crown hidden={isNew && !reveal.crowned} />}
              </li>
            );
          })}
        </ol>
      ) : (
        <p className="slip-lead">
          {stageText(outcome.kind)}. <span className="muted">{reasonSentence(outcome.reason)}</span>
        </p>
      )}
      <p className="slip-foot">
        <a href={`/rounds/${roundNumber}`}>Check this draw</a>
        {winners.length > 0 && (
          <ShareButton shared={sharedRound({ roundNumber, winners })} className="" hint={`round ${roundNumber}`} />
        )}
      </p>
    </div>
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
