import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createSignFinder } from './find-signs.ts';
import { maskings, maskSecrets } from './mask-secrets.ts';
import { assignment, keyShapes, knownPlaces } from './secret-shapes.ts';

/** Put together here, so that no scanner takes this file for a leak. */
const join = (...parts: string[]): string => parts.join('');
const letters = 'a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8s9T0';
const hex = '0123456789abcdef'.repeat(4);

/** At least one for each pattern, in their order. */
const samples = [
  join('-----BEGIN RSA ', 'PRIVATE KEY-----\n', letters, '\n-----END RSA PRIVATE KEY-----'),
  ...['sk', 'rk', 'pk'].map((name) => join(name, '-', letters)),
  ...['sk', 'rk', 'pk'].map((name) => join(name, '_test_', letters)),
  ...['p', 'o', 'u', 's', 'r'].map((kind) => join('gh', kind, '_', letters)),
  join('github', '_pat_', letters),
  ...['pat', 'dt', 'rt', 'ptt', 'soat', 'cbt', 'ft', 'agent'].map((kind) => join('gl', kind, '-', letters)),
  join('xox', 'b-', letters),
  join('xapp', '-1-', letters),
  ...['AKIA', 'ASIA', 'ABIA', 'ACCA'].map((name) => join(name, 'IOSFODNN7EXAMPLE')),
  join('AI', 'za', letters.slice(0, 35)),
  join('ya', '29.', letters),
  join('GOC', 'SPX-', letters),
  join('npm', '_', letters),
  join('py', 'pi-', letters),
  ...['pat', 'oat'].map((kind) => join('dckr', '_', kind, '_', letters)),
  join('hf', '_', letters),
  join('gsk', '_', letters),
  join('r8', '_', letters),
  join('xai', '-', letters),
  join('dop', '_v1_', hex),
  join('dapi', hex.slice(0, 32)),
  ...['at', 'ca', 'pa', 'ss'].map((kind) => join('shp', kind, '_', hex.slice(0, 32))),
  join('hvs', '.', letters),
  join('hvb', '.', letters),
  join('ATA', 'TT3', letters, letters),
  join('wh', 'sec_', letters),
  join('SG', '.', letters, '.', letters),
  join('AGE-', 'SECRET-KEY-1', letters.toUpperCase(), letters.slice(0, 15).toUpperCase()),
  join('ey', 'JhbGciOiJIUzI1NiJ9.ey', 'JzdWIiOiIxIn0abc.', letters),
  join('123456789', ':AA', letters.slice(0, 33)),
  'Proxy-Authorization: Basic dXNlcjpwYXNzd29yZA==',
  'authorization="x1y2z3"',
  'set-cookie: sid=abc; Path=/',
  `Bearer ${letters}`,
  `basic ${letters}`,
  'postgres://precis:hunter2@db.local:5432/app',
  'https://hooks.slack.com/services/T00/B00/abcDEF123',
  'https://discordapp.com/api/webhooks/123456/abcdefghijklmnopqrstu',
  ...['sig', 'signature', 'X-Amz-Signature', 'x-amz-security-token', 'x-goog-signature'].flatMap((name) => [
    `?${name}=abcdefghij`,
    `&${name}=abcdefghij`,
  ]),
  ...['password', 'passwd', 'passphrase', 'token', 'secret', 'apikey', 'api-key'].map(
    (name) => `--db-${name} hunter2`,
  ),
  ...['curl', 'wget', 'http', 'https', 'xh'].flatMap((name) => [
    `${name} --user "me:two words" x`,
    `${name} -u me:hunter2 x`,
  ]),
  'curl -b sid=abc x',
  'wget --cookie sid=abc x',
  'mysqldump -p"two words" db',
  'mariadb -phunter2 db',
  ...['docker', 'podman', 'nerdctl', 'oc', 'az', 'cf', 'helm registry', 'sshpass', 'mongo', 'mongosh'].map(
    (name) => `${name} login -u me -p hunter2 host`,
  ),
  'redis-cli -a hunter2 ping',
  'machine h login me password hunter2',
  'default password hunter2',
  ';Password=x y;Encrypt=1',
  '; pwd = xy;',
  '_auth=dXNlcjpwYXNz',
  ...`secret secretKey token password passwd passphrase api_key apiKey api-key access_key accessKey access-key
    account_key AccountKey account-key private_key privateKey private-key credentials credential DB_PASS MYSQL_PWD`
    .split(/\s+/)
    .map((name) => `${name}="hunter2hunter2"`),
];

