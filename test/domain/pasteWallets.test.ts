import { describe, expect, it } from 'vitest';
import { pasteWallets, takePasted } from '../../src/distribution/pasteWallets.ts';
import { validateConfiguration } from '../../src/distribution/validateWallets.ts';
import { ADMIN, EDITED_AT, POOL, receiver, validList } from './distributionWallets.ts';
import { wallet } from './wallets.ts';

const LIST = [POOL, ADMIN];
const [ONE, TWO] = [wallet(2), wallet(3)];
const read = (text: string) => pasteWallets(text, LIST);
const brief = (text: string) =>
  read(text).lines.map(({ address, label, percentage, problems }) => [address, label, percentage, ...problems]);

describe('a pasted list', () => {
  it.each([
    ['commas', `${ONE},Marketing,33.3\n${TWO}, Charity ,5`],
    ['tabs, as from a spreadsheet, with decimal commas', `${ONE}\tMarketing\t33,3\r\n${TWO}\tCharity\t5,00 %`],
    ['semicolons, with decimal commas', `${ONE};Marketing;33,3\n\n${TWO};Charity;5\n`],
    ['quotes around what has a comma', `${ONE},Marketing,"33,3"\n${TWO},Charity,"5"`],
    ['a first line with the columns’ names', `Address,Label,Percent\n${ONE},Marketing,33.3\n${TWO},Charity,5`],
  ])('is understood with %s', (_what, text) => {
    expect(brief(text)).toEqual([
      [ONE, 'Marketing', 33.3],
      [TWO, 'Charity', 5],
    ]);
  });

  it('keeps a comma in a label that is quoted, and two quotes as one', () => {
    expect(brief(`${ONE},"Smith, ""Joe""",1`)).toEqual([[ONE, 'Smith, "Joe"', 1]]);
  });

  it('takes a quote inside of a field as it stands, and spaces around a field away', () => {
    expect(brief(`${ONE},5" pipe,1`)).toEqual([[ONE, '5" pipe', 1]]);
    expect(brief(`${ONE}, "Smith, Joe" ,1`)).toEqual([[ONE, 'Smith, Joe', 1]]);
    expect(read(` ${ONE} `).lines[0]?.address).toBe(ONE);
  });

  it('guesses nothing: a decimal comma in a list separated by commas is a problem', () => {
    expect(brief(`${ONE},Marketing,33,3`)).toEqual([
      [ONE, 'Marketing', 33, expect.stringMatching(/^More than three columns\./)],
    ]);
  });

  it.each([
    [`x,Marketing,1`, ['Invalid wallet address']],
    [`11111111111111111111111111111111,System,1`, ['This address belongs to the chain itself and cannot be paid']],
    [`${ONE},,1`, ['The label is missing']],
    [`${ONE},a\u202Eb,1`, ['The label must have at most 64 characters, all of them printable']],
    [`${ONE},Marketing`, ['The percentage is missing']],
    [`${ONE};Marketing;1.234,5`, [expect.stringMatching(/^"1\.234,5" is not understood/)]],
    [`${ONE},Marketing,250`, ['250% is more than 100%, so 100% is used.']],
    [`${ONE}`, ['The label is missing', 'The percentage is missing']],
  ])('says of "%s" what is wrong', (text, problems) => {
    expect(read(text).lines[0]?.problems).toEqual(problems);
  });

  it.each(['ADDRESS', 'wallet address', 'Wallet_Address'])('may begin with the heading "%s"', (text) => {
    const [first, ...more] = read(`${text},Label,Percent\n${ONE},A,1`).lines;
    expect([first?.address, more]).toEqual([ONE, []]);
  });

  it.each(['my address', 'address of it', 'wallet-address'])('has no heading in a first line with "%s"', (text) => {
    expect(brief(`${text},Label,1`)).toEqual([[text, 'Label', 1, 'Invalid wallet address']]);
  });

  it('has no label and no share for a line that is only an address', () => {
    expect(read(ONE).lines[0]).toMatchObject({ label: '', percentage: null });
  });

  it('names the line that had the same address', () => {
    const [, second, third] = brief(`${ONE},A,1\n\n${ONE},B,2\n${ONE},C,3`);
    expect(second).toEqual([ONE, 'B', 2, 'Line 1 has this address already']);
    expect(third).toEqual([ONE, 'C', 3, 'Line 1 has this address already']);
  });

  it('must leave no more than 200 wallets; those that are there already count once', () => {
    const lines = Array.from({ length: 199 }, (_, n) => `${receiver(n + 1).address},W,0`).join('\n');
    expect(read(lines).problem).toBe('At most 200 wallets are possible: this would make 201');
    expect(pasteWallets(lines, validList(200)).problem).toBeNull();
  });

  it('of nothing is nothing', () => {
    expect(read(' \n')).toEqual({ lines: [], problem: null });
  });
});

describe('taking it', () => {
  it('changes the wallets it names, adds the others, and the list keeps its rules', () => {
    const { lines } = read(`${POOL.address},Pot,60\n${ADMIN.address},Nobody,35\n${ONE},Marketing,5`);
    expect(lines.map(({ known }) => known?.id ?? null)).toEqual([POOL.id, ADMIN.id, null]);
    const taken = takePasted(LIST, lines, { at: EDITED_AT, newId: () => 'wallet-9' });
    expect(taken).toEqual([
      { ...POOL, label: 'Pot', percentage: 60, updatedAt: EDITED_AT },
      // The admin's label stays.
      { ...ADMIN, percentage: 35, updatedAt: EDITED_AT },
      receiver(9, { address: ONE, label: 'Marketing', percentage: 5, createdAt: EDITED_AT, updatedAt: EDITED_AT }),
    ]);
    expect(validateConfiguration(taken)).toEqual([]);
  });

  it('leaves a wallet that it does not name as it is', () => {
    const { lines } = read(`${POOL.address},Pot,60`);
    expect(takePasted(LIST, lines, { at: EDITED_AT, newId: () => 'wallet-9' })[1]).toBe(ADMIN);
  });
});
