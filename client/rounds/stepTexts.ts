import type { LateStep, RoundDetail } from '../../src/contract/round.ts';
import { countText, walletsAre } from '../format/countText.ts';
import { utcClockText } from '../format/timeText.ts';
import type { RoundStep, StepName, StepState } from './roundSteps.ts';

export const STEP_TITLES: Readonly<Record<StepName, string>> = {
  start: 'Round opened',
  lock: 'Entries locked',
  commit: 'List sealed on chain',
  end: 'End of the round',
  beacon: 'Random number published',
  draw: 'Winners drawn',
  pay: 'Prizes paid',
  final: 'Payment final',
};

/** A sentence about a step in its state. */
export function stepText({ name, state }: Pick<RoundStep, 'name' | 'state'>, round: RoundDetail): string {
  switch (state) {
    case 'done':
      return doneText(name, round);
    case 'now':
      return nowText(name, round);
    case 'ahead':
      return aheadText(name);
    case 'owed':
      return 'Still owed. An operator has to see to it.';
    case 'never':
      return 'The round ended without it.';
    case 'lost':
      return 'Its record is not stored here.';
  }
}

const MINUTE = 60;
const HOUR = 3_600;

/** How late a step was or is, and why. For a step that is not waited for: only why. */
export function lateText({ seconds, cause }: LateStep, state: StepState): string {
  if (state === 'never' || state === 'lost') return cause;
  return `${state === 'done' ? 'Late by' : 'Late, so far by'} ${delayText(seconds)}. ${cause}`;
}

function delayText(seconds: number): string {
  if (seconds < 2 * MINUTE) return `${seconds} seconds`;
  if (seconds < 2 * HOUR) return `${Math.round(seconds / MINUTE)} minutes`;
  return `${Math.round(seconds / HOUR)} hours`;
}

function doneText(name: StepName, round: RoundDetail): string {
  switch (name) {
    case 'start':
      return 'The lock decides who is in, by the GOD that each wallet holds then.';
    case 'lock':
      return `${walletsAre(round.entries ?? 0)} on the list. Its fingerprint goes on chain next: then the list cannot change unseen.`;
    case 'commit':
      return commitText(round.commitment);
    case 'end':
      return 'The draw takes the first random number due from then on.';
    case 'beacon':
      return `${beaconName(round)} gave it, and its signature is checked.`;
    case 'draw':
      return 'They follow from the list and the number alone.';
    case 'pay':
      return 'One transaction pays all of them, and does nothing else.';
    case 'final':
      return 'The chain can no longer undo it.';
  }
}

/** Names the time of the commitment's block. The page also shows the time of the step: the server's, a moment later. */
function commitText(commitment: RoundDetail['commitment']): string {
  if (commitment?.slot == null || commitment.blockTime === null) return 'Fingerprint saved on Solana.';
  const time = utcClockText(Date.parse(commitment.blockTime));
  return `Fingerprint saved on Solana at ${time} UTC, in slot ${countText(commitment.slot)}.`;
}

function nowText(name: StepName, round: RoundDetail): string {
  switch (name) {
    case 'start':
    case 'end':
      return '';
    case 'lock':
      return 'No list of wallets is known yet.';
    case 'commit':
      return 'The commitment is on its way to the chain.';
    case 'beacon':
      return `Waiting for ${beaconName(round)}.`;
    case 'draw':
      return 'The winners are being drawn.';
    case 'pay':
      return round.payout?.status === 'sent' ? 'The payment is on its way.' : 'The payment is being prepared.';
    case 'final':
      return 'It is confirmed. After some thirty more blocks it is final.';
  }
}

function aheadText(name: StepName): string {
  switch (name) {
    case 'start':
    case 'end':
      return 'Then the random number decides.';
    case 'lock':
      return 'The list is fixed then, by the GOD that each wallet holds.';
    case 'commit':
      return 'The list’s root goes on chain before drand publishes the number.';
    case 'beacon':
      return 'It comes from drand, when the round is over.';
    case 'draw':
      return 'The list and the number give the winners.';
    case 'pay':
      return 'One transaction pays all winners.';
    case 'final':
      return 'After some thirty more blocks.';
  }
}

function beaconName({ beacon, beaconRound }: RoundDetail): string {
  const round = beacon?.round ?? beaconRound;
  return round === null ? 'drand' : `drand round ${countText(round)}`;
}