/** As it was done before: every pattern on every text. */
function maskWithAll(text: string): string {
  return maskings.reduce((masked, { replace }) => replace(masked), text);
}

test('every pattern is tried on texts that it matches', () => {
  for (const { pattern } of maskings)
    expect({ pattern, samples: samples.filter((sample) => sample.search(pattern) !== -1) }).toEqual({
      pattern,
      samples: expect.arrayContaining([expect.any(String)]),
    });
  for (const sample of samples) {
    expect(maskSecrets(sample)).toContain('[masked]');
    expect(maskSecrets(sample)).toBe(maskWithAll(sample));
  }
});

const spaces = fc.constantFrom(' ', '\t', '\n', '\r\n', '\u00a0', '\u2003', '\ufeff', '\u3000');
const glue = fc.constantFrom(
  '',
  ' ',
  '[',
  ']',
  '[masked]',
  '"',
  "'",
  ':',
  '=',
  '-',
  '_',
  '@',
  '/',
  ';',
  '令',
  'İ',
  'ſ',
  'K',
);

/** Pieces of keys and of what stands around them, in any case, with any white space, cut and joined in any order. */
const hostile = fc
  .array(
    fc.tuple(
      fc.constantFrom(...samples, 'task-', 'private', 'cookie', 'the token bucket', '缓存', 'masked'),
      fc.nat(80),
      fc.nat(12),
      fc.constantFrom('as it is', 'upper', 'lower', 'cut'),
      fc.oneof(spaces, glue),
    ),
    { maxLength: 6 },
  )
  .chain((parts) =>
    spaces.map((space) =>
      parts
        .map(([sample, cutAt, dropped, how, after]) => {
          const text = sample.replaceAll(' ', space);
          if (how === 'upper') return text.toUpperCase() + after;
          if (how === 'lower') return text.toLowerCase() + after;
          return how === 'cut' ? text.slice(0, cutAt) + text.slice(cutAt + dropped) + after : text + after;
        })
        .join(''),
    ),
  );

test('the patterns that are left out would have changed nothing', () => {
  fc.assert(
    fc.property(fc.oneof({ weight: 5, arbitrary: hostile }, fc.string({ unit: 'grapheme' })), (text) => {
      expect(maskSecrets(text)).toBe(maskWithAll(text));
    }),
    { numRuns: 3000 },
  );
});

test('a mask brings no sign into a text', () => {
  for (const [pattern, ...signs] of [...keyShapes, ...knownPlaces, assignment]) {
    expect({ pattern, signs: signs.filter((sign) => '[masked]'.includes(sign.toLowerCase())) }).toEqual({
      pattern,
      signs: [],
    });
    expect(signs.length).toBeGreaterThan(0);
  }
});

test('signs are found in any place, and in the case they are asked for', () => {
  const finder = createSignFinder();
  const [exact = 0] = finder.add('Ab0', { ignoreCase: false });
  const any = finder.add('x- ', { ignoreCase: true });
  const has = (text: string, numbers: number[]) => numbers.some((number) => finder.find(text)[number] === 1);
  for (const text of ['Ab7', '…Ab1', '缓存Ab0缓存', 'AAb00']) expect(has(text, [exact])).toBe(true);
  for (const text of ['', 'Ab', 'ab7', 'AB7', 'A b7', 'Abc']) expect(has(text, [exact])).toBe(false);
  for (const text of ['X-\u2003', 'x-\n', 'x- ']) expect(has(text, any)).toBe(true);
  for (const text of ['x-', 'x-y', 'x -']) expect(has(text, any)).toBe(false);
});
