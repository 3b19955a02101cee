import type { DistributionConfig } from '../../../src/contract/distribution.ts';
import { diffWallets } from '../../../src/distribution/diffWallets.ts';
import { utcText } from '../../format/timeText.ts';
import { useConsole } from '../console/ConsoleContext.ts';
import { type Draft, mergeEdits } from '../console/nextDraft.ts';
import { Modal } from '../ui/Modal.tsx';
import { ChangeList } from './ChangeList.tsx';

interface ConflictDialogProps {
  readonly draft: Draft;
  readonly newer: DistributionConfig;
  readonly onClose: () => void;
}

/**
 * Shown when somebody else saved a version while this admin was editing. Lists what the saved version changed, and what
 * this admin's edits would change in it.
 */
export function ConflictDialog({ draft, newer, onClose }: ConflictDialogProps) {
  const { notify, store } = useConsole();
  const { base, wallets: mine } = draft;
  const merged = mergeEdits({ base: base.wallets, mine, theirs: newer.wallets });
  const decide = (kind: 'rebased' | 'discarded') => () => {
    store.step({ kind });
    notify(null);
    onClose();
  };
  return (
    <Modal
      title={`Version ${newer.version} was saved meanwhile`}
      onClose={onClose}
      actions={
        <>
          <button type="button" className="btn primary" onClick={decide('rebased')}>
            Keep my edits
          </button>
          <button type="button" className="btn danger" onClick={decide('discarded')}>
            Discard my edits
          </button>
        </>
      }
    >
      <p>
        <bdi>{newer.updatedBy}</bdi> saved it at {utcText(Date.parse(newer.updatedAt))}. Your edits were made from
        version {base.version}. Your edits are kept but not saved yet.
      </p>
      <h3>What changed meanwhile</h3>
      <ChangeList changes={diffWallets(base.wallets, newer.wallets)} />
      <h3>What your edits would change in version {newer.version}</h3>
      <ChangeList changes={diffWallets(newer.wallets, merged)} />
      <p className="muted">
        “Keep my edits” applies your edits to version {newer.version}. Where both of you changed the same field, your
        value is kept. Nothing is saved until you press Save Changes.
      </p>
    </Modal>
  );
}
