import { describe, expect, it } from 'vitest';
import { oddsText } from '../../client/format/countText.ts';
import { problemOf, refusalText } from '../../client/wallet/WalletForm.tsx';
import { parseAddress } from '../../src/address/address.ts';
import { addressIn } from '../../src/address/addressIn.ts';
import { wallet } from '../domain/wallets.ts';

describe('a chance in words', () => {
  it.each([
    [0, 'None'],
    [3 / 10_000, '1 in 3,333'],
    [3 / 225, '1 in 75'],
    [3 / 224, '1 in 75'],
    [0.1, '1 in 10'],
    [1 / 9.96, '1 in 10'],
    [1 / 9.94, '1 in 9.9'],
    [0.27541230900187713, '1 in 3.6'],
    [0.5, '1 in 2'],
    [0.5001, '50%'],
    [0.7499, '74%'],
    [0.99, '99%'],
    [0.999936506602836, 'Over 99%'],
    [1, 'Over 99%'],
  ])('%d is %s', (chance, text) => {
    expect(oddsText(chance)).toBe(text);
  });
});

describe('the field for an address', () => {
  it.each([wallet(1), wallet(255), '11111111111111111111111111111111'])('takes %s', (address) => {
    expect(problemOf(address)).toBeNull();
  });

  it.each([
    '',
    'wallet',
    'z'.repeat(31),
    'z'.repeat(45),
    `${'z'.repeat(40)}0OIl`,
    `${wallet(1)} ${wallet(2)}`,
    `${wallet(1)}\n`,
  ])('refuses %j with a sentence', (text) => {
    expect(problemOf(text)).toMatch(/^A wallet address has .*\.$/);
  });

  it.each([
    ['Ethereum', '0x52908400098527886E0F7030069857D2E4169EE7'],
    ['Bitcoin', 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq'],
    ['Bitcoin, the old form', '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa'],
    ['Tron', 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t'],
    ['Sui', '0x0000000000000000000000000000000000000000000000000000000000000002'],
  ])('takes no address of %s: the field or the server refuses it', (_, address) => {
    expect(problemOf(address) !== null || parseAddress(address) === null).toBe(true);
  });

  it('takes an address that was copied with what stood around it', () => {
    for (const copied of [`  ${wallet(7)}`, `${wallet(7)}\n`, `\t${wallet(7)} \u00a0`]) {
      expect(addressIn(copied)).toBe(wallet(7));
    }
  });

  it.each([
    `https://explorer.example/address/${wallet(1)}`,
    `https://explorer.example/address/${wallet(255)}?cluster=devnet`,
    `https://explorer.example/account/${wallet(1)}#transfers`,
    `https://explorer.example/token/${wallet(1)}/holders`,
    `https://draws.example/wallet/${wallet(1)}`,
    `https://draws.example/?wallet=${wallet(1)}`,
    `https://draws.example/prizes?page=2&wallet=${wallet(1)}&x=1`,
    ` https://explorer.example/account/${'1'.repeat(32)} `,
  ])('takes the address out of the link %j', (link) => {
    expect(link).toContain(addressIn(link));
    expect(parseAddress(addressIn(link))).not.toBeNull();
  });

  it.each([
    `https://explorer.example/tx/${wallet(1)}`,
    `https://draws.example/?wallets=${wallet(1)}`,
    `https://draws.example/mywallet=${wallet(1)}`,
    `https://explorer.example/address/${wallet(1)}0`,
    `https://explorer.example/address/${'z'.repeat(45)}`,
    `https://explorer.example/address/${'1'.repeat(31)}`,
  ])('leaves %j as it is', (text) => {
    expect(addressIn(text)).toBe(text);
  });

  it('refuses nothing that the server takes', () => {
    for (const byte of [1, 2, 3, 4, 5, 6, 7, 8, 9, 77, 255] as const) {
      expect([parseAddress(wallet(byte)), problemOf(wallet(byte))]).toEqual([wallet(byte), null]);
    }
  });

  it('shows the server’s sentence about a text that only looked like an address', () => {
    expect(problemOf('z'.repeat(44))).toBeNull();
    expect(refusalText('limit: must be a number')).toBe('The limit must be a number.');
    expect(refusalText("address: That isn't one. Look again.")).toBe("That isn't one. Look again.");
  });
});
