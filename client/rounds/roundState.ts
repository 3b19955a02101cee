import type { RoundDetail, RoundSummary } from '../../src/contract/round.ts';
import { describeReason } from '../../src/round/reasonText.ts';
import { CLOSED } from '../../src/round/state.ts';
import { prizeText } from '../format/moneyText.ts';
import { utcClockText } from '../format/timeText.ts';

type State = RoundSummary['state'];

type Shown = Pick<RoundSummary, 'state' | 'reason'>;

interface StateBadge {
  readonly tone: 'mint' | 'amber' | 'grey' | 'ruby';
  readonly text: string;
}

/** A round's state in a word or two. */
export const STATE_WORDS: Readonly<Record<State, string>> = {
  open: 'Running',
  locked: 'Locked',
  committed: 'Sealed',
  drawn: 'Drawn',
  paid: 'Paid',
  'rolled-over': 'Rolled over',
  held: 'On hold',
};

const TONES: Readonly<Record<State, StateBadge['tone']>> = {
  open: 'mint',
  locked: 'amber',
  committed: 'amber',
  drawn: 'amber',
  paid: 'mint',
  'rolled-over': 'grey',
  held: 'ruby',
};

/** The state of a round in a word or two. A held round that an operator has closed is no longer held. */
export function stateWord({ state, reason }: Shown): string {
  return reason === CLOSED ? 'Closed' : STATE_WORDS[state];
}

/** The state of a round at a server time in ms, as a badge. */
export function stateBadge(round: Shown & Pick<RoundSummary, 'endsAt'>, now: number): StateBadge {
  const { state, reason, endsAt } = round;
  const isOver = now >= Date.parse(endsAt);
  // Without a list that was locked, nobody knows yet whether there is a draw.
  if (isOver && state === 'open') return { tone: 'amber', text: 'ENDED' };
  if (isOver && (state === 'locked' || state === 'committed')) return { tone: 'amber', text: 'DRAWING' };
  return { tone: reason === CLOSED ? 'grey' : TONES[state], text: stateWord(round).toUpperCase() };
}

/** For a held round that an operator has declared owed. */
const OWED = ' The prizes are owed: they are set aside until paid.';

/** A round's state in a sentence or two. `now` is a server time in ms. */
export function stateSentence(
  round: Pick<RoundDetail, 'state' | 'reason' | 'endsAt' | 'winners'> & Partial<Pick<RoundDetail, 'owedSince'>>,
  now: number,
): string {
  const { state, reason, endsAt, winners } = round;
  const draw = `${utcClockText(Date.parse(endsAt))} UTC`;
  const isOver = now >= Date.parse(endsAt);
  switch (state) {
    case 'open':
      return isOver ? 'This round has ended. Its result is on its way.' : `The draw is at ${draw}.`;
    case 'locked':
    case 'committed':
      return isOver ? 'Waiting for the random number.' : `The entries are locked. The draw is at ${draw}.`;
    case 'drawn':
      return `${wonText(winners)}. The payment is on its way.`;
    case 'paid':
      return `${wonText(winners)}.`;
    case 'rolled-over':
    case 'held':
      return `${describeReason(reason) || (reason ?? 'No reason is given.')}${round.owedSince == null ? '' : OWED}`;
  }
}

/** The number of winners and the sum of their prizes: `3 wallets won 19.9999 SOL`. */
export function wonText(winners: RoundSummary['winners']): string {
  const wallets = winners.length === 1 ? '1 wallet' : `${winners.length} wallets`;
  return `${wallets} won ${prizeText(prizeSum(winners))} SOL`;
}

function prizeSum(winners: readonly { readonly prizeLamports: string }[]): string {
  return String(winners.reduce((sum, { prizeLamports }) => sum + BigInt(prizeLamports), 0n));
}

/** Whether the round can no longer change. */
export function isSettled({ state, reason }: Shown): boolean {
  return state === 'paid' || state === 'rolled-over' || reason === CLOSED;
}
