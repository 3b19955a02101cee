import { secureHeaders } from 'hono/secure-headers';
import { STYLE_HASH } from '#page';
import type { SettingsResult } from '../settings/Settings.ts';

type HeaderMiddleware = ReturnType<typeof secureHeaders>;

const made = new WeakMap<SettingsResult, HeaderMiddleware>();

/** The security headers of every answer; made once for an environment's settings. */
export function securityHeaders(settings: SettingsResult): HeaderMiddleware {
  const known = made.get(settings) ?? make(settings.ok ? settings.settings.publicRpcUrl : null);
  made.set(settings, known);
  return known;
}

/**
 * The browser reads the pool's balance from the public RPC itself when everything else fails; nothing else may be
 * reached.
 */
function make(publicRpcUrl: string | null): HeaderMiddleware {
  return secureHeaders({
    contentSecurityPolicy: {
      defaultSrc: ["'none'"],
      scriptSrc: ["'self'"],
      styleSrc: ["'self'", STYLE_HASH],
      imgSrc: ["'self'", 'data:'],
      fontSrc: ["'self'"],
      manifestSrc: ["'self'"],
      connectSrc: ["'self'", ...(publicRpcUrl === null ? [] : [new URL(publicRpcUrl).origin])],
      baseUri: ["'none'"],
      formAction: ["'self'"],
      frameAncestors: ["'none'"],
    },
    strictTransportSecurity: 'max-age=63072000; includeSubDomains; preload',
    referrerPolicy: 'strict-origin-when-cross-origin',
    xFrameOptions: 'DENY',
    permissionsPolicy: { camera: [], microphone: [], geolocation: [], payment: [] },
  });
}
