import type { DistributionConfig } from '../../../src/contract/distribution.ts';
import { diffWallets } from '../../../src/distribution/diffWallets.ts';
import { NO_POOL_SHARE, poolBasisPoints } from '../../../src/distribution/poolShare.ts';
import { usePoolWallet } from '../console/usePublicSettings.ts';
import { ConfirmDialog, END_PRIZES } from '../ui/ConfirmDialog.tsx';
import { ChangeList } from './ChangeList.tsx';

interface ActivateDialogProps {
  readonly config: DistributionConfig;
  readonly onActivate: () => void;
  readonly onClose: () => void;
}

/**
 * Asks before a version comes into force: shows who gains and who loses. Where the lottery's pool gets nothing, a word
 * must be typed.
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
