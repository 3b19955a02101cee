import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { DistributionConfig, WaitingActivation } from '../../../src/contract/distribution.ts';
import { diffWallets } from '../../../src/distribution/diffWallets.ts';
import { utcText } from '../../format/timeText.ts';
import { useConsole } from '../console/ConsoleContext.ts';
import { ConfirmDialog } from '../ui/ConfirmDialog.tsx';
import { ChangeList } from './ChangeList.tsx';
import type { Configuration } from './useConfiguration.ts';

interface WaitingCardProps extends Pick<Configuration, 'busy' | 'decide'> {
  readonly waiting: WaitingActivation;
  readonly active: DistributionConfig['active'];
}

/** An activation that waits: what it would change, who asked for it, and the buttons to confirm and to stop it. */
export function WaitingCard({ waiting, active, busy, decide }: WaitingCardProps) {
  const { api } = useConsole();
  /** What the open dialog asks about. It does not change when newer data is loaded meanwhile. */
  const [asked, setAsked] = useState<Asked | null>(null);
  const { data: own } = useQuery({
    queryKey: ['session'],
    queryFn: ({ signal }) => api.readSession(signal),
    staleTime: Number.POSITIVE_INFINITY,
  });
  const { version, askedBy, needsSecondKey, inForceAt, difference } = waiting;
  const mayConfirm = needsSecondKey && own !== undefined && own.name !== askedBy && own.roles.includes('distribute');
  const ask = (what: Asked['what']) => () => setAsked({ what, waiting, active });
  return (
    <section className="waiting" aria-labelledby="waiting-title">
      <h3 id="waiting-title">Version {version} waits to come into force</h3>
      <p>
        <bdi>{askedBy}</bdi> asked for it at{' '}
        <time dateTime={waiting.askedAt}>{utcText(Date.parse(waiting.askedAt))}</time>.{' '}
        {waiting.confirmedBy !== null && (
          <>
            <bdi>{waiting.confirmedBy}</bdi> confirmed it.{' '}
          </>
        )}
        {needsSecondKey && 'A second key has to confirm it. '}
        {inForceAt !== null && (
          <>
            It comes into force at <time dateTime={inForceAt}>{utcText(Date.parse(inForceAt))}</time>.{' '}
          </>
        )}
        Any key can stop it.
      </p>
      <p>{difference}</p>
      <div className="row">
        <button type="button" className="btn danger" disabled={busy !== null} onClick={ask('stop')}>
          {busy === 'stopping' ? 'Stopping…' : 'Stop it'}
        </button>
        {mayConfirm && (
          <button type="button" className="btn primary" disabled={busy !== null} onClick={ask('confirm')}>
            {busy === 'confirming' ? 'Confirming…' : `Confirm version ${version}`}
          </button>
        )}
      </div>
      {needsSecondKey && own?.name === askedBy && (
        <p className="dim">You asked for it yourself: somebody with another key confirms it.</p>
      )}
      {asked !== null && (
        <DecideDialog
          asked={asked}
          onConfirm={() => void decide(asked.what, asked.waiting)}
          onClose={() => setAsked(null)}
        />
      )}
    </section>
  );
}

interface Asked extends Pick<WaitingCardProps, 'waiting' | 'active'> {
  readonly what: 'confirm' | 'stop';
}

interface DecideDialogProps {
  readonly asked: Asked;
  readonly onConfirm: () => void;
  readonly onClose: () => void;
}

function DecideDialog({ asked: { what, waiting, active }, onConfirm, onClose }: DecideDialogProps) {
  const { version, askedBy, wallets } = waiting;
  const isStop = what === 'stop';
  return (
    <ConfirmDialog
      title={isStop ? `Stop the activation of version ${version}?` : `Confirm version ${version}?`}
      confirm={isStop ? 'Stop it' : `Confirm version ${version}`}
      isDangerous={isStop}
      onConfirm={onConfirm}
      onClose={onClose}
    >
      <p>
        {isStop
          ? 'What is in force now stays in force. The activation can be asked for again.'
          : `${askedBy} asked for it. Look at every address: who is named here gets the tax.`}
      </p>
      <ChangeList changes={diffWallets(active?.wallets ?? [], wallets)} />
    </ConfirmDialog>
  );
}
