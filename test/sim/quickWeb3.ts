import { createRequire } from 'node:module';
import { installQuickEd25519, keep, nameOf } from './quickEd25519.ts';

/** Of bs58, the CommonJS library that web3.js writes and reads addresses by. */
interface Base58 {
  decode: (text: string) => Uint8Array;
}
interface Held {
  /** The number that a key is held as; no two keys share one but copies of it. */
  readonly _bn: object;
}

/**
 * web3.js reads and writes every address anew by long division, and sorts them by a collator that it makes for each
 * comparison. The same answers, each found once; signatures are the platform's.
 */
export function installQuickWeb3(): void {
  // First: web3.js takes what it finds there when it is loaded.
  installQuickEd25519();
  const base58 = createRequire(createRequire(import.meta.url).resolve('@solana/web3.js'))('bs58') as Base58;
  const read = base58.decode;
  const decoded = new Map<string, Uint8Array>();
  // Bytes of his own for everybody who asks.
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
