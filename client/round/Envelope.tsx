import { transactionLink } from '../../src/address/links.ts';
import type { Seal } from '../../src/contract/seal.ts';
import { useConfig } from '../data/useConfig.ts';
import { countText } from '../format/countText.ts';
import { clockText } from '../format/timeText.ts';
import { ExternalLink, explorerOf } from '../ui/ExternalLink.tsx';
import type { Slip } from './slip.ts';
import { WaxSeal } from './WaxSeal.tsx';

type EnvelopeSlip = Extract<Slip, { kind: 'sealed' | 'opened' }>;

/** From the lock to the draw: the list is sealed on chain before the number exists; at zero the seal breaks. */
export function Envelope({ slip }: { readonly slip: EnvelopeSlip }) {
  const { kind, roundNumber, seal } = slip;
  const config = useConfig();
  const { lead, text } = kind === 'sealed' ? sealedText(seal) : openedText(seal);
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
              See the seal on chain
            </ExternalLink>
          </p>
        )}
      </div>
    </div>
  );
}

interface Words {
  readonly lead: string;
  readonly text: string;
}

/** What stands on the envelope until the draw. */
export function sealedText(seal: Seal | null): Words {
  if (!seal) return { lead: 'The envelope closes', text: 'Entries are locked. The list of wallets is being fixed.' };
  const wallets = seal.entries === 1 ? '1 wallet is' : `${countText(seal.entries)} wallets are`;
  if (!seal.sealedAt)
    return { lead: 'Being sealed on chain', text: `${wallets} in the draw. The list is being written on chain.` };
  const text = `${wallets} in the draw. The list can’t change any more.`;
  const before = Math.floor((Date.parse(seal.beaconAt) - Date.parse(seal.sealedAt)) / 1000);
  return {
    lead: before > 0 ? `Sealed on chain ${clockText(before)} before the number exists` : 'Sealed on chain',
    text,
  };
}

/** What stands on it from the end of the round on. */
export function openedText(seal: Seal | null): Words {
  if (!seal) return { lead: 'Waiting for the number', text: 'It comes from drand. Nobody knew it before.' };
  const source = `drand round ${countText(seal.beaconRound)}`;
  if (!seal.randomness)
    return { lead: 'Waiting for the number', text: `It comes from ${source}. Nobody knew it before.` };
  const { randomness } = seal;
  return {
    lead: `The number is ${randomness.slice(0, 4)} ${randomness.slice(4, 8)}…`,
    text: `From ${source}. It decides who wins.`,
  };
}
