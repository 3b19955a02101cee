/**
 * Whether a client takes gzip. Cloudflare writes an `Accept-Encoding` of its own and keeps the client's in `cf`
 * (developers.cloudflare.com/workers/runtime-apis/request).
 */
export function acceptsGzip(request: Request): boolean {
  const own = request.cf?.clientAcceptEncoding;
  const accepted = typeof own === 'string' ? own : (request.headers.get('Accept-Encoding') ?? '');
  const said = accepted.split(',').map((one) => one.replaceAll(/\s/g, '').toLowerCase());
  // `*` means every coding that is not named.
  const coding = said.find((one) => /^gzip(;|$)/.test(one)) ?? said.find((one) => /^\*(;|$)/.test(one)) ?? '';
  return /^[^;]+(;q=(0?\.\d*[1-9]\d*|1(\.0*)?))?$/.test(coding);
}
