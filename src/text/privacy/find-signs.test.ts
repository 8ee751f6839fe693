import fc from 'fast-check';
import { expect, test } from 'vitest';
import { hostileText, secretSamples } from '#tests/fixtures/secret-texts.ts';
import { createSignFinder } from './find-signs.ts';
import { maskings, maskSecrets } from './mask-secrets.ts';
import { assignment, keyShapes, knownPlaces } from './secret-shapes.ts';

/** The slow reference: it applies every pattern to every text. */
function maskWithAll(text: string): string {
  return maskings.reduce((masked, { pattern, mask }) => masked.replace(pattern, mask), text);
}

test('every pattern is tried on texts that it matches', () => {
  for (const { pattern } of maskings)
    expect({ pattern, samples: secretSamples.filter((sample) => sample.search(pattern) !== -1) }).toEqual({
      pattern,
      samples: expect.arrayContaining([expect.any(String)]),
    });
  for (const sample of secretSamples) {
    expect(maskSecrets(sample)).toContain('[masked]');
    expect(maskSecrets(sample)).toBe(maskWithAll(sample));
  }
});

test('the patterns that are left out would have changed nothing', () => {
  fc.assert(
    fc.property(fc.oneof({ weight: 5, arbitrary: hostileText }, fc.string({ unit: 'grapheme' })), (text) => {
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
