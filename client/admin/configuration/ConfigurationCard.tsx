import { useState } from 'react';
import type { DistributionConfig } from '../../../src/contract/distribution.ts';
import { diffWallets } from '../../../src/distribution/diffWallets.ts';
import { activeBasisPoints, isWhole, percentOf, percentText } from '../../../src/distribution/percentage.ts';
import { NO_POOL_SHARE, poolBasisPoints } from '../../../src/distribution/poolShare.ts';
import { utcText } from '../../format/timeText.ts';
import { useConsole, usePoolWallet } from '../console/ConsoleContext.ts';
import { changesOf } from '../console/nextDraft.ts';
import { ConfirmDialog, END_PRIZES } from '../ui/ConfirmDialog.tsx';
import { ErrorBox } from '../ui/Notices.tsx';
import { ChangeList } from './ChangeList.tsx';
import { ConfigurationActions } from './ConfigurationActions.tsx';
import type { Configuration } from './useConfiguration.ts';
import { WaitingCard } from './WaitingCard.tsx';

interface ConfigurationCardProps {
  readonly configuration: Configuration;
  /** Whether the open tab is the one that edits wallets. If so, the buttons stay in sight while the page scrolls. */
  readonly isEditing: boolean;
  /** Opens the dialog about the version that somebody else saved meanwhile. */
  readonly onReview: () => void;
}

/** The version under edit: whether it is in force, and the buttons to save and to activate it. */
export function ConfigurationCard({ configuration, isEditing, onReview }: ConfigurationCardProps) {
  const { draft, busy, isOutdated, save, activate, reload } = configuration;
  const { notify, store } = useConsole();
  const { base, wallets, newer } = draft;
  const [isDiscarding, setIsDiscarding] = useState(false);
  /** The version that `ActivateDialog` asks about, even if a newer version is read meanwhile; null: no dialog. */
  const [asked, setAsked] = useState<DistributionConfig | null>(null);
  const [isOpen, setIsOpen] = useState(false);
  const changes = changesOf(draft);
  const isChanged = changes.length > 0;
  const basisPoints = activeBasisPoints(wallets);
  const updatedAt = Date.parse(base.updatedAt);

  return (
    <section className="panel cfg" aria-labelledby="cfg-title">
      <div className="cfg-top">
        <div>
          <h2 id="cfg-title">Current Configuration</h2>
          <dl>
            <div>
              <dt>Status</dt>
              <dd>
                <span className={`badge ${base.isActive ? 'mint' : 'amber'}`}>
                  {base.isActive ? 'ACTIVE' : 'INACTIVE'}
                </span>
              </dd>
            </div>
            <div>
              <dt>Version</dt>
              <dd>v{base.version}</dd>
            </div>
            <div>
              <dt>Last updated</dt>
              <dd>
                <time dateTime={base.updatedAt}>{utcText(updatedAt)}</time>{' '}
                <span className="dim">
                  by <bdi>{base.updatedBy}</bdi>
                </span>
              </dd>
            </div>
            <div>
              <dt>Total</dt>
              <dd className={isWhole(basisPoints) ? 'good' : 'bad'}>{percentText(percentOf(basisPoints))}</dd>
            </div>
          </dl>
        </div>
        <ConfigurationActions
          busy={busy}
          save={save}
          isActive={base.isActive}
          changes={changes.length}
          basisPoints={basisPoints}
          mayFloat={isEditing}
          onActivate={() => setAsked(base)}
        />
      </div>
      {isOutdated && <ErrorBox text="Failed to load configuration" onRetry={() => void reload()} />}
      {!base.isActive && (
        <p className="note">
          {base.active === null
            ? 'No version is in force.'
            : `Version ${base.active.version} is in force and splits the tax until you activate version ${base.version}.`}
        </p>
      )}
      {base.waiting !== null && (
        <WaitingCard waiting={base.waiting} active={base.active} busy={busy} decide={configuration.decide} />
      )}
      {newer !== null && (
        <p className="note amber">
          <span>
            Version {newer.version} was saved meanwhile by <bdi>{newer.updatedBy}</bdi>.
          </span>
          <button type="button" className="btn sm" onClick={onReview}>
            Review it
          </button>
        </p>
      )}
      {/* This part is always shown, so that the rows below do not move when the first change is typed. */}
      <div className="pending">
        {isChanged ? (
          <details onToggle={(event) => setIsOpen(event.currentTarget.open)}>
            <summary>
              {changes.length} {changes.length === 1 ? 'wallet differs' : 'wallets differ'} from version {base.version}
            </summary>
            {isOpen && <ChangeList changes={changes} />}
          </details>
        ) : (
          <p className="dim">No unsaved changes</p>
        )}
        <button type="button" className="btn sm" disabled={!isChanged} onClick={() => setIsDiscarding(true)}>
          Discard changes
        </button>
      </div>
      {asked !== null && (
        <ActivateDialog config={asked} onActivate={() => void activate(asked)} onClose={() => setAsked(null)} />
      )}
      {isDiscarding && (
        <ConfirmDialog
          title="Discard all unsaved changes?"
          confirm="Discard them"
          isDangerous
          onConfirm={() => {
            store.step({ kind: 'discarded' });
            notify(null);
          }}
          onClose={() => setIsDiscarding(false)}
        >
          <ChangeList changes={changes} />
        </ConfirmDialog>
      )}
    </section>
  );
}

interface ActivateDialogProps {
  readonly config: DistributionConfig;
  readonly onActivate: () => void;
  readonly onClose: () => void;
}

/**
 * Asks before a version comes into force, and shows which shares grow and which shrink. If the version gives the
 * lottery's pool nothing, the text of `END_PRIZES` must be typed.
 */
export function ActivateDialog({ config, onActivate, onClose }: ActivateDialogProps) {
  const { version, wallets, active } = config;
  const endsPrizes = poolBasisPoints(wallets, usePoolWallet()) === 0;
  return (
    <ConfirmDialog
      title={`Activate version ${version}?`}
      confirm={`Activate version ${version}`}
      typed={endsPrizes ? END_PRIZES : undefined}
      onConfirm={onActivate}
      onClose={onClose}
    >
      {endsPrizes && <p className="note amber">{NO_POOL_SHARE}</p>}
      <p>
        This affects the next tax collection cycle.{' '}
        {active === null ? 'No version is in force yet.' : `Compared with version ${active.version}, now in force:`}
      </p>
      <ChangeList changes={diffWallets(active?.wallets ?? [], wallets)} />
    </ConfirmDialog>
  );
}
