import type { ReactNode } from 'react';
import { transactionLink } from '../../src/address/links.ts';
import type { Seal } from '../../src/contract/stats.ts';
import { useNow } from '../clock/ServerClock.ts';
import { useConfig } from '../data/useConfig.ts';
import { countText, walletsAre } from '../format/countText.ts';
import { clockText, utcClockText } from '../format/timeText.ts';
import { ExternalLink, explorerOf } from '../ui/ExternalLink.tsx';
import type { Slip } from './slip.ts';

type EnvelopeSlip = Extract<Slip, { kind: 'sealed' | 'opened' }>;

interface EnvelopeProps {
  readonly slip: EnvelopeSlip;
  readonly aside?: ReactNode;
}

/** The ticket's lower half from the lock to the result: the list in an envelope, whose seal breaks at the draw. */
export function Envelope({ slip, aside }: EnvelopeProps) {
  const { kind, roundNumber, seal } = slip;
  const config = useConfig();
  const now = useNow();
  const { lead, text } = kind === 'sealed' ? sealedText(seal, now) : openedText(seal);
  return (
    <div className={`slip envelope ${kind}`}>
      <WaxSeal mark={seal?.root.slice(0, 8) ?? ''} />
      <div>
        <p className="eyebrow">
          Round #{countText(roundNumber)} · {kind === 'sealed' ? 'sealed' : 'opened'}
        </p>
        <p className="slip-lead">{lead}</p>
        <p className="dim">{text}</p>
        {config && seal?.signature && (
          <p className="slip-foot">
            <ExternalLink
              className=""
              href={transactionLink(explorerOf(config), seal.signature)}
              hint={`of round ${roundNumber}, in the explorer`}
            >
              Fingerprint on Solana
            </ExternalLink>
          </p>
        )}
      </div>
      {aside}
    </div>
  );
}

interface Words {
  readonly lead: string;
  readonly text: string;
}

/** The text on the envelope until the draw; `now` is in unix ms. */
export function sealedText(seal: Seal | null, now: number): Words {
  if (!seal) return { lead: 'The envelope closes', text: 'Entries are locked. The list of wallets is being fixed.' };
  const wallets = walletsAre(seal.entries);
  if (!seal.sealedAt)
    return { lead: 'List locked', text: `${wallets} in the draw. The list’s fingerprint is on its way to Solana.` };
  const left = Math.max(0, Math.ceil((Date.parse(seal.beaconAt) - now) / 1000));
  return {
    lead: left > 0 ? `List locked. The winning number comes in ${clockText(left)}` : 'List locked',
    text: `${wallets} in the draw. The seal shows the list’s fingerprint.`,
  };
}

/** The text on the envelope from the round's end to the result. Without a seal, no list may have been locked in time. */
export function openedText(seal: Seal | null): Words {
  if (!seal) return { lead: 'No list is known yet', text: 'Without a list that was locked in time there is no draw.' };
  const source = `drand round ${countText(seal.beaconRound)}`;
  if (!seal.randomness)
    return {
      lead: 'Waiting for the number',
      text: `It comes from ${source}, due at ${utcClockText(Date.parse(seal.beaconAt))} UTC.`,
    };
  const { randomness } = seal;
  return {
    lead: `The number is ${randomness.slice(0, 4)} ${randomness.slice(4, 8)}…`,
    text: `From ${source}. It decides who wins.`,
  };
}

const WAX =
  'M36 3c6-1 9 4 14 5s11 1 14 7 1 10 3 15 4 9 1 15-6 7-8 13-4 11-10 12-10-2-16-2-11 4-17 1-5-8-9-12-9-6-10-12 3-9 4-14-1-12 4-16 11-2 16-5 8-6 14-7z';
const BREAK = '40,-4 33,18 42,30 31,45 40,58 34,80';

/** A wax seal with the first 8 characters of the list's root; without text while the root is not known. */
function WaxSeal({ mark }: { readonly mark: string }) {
  return (
    <svg className="wax" viewBox="-4 -4 80 80" role="img" aria-label={mark ? `Wax seal ${mark}` : 'Wax seal'}>
      <clipPath id="wax-l">
        <polygon points={`-20,-4 ${BREAK} -20,80`} />
      </clipPath>
      <clipPath id="wax-r">
        <polygon points={`100,-4 ${BREAK} 100,80`} />
      </clipPath>
      {(['l', 'r'] as const).map((half) => (
        <g key={half} className={`wax-${half}`}>
          <g clipPath={`url(#wax-${half})`}>
            <path d={WAX} fill="#7c2420" />
            <circle cx="37" cy="36" r="24" fill="#8e2f29" stroke="#5f1815" strokeWidth="1.5" />
            <text className="mono" fill="#f6d9c8" fontWeight="650" textAnchor="middle">
              <tspan x="37" y="34">
                {mark.slice(0, 4)}
              </tspan>
              <tspan x="37" y="49">
                {mark.slice(4)}
              </tspan>
            </text>
          </g>
        </g>
      ))}
    </svg>
  );
}
