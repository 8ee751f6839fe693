import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { secretSamples } from '#tests/fixtures/secret-texts.ts';
import { everyNth, shareOf } from '#tests/setup/share.ts';
import { cleanText, cleanValue } from './clean-parts.ts';
import { maskCertain, maskings, maskSecrets, maskStart, reachOf } from './mask-secrets.ts';
import { assignment, keyShapes, knownPlaces } from './secret-shapes.ts';

const filler = fc.constantFrom(
  'the wind rose. ',
  '\n',
  'x1',
  '"',
  "'",
  ' ',
  ';',
  '@',
  '=',
  '-----',
  '令',
  '😀',
  '[masked]',
);
const run = fc
  .tuple(fc.constantFrom('aB3', 'a1-', 'Z_9', 'ab.', 'a:b/', ' \t', '\\"'), fc.nat(900))
  .map(([unit, length]) => unit.repeat(length).slice(0, length));

/**
 * Texts much longer than what is kept of them, with few kinds of secrets, which are stretched, cut and joined in any
 * order.
 */
const long = fc.array(fc.constantFrom(...secretSamples), { minLength: 1, maxLength: 3 }).chain((chosen) => {
  const sample = fc
    .tuple(fc.constantFrom(...chosen), fc.nat(60))
    .map(([text, end]) => text.slice(0, end + 6));
  const part = fc.oneof(fc.constantFrom(...chosen), sample, filler, run);
  return fc.array(part, { minLength: 30, maxLength: 120 }).map((parts) => parts.join(''));
});

describe('the beginning of a text', () => {
  test('is masked as it is in the whole text', () => {
    fc.assert(
      fc.property(long, fc.integer({ min: 1, max: 3000 }), (text, maxChars) => {
        expect(maskStart(text, maxChars)).toBe(maskSecrets(text).slice(0, maxChars));
      }),
      { numRuns: shareOf(1500) },
    );
  });

  test.each(secretSamples.map((sample) => [sample]))('hides %s wherever the end of it falls', (sample) => {
    const text = `${'the wind rose. '.repeat(20)}${sample} ${'and then it fell. '.repeat(3000)}`;
    const whole = maskSecrets(text);
    for (let maxChars = 295; maxChars < 310 + sample.length; maxChars += everyNth())
      expect(maskStart(text, maxChars)).toBe(whole.slice(0, maxChars));
  });

  test('is certain only as far as no continuation changes it', () => {
    fc.assert(
      fc.property(long, fc.double({ min: 0, max: 1, noNaN: true }), (text, share) => {
        const certain = maskCertain(text.slice(0, Math.floor(text.length * share)));
        expect(maskSecrets(text).slice(0, certain.length)).toBe(certain);
      }),
      { numRuns: shareOf(5000) },
    );
  });

  test.each([
    ['nothing', ''],
    ['much that masks make shorter', `Bearer ${'a1'.repeat(200)} `.repeat(30)],
  ])('shows nothing of a token that is recognized by its end, after %s', (_name, before) => {
    const token = ['ey', 'J', 'h1'.repeat(900), '.', 'b2'.repeat(1900), '.', 'c3'.repeat(20)].join('');
    const text = `${'the wind rose. '.repeat(400)}${before}${token}`;
    for (const missing of [1, 50, 1000, 3000, 4500])
      expect(maskCertain(text.slice(0, -missing))).not.toContain('eyJ');
    expect(maskSecrets(text).slice(-20)).toContain('[masked]');
  });

  test('is certain for the most part', () => {
    const text = 'the wind rose, and the ships sailed. '.repeat(1000);
    expect(maskCertain(text).length).toBeGreaterThan(text.length - 6000);
  });

  test('shows nothing of a secret whose end is far away', () => {
    const key = ['-----BEGIN ', 'PRIVATE KEY-----'].join('');
    const text = `before ${key}\n${'MIIEvQIBADANBgkqhkiG9w0B\n'.repeat(2000)}`;
    expect(maskStart(text, 200)).toBe('before [masked]');
    const cookies = `Cookie: sid=${'a1'.repeat(1900)}\n`.repeat(12);
    expect(maskStart(cookies, 100)).toBe('Cookie: [masked]\n'.repeat(12).slice(0, 100));
  });
});

test('private parts that end or begin beyond what is kept are removed all the same', () => {
  const gone = 'the blue lagoon ';
  const words = 'the wind rose. '.repeat(400);
  const begun = `sail <private>${gone.repeat(400)}</private> home ${words}`;
  expect(cleanText(begun, { maxChars: 60 })).toMatch(/^sail {2}home the wind/);
  expect(cleanText(`${gone.repeat(400)}</private>${words}`, { maxChars: 60 })).toMatch(/^the wind rose\./);
  expect(cleanValue([`${words}<private>`, gone, `${gone}</private>shown`], { maxChars: 8000 })).toEqual([
    expect.stringMatching(/^the wind rose\..*characters in all\]$/),
    '',
    'shown',
  ]);
});

describe('the reach of a pattern', () => {
  test.each([
    [/a/, 1],
    [/ab?c{2,5}/, 7],
    [/(?:abc|de){3}/, 9],
    [/(["'])x\1/, 3],
    [/a(?=bcd)/, 4],
    [/(?<=abc)d/, 1],
    [/[^\]a-z]{1,9}?\]/, 10],
    [/a\b/, 2],
    [/a*/, Number.POSITIVE_INFINITY],
    [/a{2,}/, Number.POSITIVE_INFINITY],
    [/\p/, null],
    [/a/u, null],
  ])('%s is %d', (pattern, reach) => {
    if (reach === null) expect(() => reachOf(pattern)).toThrow(RangeError);
    else expect(reachOf(pattern)).toBe(reach);
  });

  test('has a sign of it at its beginning', () => {
    const shapes = [...keyShapes, ...knownPlaces, assignment];
    const name = `${'abcdefghijklmnopqrst-'.repeat(3)}passphrase`;
    const latest = [`--${name} hunter2`, ['-----BEGIN ', 'A'.repeat(40), 'PRIVATE KEY-----'].join('')];
    const netrcLine = `machine ${'h'.repeat(200)} login ${'m'.repeat(200)} password hunter2`;
    for (const text of [...secretSamples, ...latest, netrcLine])
      for (const [at, { pattern, lead }] of maskings.entries())
        for (const [match] of text.matchAll(pattern)) {
          const [, ...signs] = shapes[at] ?? [/$/];
          const ends = signs.map((sign) => endOf(sign, match, pattern.flags.replace('g', '')));
          expect({ pattern, isWithin: Math.min(...ends) <= lead }).toEqual({ pattern, isWithin: true });
        }
  });

  test('is bounded for all but keys in blocks', () => {
    expect(maskings.filter(({ reach }) => reach === Number.POSITIVE_INFINITY)).toHaveLength(1);
    expect(maskings.every(({ reach }) => reach < 10_000 || reach === Number.POSITIVE_INFINITY)).toBe(true);
  });
});

/** Finds where a sign ends in a text. */
function endOf(sign: string, text: string, flags: string): number {
  const written = sign.replace(/[.?]/g, '\\$&').replace('0', '\\d').replaceAll(' ', '[^\\w.:=/?&-]');
  const found = new RegExp(written, flags).exec(text);
  return found === null ? Number.POSITIVE_INFINITY : found.index + 3;
}
