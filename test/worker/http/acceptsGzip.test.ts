import { describe, expect, it } from 'vitest';
import { acceptsGzip } from '../../../worker/http/acceptsGzip.ts';

const request = (accepted: string | null, own?: string) => {
  const headers = new Headers(accepted === null ? {} : { 'Accept-Encoding': accepted });
  return { headers, cf: own === undefined ? undefined : { clientAcceptEncoding: own } } as unknown as Request;
};

describe('a client', () => {
  it.each(['gzip', 'gzip, deflate, br', 'br;q=1.0, gzip;q=0.8', 'GZIP', '*', 'gzip, *;q=0', 'br;q=0, *'])(
    'that says %j takes gzip',
    (accepted) => {
      expect(acceptsGzip(request(accepted))).toBe(true);
    },
  );

  it.each(['', 'identity', 'br', 'gzip;q=0', 'gzip;q=0.0', 'gzip;q=0, *', '*, gzip;q=0', 'xgzip', '*;q=0'])(
    'that says %j does not',
    (accepted) => {
      expect(acceptsGzip(request(accepted))).toBe(false);
    },
  );

  it('that says nothing does not', () => {
    expect(acceptsGzip(request(null))).toBe(false);
  });

  it('is believed before what Cloudflare says for it', () => {
    expect(acceptsGzip(request('gzip, br', 'identity'))).toBe(false);
    expect(acceptsGzip(request('br', 'gzip'))).toBe(true);
  });
});
