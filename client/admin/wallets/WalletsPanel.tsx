import { useCallback, useMemo, useRef, useState } from 'react';
import { autoBalance } from '../../../src/distribution/bulkEdit.ts';
import { percentOf } from '../../../src/distribution/percentage.ts';
import { poolBasisPoints } from '../../../src/distribution/poolShare.ts';
import { validateConfiguration } from '../../../src/distribution/validateWallets.ts';
import type { DistributionWallet } from '../../../src/distribution/wallet.ts';
import { useConsole, usePoolWallet } from '../console/ConsoleContext.ts';
import type { Draft } from '../console/nextDraft.ts';
import { AddWalletForm } from './AddWalletForm.tsx';
import { AllocationBar } from './AllocationBar.tsx';
import { PasteDialog } from './PasteDialog.tsx';
import { Problems } from './Problems.tsx';
import { useListEdits } from './useListEdits.tsx';
import { WalletRow } from './WalletRow.tsx';
import { usePicked, useSearch, WalletTools } from './WalletTools.tsx';

/** The Wallet Management tab: the list of wallets under edit, what is wrong with it, and tools to change it. */
export function WalletsPanel({ draft }: { readonly draft: Draft }) {
  const { store } = useConsole();
  const { base, wallets } = draft;
  const list = useRef<HTMLUListElement>(null);
  const [isPasting, setIsPasting] = useState(false);
  const { edit, askToRemove, replace, question } = useListEdits();
  const picked = usePicked(wallets);
  const search = useSearch(wallets);
  const poolWallet = usePoolWallet();

  const remove = useCallback(
    (wallet: DistributionWallet) => {
      const row = list.current?.querySelector(`[data-id="${CSS.escape(wallet.id)}"]`) ?? null;
      const index = [...(list.current?.children ?? [])].indexOf(row as Element);
      askToRemove(wallet, () => focusRow(list.current, index));
    },
    [askToRemove],
  );
  const saved = useMemo(() => new Map(base.wallets.map((wallet) => [wallet.id, wallet])), [base.wallets]);
  const problems = useMemo(() => validateConfiguration(wallets), [wallets]);
  const twice = new Set(problems.flatMap((problem) => (problem.kind === 'duplicate-address' ? [problem.address] : [])));
  const { hidden } = search;
  const shown = hidden.size === 0 ? wallets : wallets.filter(({ id }) => !hidden.has(id));

  return (
    <>
      <AllocationBar wallets={wallets} />
      <Problems
        problems={problems}
        endsPrizes={poolBasisPoints(wallets, poolWallet) === 0}
        balance={{
          wallets: wallets.filter(({ isActive }) => isActive).length,
          from: percentOf(poolBasisPoints(wallets, poolWallet)),
          to: percentOf(poolBasisPoints(autoBalance(wallets, ''), poolWallet)),
        }}
        onBalance={() => store.step({ kind: 'edited', wallets: autoBalance(wallets, new Date().toISOString()) })}
      />
      <WalletTools
        wallets={wallets}
        shown={shown}
        picked={picked}
        search={search}
        onEdit={replace}
        onPaste={() => setIsPasting(true)}
      />
      {shown.length === 0 && wallets.length > 0 && <p className="panel blank">No wallet matches the search.</p>}
      <ul className="ws" ref={list} tabIndex={-1} aria-label="Wallets">
        {wallets.map(
          (wallet, index) =>
            !hidden.has(wallet.id) && (
              <WalletRow
                key={wallet.id}
                wallet={wallet}
                saved={saved.get(wallet.id) ?? null}
                index={index}
                twin={wallet.isActive && twice.has(wallet.address) ? twinOf(wallet, wallets) : null}
                isPicked={picked.ids.has(wallet.id)}
                onPick={picked.pick}
                onEdit={edit}
                onRemove={remove}
              />
            ),
        )}
      </ul>
      <AddWalletForm />
      {isPasting && <PasteDialog wallets={wallets} onTake={replace} onClose={() => setIsPasting(false)} />}
      {question}
    </>
  );
}

/** Moves the focus to the row that has taken the place of a removed row. */
function focusRow(list: HTMLElement | null, index: number): void {
  requestAnimationFrame(() => {
    const rows = list?.children;
    (rows?.[Math.min(index, (rows.length ?? 1) - 1)]?.querySelector<HTMLElement>('.f input') ?? list)?.focus();
  });
}

function twinOf({ id, address }: DistributionWallet, wallets: readonly DistributionWallet[]): string | null {
  return wallets.find((other) => other.id !== id && other.isActive && other.address === address)?.label ?? null;
}
