import fc from 'fast-check';
import type { FuzzRequest } from './fuzz-request.ts';

type Breakage = (request: FuzzRequest) => Partial<FuzzRequest>;

const json = { 'content-type': 'application/json' };

/** Ways to break a request: invalid bodies, wrong content types, unexpected headers, other methods. */
export const breakages: fc.Arbitrary<Breakage> = fc.oneof(
  fc
    .constantFrom(
      '',
      ' ',
      'null',
      '[]',
      '1',
      '"x"',
      '{',
      '{"a":}',
      '\u{feff}{}',
      '{}{}',
      '[1,',
      '{"a":1,"a":2}',
    )
    .map(
      (text): Breakage =>
        () => ({ body: { text }, headers: json }),
    ),
  fc.nat(200).map(
    (length): Breakage =>
      ({ body }) => ({
        body: { text: (body?.text ?? '{"a":1}').slice(0, length) },
        headers: json,
      }),
  ),
  fc.string({ unit: 'binary', maxLength: 60 }).map(
    (text): Breakage =>
      () => ({
        body: { text: toHeader(text), encoding: 'latin1' },
        headers: json,
      }),
  ),
  fc.constant<Breakage>(({ body }) => ({
    body: { text: body?.text ?? '{}', encoding: 'utf16le' },
    headers: json,
  })),
  fc
    .constantFrom(
      'text/plain',
      'text/html',
      'application/x-www-form-urlencoded',
      'multipart/form-data; boundary=x',
      'application/xml',
      'application/jsonx',
      'application/json; charset=utf-16',
      'APPLICATION/JSON ; x',
      ',',
      '',
    )
    .map(
      (type): Breakage =>
        ({ body }) => ({
          body: body ?? { text: '{}' },
          headers: { 'content-type': type },
        }),
    ),
  fc
    .constantFrom<Record<string, string>>(
      { 'content-encoding': 'gzip' },
      { 'content-encoding': 'br, gzip' },
      { origin: 'null' },
      { origin: 'http://evil.example' },
      { 'sec-fetch-site': 'cross-site' },
      { accept: 'text/html' },
      { accept: '*/*;q=x' },
      { range: 'bytes=0-1' },
      { 'if-none-match': '*' },
      { 'x-http-method-override': 'DELETE' },
      { 'x-forwarded-host': 'evil.example' },
      { authorization: 'Bearer x' },
      { cookie: 'precis=%zz; __proto__=1' },
      { 'accept-language': 'x'.repeat(4000) },
      { 'last-event-id': '-1' },
      { 'idempotency-key': '\t' },
    )
    .map(
      (headers): Breakage =>
        (request) => ({ headers: { ...request.headers, ...headers } }),
    ),
  fc.constantFrom('GET', 'HEAD', 'OPTIONS', 'PUT', 'PATCH', 'DELETE', 'POST', 'PROPFIND').map(
    (method): Breakage =>
      () => ({ method }),
  ),
);

/** Replaces the characters that Node's own client does not send in a header. */
export function toHeader(text: string): string {
  return text.replaceAll(/[^\t\x20-\x7e\x80-\xff]/g, '?');
}
