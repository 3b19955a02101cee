import { p256 } from '@noble/curves/nist.js';
import { base64urlnopad } from '@scure/base';

const ENCODER = new TextEncoder();
const join = (...parts: readonly Uint8Array[]) => new Uint8Array(parts.flatMap((part) => [...part]));

/** A browser's side of a subscription. */
export interface Browser {
  readonly endpoint: string;
  readonly p256dh: string;
  readonly auth: string;
  readonly keys: CryptoKeyPair;
}

/** A message that a push service got, read as the browser reads it. */
export interface Pushed {
  readonly endpoint: string;
  readonly topic: string;
  readonly ttl: number;
  readonly message: {
    readonly web_push: number;
    readonly id: string;
    readonly lasts: number;
    readonly stays?: boolean;
    readonly notification: {
      readonly title: string;
      readonly body: string;
      readonly navigate: string;
      readonly tag: string;
    };
  };
}

/** Subscribes a new browser at a push service. */
export async function newBrowser(name: string): Promise<Browser> {
  const keys = (await crypto.subtle.generateKey({ name: 'ECDH', namedCurve: 'P-256' }, true, [
    'deriveBits',
  ])) as CryptoKeyPair;
  const raw = (await crypto.subtle.exportKey('raw', keys.publicKey)) as ArrayBuffer;
  return {
    endpoint: `https://fcm.googleapis.com/fcm/send/${name}`,
    p256dh: base64urlnopad.encode(new Uint8Array(raw)),
    auth: base64urlnopad.encode(crypto.getRandomValues(new Uint8Array(16))),
    keys,
  };
}

async function hkdf(
  salt: Uint8Array<ArrayBuffer>,
  key: Uint8Array<ArrayBuffer>,
  info: Uint8Array<ArrayBuffer>,
  length: number,
) {
  const base = await crypto.subtle.importKey('raw', key, 'HKDF', false, ['deriveBits']);
  const algorithm = { name: 'HKDF', hash: 'SHA-256', salt, info };
  return new Uint8Array(await crypto.subtle.deriveBits(algorithm, base, length * 8));
}

/**
 * Decrypts as section 3.4 of RFC 8291 says: one record, with a key from the browser's secret. Throws for anything else.
 */
export async function decrypted({ p256dh, auth, keys }: Browser, body: Uint8Array<ArrayBuffer>): Promise<Uint8Array> {
  const [salt, idLength] = [body.slice(0, 16), body[20] ?? 0];
  if (new DataView(body.buffer).getUint32(16) < body.length - 21 - idLength) throw new Error('more than one record');
  if (idLength !== 65) throw new Error('the key id is no public key');
  const sender = body.slice(21, 86);
  const theirs = await crypto.subtle.importKey('raw', sender, { name: 'ECDH', namedCurve: 'P-256' }, false, []);
  // The types of Workers have another name for this property.
  const how = { name: 'ECDH', public: theirs } as never;
  const shared = new Uint8Array(await crypto.subtle.deriveBits(how, keys.privateKey, 256));
  const own = base64urlnopad.decode(p256dh);
  const info = join(ENCODER.encode('WebPush: info\0'), own, sender);
  const ikm = await hkdf(join(base64urlnopad.decode(auth)), shared, info, 32);
  const key = await hkdf(salt, ikm, join(ENCODER.encode('Content-Encoding: aes128gcm\0')), 16);
  const iv = await hkdf(salt, ikm, join(ENCODER.encode('Content-Encoding: nonce\0')), 12);
  const aes = await crypto.subtle.importKey('raw', key, 'AES-GCM', false, ['decrypt']);
  const padded = new Uint8Array(await crypto.subtle.decrypt({ name: 'AES-GCM', iv }, aes, body.slice(86)));
  const end = padded.findLastIndex((byte) => byte !== 0);
  if (padded[end] !== 2) throw new Error('the last record has no delimiter');
  return padded.slice(0, end);
}

/** Checks section 2 of RFC 8292: who signed, for whom, and until when at most. */
function judgeVapid(header: string, publicKey: string, audience: string): void {
  const [, token = '', key] = /^vapid t=([\w.-]+), ?k=([\w-]+)$/.exec(header) ?? [];
  if (key !== publicKey) throw new Error(`not signed by the lottery: ${header}`);
  const [head = '', claims = '', signature = ''] = token.split('.');
  const bytes = (text: string) => base64urlnopad.decode(text);
  // Half of WebCrypto's signatures have a high S, which JWT allows.
  if (!p256.verify(bytes(signature), ENCODER.encode(`${head}.${claims}`), bytes(publicKey), { lowS: false }))
    throw new Error('a wrong signature');
  const { aud, exp, sub } = JSON.parse(new TextDecoder().decode(bytes(claims)));
  if (aud !== audience || typeof sub !== 'string') throw new Error('not signed for this push service');
  if (exp * 1000 - Date.now() > 86_400_000) throw new Error('signed for more than a day');
}

/**
 * A push service that passes messages to the browsers that it knows, and fails loudly for everything that a real one
 * would refuse. `refuse` answers in its place; `onTaken` runs after a message was taken and before the sender gets the
 * answer.
 */
export function pushService(browsers: readonly Browser[], publicKey: string) {
  const pushed: Pushed[] = [];
  const world: { refuse: (endpoint: string) => Response | null; onTaken: () => void } = {
    refuse: () => null,
    onTaken: () => {},
  };
  const handle = async (url: string, init: RequestInit = {}): Promise<Response> => {
    const refused = world.refuse(url);
    if (refused !== null) return refused;
    const browser = browsers.find(({ endpoint }) => endpoint === url);
    if (browser === undefined) throw new Error(`nobody is at ${url}`);
    const headers = new Headers(init.headers);
    if (init.method !== 'POST' || headers.get('content-encoding') !== 'aes128gcm') throw new Error('no push');
    judgeVapid(headers.get('authorization') ?? '', publicKey, new URL(url).origin);
    const topic = headers.get('topic') ?? '';
    if (!/^[\w-]{1,32}$/.test(topic)) throw new Error(`no topic: ${topic}`);
    const body = new Uint8Array(init.body as Uint8Array<ArrayBuffer>);
    if (body.length > 4096) throw new Error('too large');
    const message = JSON.parse(new TextDecoder().decode(await decrypted(browser, body)));
    pushed.push({ endpoint: url, topic, ttl: Number(headers.get('ttl')), message });
    world.onTaken();
    return new Response('', { status: 201 });
  };
  const faults: unknown[] = [];
  const fetch = async (url: RequestInfo | URL, init?: RequestInit) => {
    try {
      return await handle(String(url), init);
    } catch (error) {
      // Kept for the test, because the sender does not fail when a connection breaks.
      faults.push(error);
      throw error;
    }
  };
  return { pushed, faults, world, fetch: fetch as typeof globalThis.fetch };
}
