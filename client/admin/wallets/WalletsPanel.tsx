import { useCallback, useMemo, useRef, useState } from 'react';
import { autoBalance } from '../../../src/distribution/autoBalance.ts';
import { editWallets, type WalletEdit } from '../../../src/distribution/editWallets.ts';
import { shownLabel } from '../../../src/distribution/label.ts';
import { validateConfiguration } from '../../../src/distribution/validateWallets.ts';
import type { DistributionWallet } from '../../../src/distribution/wallet.ts';
import { useConsole } from '../console/ConsoleContext.ts';
import type { Draft } from '../console/nextDraft.ts';
import { ConfirmDialog } from '../ui/ConfirmDialog.tsx';
import { AddWalletForm } from './AddWalletForm.tsx';
import { AllocationBar, TONES } from './AllocationBar.tsx';
import { Problems } from './Problems.tsx';
import { WalletRow } from './WalletRow.tsx';

/** The list of wallets under edit. A keystroke renders its own row again and no other. */
export function WalletsPanel({ draft }: { readonly draft: Draft }) {
  const { notify, store } = useConsole();
  const { base, wallets } = draft;
  const list = useRef<HTMLUListElement>(null);
  const [removing, setRemoving] = useState<DistributionWallet | null>(null);

  const edit = useCallback(
    (change: WalletEdit) => {
      const edited = editWallets(store.read()?.wallets ?? [], change, new Date().toISOString());
      if (edited.ok) store.step({ kind: 'edited', wallets: edited.wallets });
      else notify({ tone: 'bad', lines: [edited.refusal] });
    },
    [notify, store],
  );
  const askToRemove = useCallback(
    (wallet: DistributionWallet) => {
      if (wallet.isAdmin) edit({ kind: 'remove', id: wallet.id });
      else setRemoving(wallet);
    },
    [edit],
  );
  const remove = ({ id }: DistributionWallet) => {
    const index = wallets.findIndex((wallet) => wallet.id === id);
    edit({ kind: 'remove', id });
    // The button that was pressed is gone: on to what took its place.
    requestAnimationFrame(() => {
      const rows = list.current?.children;
      (rows?.[Math.min(index, (rows.length ?? 1) - 1)]?.querySelector('input') ?? list.current)?.focus();
    });
  };

  const saved = useMemo(() => new Map(base.wallets.map((wallet) => [wallet.id, wallet])), [base.wallets]);
  const problems = useMemo(() => validateConfiguration(wallets), [wallets]);
  const twice = new Set(problems.flatMap((problem) => (problem.kind === 'duplicate-address' ? [problem.address] : [])));

  return (
    <>
      <AllocationBar wallets={wallets} />
      <Problems
        problems={problems}
        onBalance={() => store.step({ kind: 'edited', wallets: autoBalance(wallets, new Date().toISOString()) })}
      />
      <ul className="ws" ref={list} tabIndex={-1} aria-label="Wallets">
        {wallets.map((wallet, index) => (
          <WalletRow
            key={wallet.id}
            wallet={wallet}
            saved={saved.get(wallet.id) ?? null}
            tone={index % TONES}
            isTwice={wallet.isActive && twice.has(wallet.address)}
            onEdit={edit}
            onRemove={askToRemove}
          />
        ))}
      </ul>
      <AddWalletForm />
      {removing !== null && (
        <ConfirmDialog
          title={
            <>
              Are you sure you want to remove "<bdi>{shownLabel(removing.label)}</bdi>"?
            </>
          }
          confirm="Remove"
          isDangerous
          onConfirm={() => remove(removing)}
          onClose={() => setRemoving(null)}
        >
          <p>It leaves the list now, and the distribution once you save and activate.</p>
        </ConfirmDialog>
      )}
    </>
  );
}
