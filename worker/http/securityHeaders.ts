import { secureHeaders } from 'hono/secure-headers';
import { pageStyleHash, STYLE_HASH, VERIFIER_FILE } from '#page';
import { PLACE_PATTERN } from '../../src/protocol/terms/places.ts';
import { EMBED_HASHES } from '../answers/documents/embedPage.ts';
import { OFFLINE_HASHES } from '../answers/documents/offlinePage.ts';
import { ofIsolate } from '../ofIsolate.ts';
import type { SettingsResult } from '../settings/Settings.ts';

type HeaderMiddleware = ReturnType<typeof secureHeaders>;

/** Where the verifier that works alone is served. */
export const VERIFIER_PATH = '/verify.html';
/** Where the SHA-256 of that file is, in the form of `sha256sum`. */
export const VERIFIER_HASH_PATH = '/.well-known/verify.html.sha256';
/** The one page that other sites may show in a frame. */
export const EMBED_PATH = '/embed';
/** The view that the service worker keeps for a visitor without a network. */
export const OFFLINE_PATH = '/offline';

const madeFor = ofIsolate((_settings: SettingsResult) => new Map<string, HeaderMiddleware>());

/** The security headers of an answer at a path. */
export function securityHeaders(settings: SettingsResult, path: string): HeaderMiddleware {
  if (path === VERIFIER_PATH) return verifierFile;
  if (path === EMBED_PATH) return embed;
  if (path === OFFLINE_PATH) return offline;
  if (path.startsWith('/api/')) return api;
  const ofPages = madeFor(settings);
  const isVerifier = VERIFIER_PAGES.test(path);
  const style = pageStyleHash(path);
  const name = `${isVerifier} ${style}`;
  const publicRpcUrl = settings.ok ? settings.settings.publicRpcUrl : null;
  const known = ofPages.get(name) ?? make(isVerifier ? VERIFIER : usual(publicRpcUrl), style);
  ofPages.set(name, known);
  return known;
}

/**
 * The origins that pages without a verifier may call: this site, and the public RPC, from which the browser reads the
 * pool's balance when the API fails.
 */
function usual(publicRpcUrl: string | null): readonly string[] {
  return ["'self'", ...(publicRpcUrl === null ? [] : [new URL(publicRpcUrl).origin])];
}

/** The pages on which a browser verifies rounds. It asks drand, and whichever Solana server the visitor names. */
const VERIFIER_PAGES = new RegExp(`^/(?:audit|rounds/[1-9]\\d*(?:/wins/${PLACE_PATTERN})?)/*$`);
const VERIFIER = ["'self'", 'https:', 'http://localhost:*', 'http://127.0.0.1:*'];

function make(connectSrc: readonly string[], style: string | null): HeaderMiddleware {
  return secureHeaders({
    contentSecurityPolicy: {
      defaultSrc: ["'none'"],
      scriptSrc: ["'self'"],
      styleSrc: ["'self'", STYLE_HASH, ...(style === null ? [] : [style])],
      imgSrc: ["'self'", 'data:'],
      fontSrc: ["'self'"],
      manifestSrc: ["'self'"],
      connectSrc: [...connectSrc],
      // The service worker, and the thread in which rounds are verified.
      workerSrc: ["'self'"],
      baseUri: ["'none'"],
      formAction: ["'self'"],
      frameAncestors: ["'none'"],
    },
    ...ELSE,
  });
}

/** The headers beside the content security policy. The API and the embedded page leave some of them out. */
const ELSE = {
  strictTransportSecurity: 'max-age=63072000; includeSubDomains; preload',
  referrerPolicy: 'strict-origin-when-cross-origin',
  xFrameOptions: 'DENY',
  permissionsPolicy: { camera: [], microphone: [], geolocation: [], payment: [] },
};

/**
 * No answer of the API is a page, so answers carry only the headers that protect data: OWASP's list for an API (REST
 * Security Cheat Sheet, "Security Headers").
 */
const api = secureHeaders({
  ...ELSE,
  contentSecurityPolicy: { defaultSrc: ["'none'"], frameAncestors: ["'none'"] },
  permissionsPolicy: {},
  referrerPolicy: false,
  crossOriginResourcePolicy: false,
  crossOriginOpenerPolicy: false,
  originAgentCluster: false,
  xDnsPrefetchControl: false,
  xDownloadOptions: false,
  xPermittedCrossDomainPolicies: false,
  xXssProtection: false,
  removePoweredBy: false,
});

const others = secureHeaders(ELSE);
/** The verifier's file contains its own policy too, for those who open it from disk. */
const verifierFile: HeaderMiddleware = async (c, next) => {
  await others(c, next);
  c.header('Content-Security-Policy', `${VERIFIER_FILE.policy}; frame-ancestors 'none'`);
};

/** A frame around the embedded page cannot steal a click: the page has only links. */
const embed = secureHeaders({
  ...ELSE,
  xFrameOptions: false,
  // Some sites show in frames only pages that send this header.
  crossOriginResourcePolicy: 'cross-origin',
  contentSecurityPolicy: {
    defaultSrc: ["'none'"],
    scriptSrc: [EMBED_HASHES.script],
    styleSrc: [EMBED_HASHES.style],
    connectSrc: ["'self'"],
    baseUri: ["'none'"],
    formAction: ["'none'"],
    frameAncestors: ['*'],
  },
});

/** The offline view loads nothing: it is read where there is no network. */
const offline = secureHeaders({
  ...ELSE,
  contentSecurityPolicy: {
    defaultSrc: ["'none'"],
    scriptSrc: [OFFLINE_HASHES.script],
    styleSrc: [OFFLINE_HASHES.style],
    baseUri: ["'none'"],
    formAction: ["'none'"],
    frameAncestors: ["'none'"],
  },
});
