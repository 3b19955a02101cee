import { createRequire } from 'node:module';
import { installQuickEd25519, keep, nameOf } from './quickEd25519.ts';

/** The part that is used of bs58, the CommonJS library with which web3.js reads and writes addresses. */
interface Base58 {
  decode: (text: string) => Uint8Array;
}
interface Held {
  /** The big number inside of a key. Only copies of a key share the same object. */
  readonly _bn: object;
}

/**
 * web3.js converts an address by long division each time, and makes a new collator for each comparison when it sorts.
 * This gives the same answers, but computes each one only once. Signatures are made by Node's own crypto.
 */
export function installQuickWeb3(): void {
  // Must come first, because web3.js takes the functions that it finds when it is loaded.
  installQuickEd25519();
  const base58 = createRequire(createRequire(import.meta.url).resolve('@solana/web3.js'))('bs58') as Base58;
  const read = base58.decode;
  const decoded = new Map<string, Uint8Array>();
  // A copy of the bytes for each caller.
  base58.decode = (text) => Buffer.from(decoded.get(text) ?? keep(decoded, text, read(text)));

  const { PublicKey } = createRequire(import.meta.url)('@solana/web3.js') as typeof import('@solana/web3.js');
  const write = PublicKey.prototype.toBase58;
  const written = new Map<string, string>();
  const texts = new WeakMap<object, string>();
  PublicKey.prototype.toBase58 = function toBase58() {
    const { _bn: held } = this as unknown as Held;
    const known = texts.get(held);
    if (known !== undefined) return known;
    const name = nameOf(this.toBytes());
    const text = written.get(name) ?? keep(written, name, write.call(this));
    texts.set(held, text);
    return text;
  };

  const compare = String.prototype.localeCompare;
  const collators = new Map<string, Intl.Collator>();
  String.prototype.localeCompare = function localeCompare(
    other: string,
    locales?: Intl.LocalesArgument,
    options?: Intl.CollatorOptions,
  ): number {
    if (typeof locales !== 'string' || options === undefined) return compare.call(this, other, locales, options);
    const name = locales + JSON.stringify(options);
    const known = collators.get(name) ?? keep(collators, name, new Intl.Collator(locales, options));
    return known.compare(String(this), other);
  };
}
