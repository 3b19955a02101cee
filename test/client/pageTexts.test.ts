import { describe, expect, it } from 'vitest';
import { chosenRound } from '../../client/audit/panel/verifySettings.ts';
import { oddsLineText } from '../../client/enter/OddsLine.tsx';
import { conditionText, entrantsText, entryText } from '../../client/format/rulesSentences.ts';
import { answers } from '../../client/guide/Faq.tsx';
import { cardsOf } from '../../client/guide/HowToPlay.tsx';
import { titleText } from '../../client/page/landing/titleText.ts';
import { ranksBefore, roundsOf } from '../../client/prizes/RoundGroup.tsx';
import { sharedRound, sharedWin } from '../../client/share/shareTexts.ts';
import { addressIn, looksLikeAddress } from '../../src/address/addressIn.ts';
import { wallet } from '../domain/wallets.ts';
import { CONFIG, NOW, STAGES, stats } from '../gallery/lottery.ts';

describe('who is in the draw', () => {
  it('is every holder of enough GOD, unless the settings admit the largest only', () => {
    expect(entryText(0)).toBe('Hold 100,000 GOD and your wallet is in the draw.');
    expect(entryText(10)).toBe('The 10 largest holders of 100,000 GOD or more are in the draw.');
    expect(conditionText(10)).toBe('Be one of the 10 largest holders, with at least 100,000 GOD in one wallet,');
    expect(entrantsText(10)).toContain('the 10 largest holders');
  });

  it('is not promised to every holder before the settings are known', () => {
    expect(entryText(undefined)).toBe('You need 100,000 GOD to enter the next draw.');
  });

  it('is said in the same words by the cards and the questions', () => {
    const texts = (top: number) => [
      ...cardsOf(top).map(({ text }) => text),
      ...answers({ ...CONFIG, drawTopHolders: top }).flatMap(({ answer }) => answer),
    ];
    expect(texts(10).filter((text) => text.includes('10 largest holders'))).toHaveLength(2);
    expect(texts(10).join(' ')).not.toMatch(/Hold at least|your wallet is in/);
    expect(texts(0).join(' ')).not.toContain('largest');
  });
});

describe('the odds up front', () => {
  it('are those of a prize among all that are in', () => {
    expect(oddsLineText(207)).toBe('1 in 69 chance to win · 207 wallets');
    expect(oddsLineText(3)).toBe('A prize for every wallet · 3 wallets');
    expect(oddsLineText(1)).toBe('A prize for every wallet · 1 wallet');
  });
});

describe('what is pasted into the field for a wallet', () => {
  it.each([
    ` ${wallet(1)}\n`,
    `https://solscan.io/account/${wallet(1)}`,
    `https://explorer.solana.com/address/${wallet(1)}?cluster=devnet`,
    `https://explorer.solana.com/address/${wallet(1)}/tokens`,
    `https://game-of-draws.example/?wallet=${wallet(1)}`,
    `game-of-draws.example/wallet/${wallet(1)}`,
  ])('%j is understood', (text) => {
    expect(addressIn(text)).toBe(wallet(1));
  });

  it.each(['', 'wallet', `https://solscan.io/tx/${'5'.repeat(88)}`, `/account/${'z'.repeat(45)}`])(
    '%j is not changed, and is not an address',
    (text) => {
      expect(addressIn(text)).toBe(text);
      expect(looksLikeAddress(addressIn(text))).toBe(false);
    },
  );
});

describe('rounds in a list of winners', () => {
  const { recentWinners } = stats();

  it('are complete: a round that the list cuts off is left out', () => {
    const rounds = roundsOf(recentWinners, false);
    expect(rounds.map(({ winners }) => winners.length)).toEqual([3, 3, 3, 3, 3, 3]);
    expect(ranksBefore(rounds)).toEqual([0, 3, 6, 9, 12, 15]);
    expect(ranksBefore(rounds.slice(0, 2), 18)).toEqual([18, 21]);
  });

  it('have fewer than three winners only at the end of the whole list, or when there is no other round', () => {
    expect(roundsOf(recentWinners, true).at(-1)?.winners).toHaveLength(2);
    expect(roundsOf(recentWinners.slice(0, 2), false)).toHaveLength(1);
    expect(roundsOf([], true)).toEqual([]);
  });
});

describe('the tab’s title', () => {
  const at = (stage: keyof typeof STAGES) => titleText(STAGES[stage], NOW);

  it('counts down beside the jackpot, and says what the round is doing', () => {
    expect(at('open')).toBe('27:42 · 19.9999 SOL · Game of Draws');
    expect(at('locked')).toBe('0:41 · 19.9999 SOL · Game of Draws');
    expect(at('drawing')).toBe('Drawing winners… · Game of Draws');
    expect(at('complete')).toBe('Winners! · Round #1234 · Game of Draws');
    expect(at('unknown')).toBeNull();
  });
});

describe('what is shared', () => {
  it('is a plain sentence and where to check it', () => {
    const winners = [
      { prizeLamports: '14000000000' },
      { prizeLamports: '4000000000' },
      { prizeLamports: '2000000000' },
    ];
    expect(sharedRound({ roundNumber: 1234, winners })).toEqual({
      text: 'Game of Draws, round #1,234: 3 wallets won 20.0000 SOL. Anyone can check the draw.',
      path: '/rounds/1234',
    });
    expect(sharedWin({ roundNumber: 12, place: 3, prizeLamports: '400' })).toEqual({
      text: '< 0.0001 SOL won in round #12 of Game of Draws.',
      path: '/rounds/12/wins/3',
    });
  });

  it.each([
    ['?round=12', 12],
    ['?round=0', null],
    ['?round=-1', null],
    ['?round=1e3', null],
    ['?round=9999999999', null],
    ['', null],
  ])('%s chooses the round %s', (query, round) => {
    expect(chosenRound(query)).toBe(round);
  });
});
