import type { Health } from '../../src/contract/health.ts';
import { NOT_PLAYED } from '../../src/round/uptime.ts';
import { FULL_SHARE, isLow, lowText, MOST_BYTES } from '../answers/health/healthParts.ts';
import type { AlertsPulse } from '../answers/health/pulses.ts';
import type { AlertInbox } from './createAlertInbox.ts';

/** If winners that are shown are not paid for this long after the end of their round, a person is told. */
const UNPAID_MS = 300_000;

const isOneOf = (reasons: readonly string[], reason: string | null) => reason !== null && reasons.includes(reason);

export interface WatchPartsInput {
  readonly inbox: Pick<AlertInbox, 'raise' | 'end' | 'lasting'>;
  /** After how many rounds without a payment a person is told; 0: never. */
  readonly unpaidRounds: number;
  /** Unix milliseconds. */
  readonly now: () => number;
}

/** Something that may be wrong, and the alert about it. */
interface Matter {
  /** Kind and subject of the alert: `part-down:rounds`. */
  readonly about: string;
  readonly isWrong: boolean;
  readonly message: string;
}

/**
 * Makes the function that raises the alerts that no other code raises: about a part that is down, a database that fills
 * up, a wallet that runs dry. Each alert is raised once, and ends when its matter is well again.
 */
export function createWatchParts({ inbox, now, unpaidRounds }: WatchPartsInput) {
  function weigh({ about, isWrong, message }: Matter): void {
    const lasting = inbox.lasting(about);
    if (!isWrong) for (const key of lasting) inbox.end(key);
    else if (lasting.length === 0) {
      const raisedAt = now();
      inbox.raise({ key: `${about}:${Math.floor(raisedAt / 1000)}`, message, raisedAt });
    }
  }

  /** A person is woken by a part that is down and was down at the look before too. */
  function weighPart({ name, status, detail }: Health['parts'][number], { downParts }: AlertsPulse): void {
    const isDown = status === 'down';
    if (isDown && !downParts.includes(name)) return;
    weigh({ about: `part-down:${name}`, isWrong: isDown, message: `The part "${name}" is down: ${detail}.` });
  }

  /** Rounds that end without a payment, and payments that take too long. */
  function weighRounds({ ended, unpaid }: AlertsPulse): void {
    const [newest] = ended;
    const isMissed = newest !== undefined && !newest.isPaid && isOneOf(NOT_PLAYED, newest.reason);
    const missed = `Round ${newest?.round} was not played (${newest?.reason}). Its prizes stay in the pool.`;
    weigh({ about: 'missed', isWrong: isMissed, message: missed });
    const last = ended.slice(0, unpaidRounds);
    const named = last.map(({ round, reason }) => `round ${round} (${reason})`).join(', ');
    const isLong = unpaidRounds > 0 && last.length === unpaidRounds && last.every(({ isPaid }) => !isPaid);
    const nobody = `The last ${unpaidRounds} rounds ended and paid nobody: ${named}.`;
    weigh({ about: 'no-payment', isWrong: isLong, message: nobody });
    const late = unpaid.find(({ endsAt }) => now() - endsAt * 1000 >= UNPAID_MS);
    const minutes = late === undefined ? 0 : Math.floor((now() / 1000 - late.endsAt) / 60);
    const drawn = `Round ${late?.round} ended ${minutes} minutes ago. Its winners are drawn and shown, and their payment is not final.`;
    weigh({ about: 'unpaid', isWrong: late !== undefined, message: drawn });
  }

  return (parts: Health['parts'], pulse: AlertsPulse): void => {
    const { databaseBytes, walletsAt, wallets } = pulse;
    if (pulse.databaseAt !== null) weighRounds(pulse);
    for (const part of parts) weighPart(part, pulse);
    if (databaseBytes !== null) {
      const share = Math.round((databaseBytes / MOST_BYTES) * 100);
      const message = `The database is ${share}% full: ${(databaseBytes / 1e9).toFixed(2)} of ${MOST_BYTES / 1e9} GB.`;
      weigh({ about: 'database-size', isWrong: databaseBytes >= MOST_BYTES * FULL_SHARE, message });
    }
    if (walletsAt === null) return;
    for (const wallet of wallets) {
      const about = `wallet-low:${wallet.name.toLowerCase().replaceAll(' ', '-')}`;
      weigh({ about, isWrong: isLow(wallet), message: `${lowText(wallet)}. Send it some.` });
    }
  };
}
