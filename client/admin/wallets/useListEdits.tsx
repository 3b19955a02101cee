import { type ReactNode, useCallback, useState } from 'react';
import { editWallets, type WalletEdit } from '../../../src/distribution/editWallets.ts';
import { shownLabel } from '../../../src/distribution/label.ts';
import { feedsPool, NO_POOL_SHARE, poolBasisPoints, takesPoolShare } from '../../../src/distribution/poolShare.ts';
import type { DistributionWallet } from '../../../src/distribution/wallet.ts';
import { useConsole, usePoolWallet } from '../console/ConsoleContext.ts';
import { ConfirmDialog, END_PRIZES } from '../ui/ConfirmDialog.tsx';

type Wallets = readonly DistributionWallet[];

const STOPS = 'It stops receiving tax once you save and activate.';

/** An edit that waits for an answer. */
interface Question {
  readonly title: ReactNode;
  readonly confirm: string;
  readonly text: string;
  /** Whether the edit leaves the lottery's pool without a share. */
  readonly endsPrizes: boolean;
  readonly done: () => void;
}

export interface ListEdits {
  readonly edit: (edit: WalletEdit) => void;
  /** Asks, removes the wallet, and calls `removed`. Removing the admin's wallet is refused without a question. */
  readonly askToRemove: (wallet: DistributionWallet, removed: () => void) => void;
  readonly replace: (wallets: Wallets) => void;
  readonly question: ReactNode;
}

/**
 * Edits of the list. Before a removal, a dialog asks. If a removal, a switch or an edit of several wallets leaves
 * the pool without a share, the text of `END_PRIZES` must be typed. A typed percentage or address is taken at once.
 */
export function useListEdits(): ListEdits {
  const { notify, store } = useConsole();
  const poolWallet = usePoolWallet();
  const [asked, setAsked] = useState<Question | null>(null);

  const apply = useCallback(
    (change: WalletEdit) => {
      const edited = editWallets(store.read()?.wallets ?? [], change, new Date().toISOString());
      if (edited.ok) store.step({ kind: 'edited', wallets: edited.wallets });
      else notify({ tone: 'bad', lines: [edited.refusal], about: 'list' });
    },
    [notify, store],
  );
  const edit = useCallback(
    (change: WalletEdit) => {
      const wallets = store.read()?.wallets ?? [];
      const edited = editWallets(wallets, change, '');
      // Of these edits, only switching a wallet off may ask. For a typed number, a note beside the total says when the
      // pool gets nothing.
      if (change.kind !== 'active' || !edited.ok || !takesPoolShare(wallets, edited.wallets, poolWallet))
        return apply(change);
      const label = wallets.find(({ id }) => id === change.id)?.label ?? '';
      const title = <Named before="Switch off" label={label} after="?" />;
      setAsked({ title, confirm: 'Switch off', text: STOPS, endsPrizes: true, done: () => apply(change) });
    },
    [apply, poolWallet, store],
  );
  const askToRemove = useCallback(
    (wallet: DistributionWallet, removed: () => void) => {
      const change = { kind: 'remove', id: wallet.id } as const;
      if (wallet.isAdmin) return apply(change);
      const others = (store.read()?.wallets ?? []).filter(({ id }) => id !== wallet.id);
      setAsked({
        title: <Named before="Are you sure you want to remove" label={wallet.label} after="?" />,
        confirm: 'Remove',
        text: STOPS,
        endsPrizes: feedsPool(wallet, poolWallet) && poolBasisPoints(others, poolWallet) === 0,
        done: () => {
          apply(change);
          removed();
        },
      });
    },
    [apply, poolWallet, store],
  );
  const replace = (next: Wallets) => {
    const done = () => store.step({ kind: 'edited', wallets: next });
    if (!takesPoolShare(store.read()?.wallets ?? [], next, poolWallet)) return done();
    const title = 'Leave the lottery pool without a share?';
    const text = 'The new shares apply once you save and activate.';
    setAsked({ title, confirm: 'Change the shares', text, endsPrizes: true, done });
  };

  const question = asked !== null && <AskedQuestion asked={asked} onClose={() => setAsked(null)} />;
  return { edit, askToRemove, replace, question };
}

function AskedQuestion({ asked, onClose }: { readonly asked: Question; readonly onClose: () => void }) {
  return (
    <ConfirmDialog
      title={asked.title}
      confirm={asked.confirm}
      isDangerous
      typed={asked.endsPrizes ? END_PRIZES : undefined}
      onConfirm={asked.done}
      onClose={onClose}
    >
      {asked.endsPrizes && <p className="note amber">{NO_POOL_SHARE}</p>}
      <p>{asked.text}</p>
    </ConfirmDialog>
  );
}

function Named({ before, label, after }: Readonly<Record<'before' | 'label' | 'after', string>>) {
  return (
    <>
      {before} "<bdi>{shownLabel(label)}</bdi>"{after}
    </>
  );
}
