import type { ReactNode } from 'react';
import type { Found } from '../../../src/contract/adminRounds.ts';
import { ActionRows } from '../operations/ActionsGroup.tsx';
import { AttemptList } from '../rounds/AttemptList.tsx';
import { RoundItem } from '../rounds/RoundItem.tsx';
import { TransactionItem } from '../transactions/TransactionItem.tsx';
import { changeAddress } from '../ui/useAddressChoice.ts';

const KINDS: Readonly<Record<Found['kind'], string>> = {
  round: 'the number of a round',
  day: 'a day',
  address: 'a wallet',
  signature: 'a transaction',
  text: 'a part of a wallet’s label, or of what is noted about an operator’s action',
};

interface FoundListProps {
  readonly found: Found;
  readonly sought: string;
  readonly onOpen: () => void;
}

/** What a search has found, by kind. Also says what the text was taken for, so that a typing error is noticed. */
export function FoundList({ found, sought, onOpen }: FoundListProps) {
  const { kind, rounds, hasMore, transactions, attempts, actions } = found;
  const isNothing = [rounds, transactions, attempts, actions].every(({ length }) => length === 0);
  const all = () => {
    onOpen();
    changeAddress({ tab: 'rounds', round: null, q: sought });
  };
  return (
    <>
      <p className="muted">
        Looked for as {KINDS[kind] ?? kind}: <bdi className="mono">{sought}</bdi>
      </p>
      {isNothing && <p>Nothing was found.</p>}
      <Part title="Rounds" count={rounds.length}>
        <ul className="rounds-list">
          {rounds.map((round) => (
            <RoundItem key={round.roundNumber} round={round} sought={sought} onOpen={onOpen} />
          ))}
        </ul>
        {hasMore && (
          <button type="button" className="btn sm" onClick={all}>
            All matching rounds
          </button>
        )}
      </Part>
      <Part title="Distributions of the tax" count={transactions.length}>
        <ul className="rows">
          {transactions.map((transaction) => (
            <TransactionItem key={transaction.id} transaction={transaction} />
          ))}
        </ul>
      </Part>
      {attempts.length > 0 && <AttemptList attempts={attempts} />}
      <Part title="Who did what" count={actions.length}>
        <ActionRows actions={actions} />
      </Part>
    </>
  );
}

interface PartProps {
  readonly title: string;
  readonly count: number;
  readonly children: ReactNode;
}

function Part({ title, count, children }: PartProps) {
  if (count === 0) return null;
  return (
    <section aria-label={title}>
      <h3>{title}</h3>
      {children}
    </section>
  );
}
