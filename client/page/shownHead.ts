import type { ShownAnswer } from '../../src/contract/pageData.ts';
import type { RoundDetail } from '../../src/contract/round.ts';
import type { Winner } from '../../src/contract/winner.ts';
import { RANKS } from '../../src/round/placeWords.ts';
import { countText } from '../format/countText.ts';
import { prizeText } from '../format/moneyText.ts';
import { shortAddress } from '../format/shortAddress.ts';
import { utcText } from '../format/timeText.ts';
import { stateSentence, stateWord, wonText } from '../rounds/roundState.ts';
import type { Page } from './pages.ts';

const NAME = 'Game of Draws';

/** Title, description and picture for the page of one round or win; empty for other pages. */
export function shownHead(shown: ShownAnswer | null | undefined, now: number): Partial<Page> {
  if (shown?.kind !== 'round' || shown.answer === null) return {};
  if ('error' in shown.answer)
    return { title: `No such round · ${NAME}`, description: 'There is no round at this address, or not yet.' };
  const win = shown.answer.winners.find(({ place }) => place === shown.place);
  return win ? winHead(shown.answer, win) : roundHead(shown.answer, now);
}

function winHead({ roundNumber, endsAt }: RoundDetail, { place, address, prizeLamports }: Winner): Partial<Page> {
  const won = `${prizeText(prizeLamports)} SOL won in round #${countText(roundNumber)}`;
  return {
    title: `${won} · ${NAME}`,
    description: `${shortAddress(address)} won ${RANKS[place]} place in the hourly draw on Solana of ${utcText(Date.parse(endsAt))}. Anyone can check it in the browser.`,
    image: `/og/rounds/${roundNumber}-${place}.png`,
  };
}

function roundHead(round: RoundDetail, now: number): Partial<Page> {
  const { roundNumber, endsAt, winners } = round;
  const name = `Round #${countText(roundNumber)}`;
  const sentence = stateSentence(round, now);
  const title = winners.length > 0 ? wonText(winners) : stateWord(round).toLowerCase();
  const won = winners.map(({ address }) => shortAddress(address)).join(', ');
  const description = [
    `${name} of the hourly draw on Solana, ${utcText(Date.parse(endsAt))}.`,
    sentence,
    ...(won === '' ? [] : [`Winners: ${won}.`]),
    'Anyone can check it in the browser.',
  ].join(' ');
  return { title: `${name}: ${title} · ${NAME}`, description, image: `/og/rounds/${roundNumber}.png` };
}
