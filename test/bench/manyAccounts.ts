import { createHash } from 'node:crypto';
import type { PublicKey } from '@solana/web3.js';

/** The amount's offset in a slice that begins with the owner. */
const AMOUNT_AT = 32;
const SLICE_BYTES = 150;
const PUBKEY = '6Ckm2BrnXxsSjyG5b17kQQRjoECVrts92RKXVGT8XeqS';

interface Holder {
  readonly tokenAccount: PublicKey;
}

interface ListAnswer {
  result: { value: { pubkey: string; account: { data: [string, 'base64'] } }[] };
}

/**
 * Makes a node show `count` token accounts although the chain has fewer. Each invented account has its own owner and
 * one base unit, which is taken from the market-maker, so that all accounts still add up to the supply. The returned
 * function changes an answer.
 */
export function manyAccounts(count: number, marketMaker: Holder): (answer: Uint8Array) => Uint8Array<ArrayBuffer> {
  let others: { readonly count: number; readonly text: Buffer } | null = null;
  return (bytes) => {
    const answer: ListAnswer = JSON.parse(Buffer.from(bytes).toString());
    const { value } = answer.result;
    const missing = count - value.length;
    if (others?.count !== missing) others = { count: missing, text: dust(missing) };
    const giver = value.find(({ pubkey }) => pubkey === marketMaker.tokenAccount.toBase58());
    if (giver === undefined) throw new Error('the market-maker has no account');
    const data = Buffer.from(giver.account.data[0], 'base64');
    data.writeBigUInt64LE(data.readBigUInt64LE(AMOUNT_AT) - BigInt(missing), AMOUNT_AT);
    giver.account.data[0] = data.toString('base64');
    const [head = '', tail = ''] = JSON.stringify({ ...answer, result: { ...answer.result, value: ['mark'] } }).split(
      '"mark"',
    );
    return new Uint8Array(
      Buffer.concat([
        Buffer.from(head),
        Buffer.from(JSON.stringify(value).slice(1, -1)),
        others.text,
        Buffer.from(tail),
      ]),
    );
  };
}

/** `count` accounts as JSON, each after a comma: 430 bytes each, as Agave writes them. */
function dust(count: number): Buffer {
  const slice = Buffer.alloc(SLICE_BYTES);
  // State: initialized. After the account type: the extension of an associated account, and a fee extension with
  // nothing withheld.
  slice[76] = 1;
  slice.set([2, 7, 0, 0, 0, 2, 0, 8, 0], 133);
  const parts = Array.from({ length: count }, (_, i) => {
    createHash('sha256').update(`dust ${i}`).digest().copy(slice);
    slice.writeBigUInt64LE(1n, AMOUNT_AT);
    return `,{"pubkey":"${PUBKEY}","account":{"lamports":2157600,"data":["${slice.toString('base64')}","base64"],"owner":"TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb","executable":false,"rentEpoch":18446744073709551615,"space":182}}`;
  });
  return Buffer.from(parts.join(''));
}
