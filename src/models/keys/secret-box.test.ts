import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { openSecret, sealSecret } from './secret-box.ts';

const secretKey = randomBytes(32);
const place = { profileId: 'mine', origin: 'https://api.openai.com' };
const text = 'sk-ключ-🔑';

test('what was sealed opens again', () => {
  expect(openSecret(secretKey, { sealed: sealSecret(secretKey, { text, place }), place })).toBe(text);
});

test('the same secret never looks the same twice', () => {
  expect(sealSecret(secretKey, { text, place })).not.toBe(sealSecret(secretKey, { text, place }));
});

test.each([
  ['another key', { key: randomBytes(32) }],
  ['another profile', { place: { ...place, profileId: 'yours' } }],
  ['another origin', { place: { ...place, origin: 'https://evil.example' } }],
])('it does not open with %s', (_name, change) => {
  const sealed = sealSecret(secretKey, { text, place });
  const { key, place: changed } = { key: secretKey, place, ...change };
  expect(() => openSecret(key, { sealed, place: changed })).toThrow(
    expect.objectContaining({ code: 'key_unreadable' }),
  );
});

test('no changed, cut or foreign text opens', () => {
  const sealed = sealSecret(secretKey, { text, place });
  const [version, nonce, body, tag] = sealed.split('.') as [string, string, string, string];
  const flip = (part: string): string => (part[0] === 'A' ? 'B' : 'A') + part.slice(1);
  const broken = [
    [version, flip(nonce), body, tag],
    [version, nonce, flip(body), tag],
    [version, nonce, body, flip(tag)],
    [version, nonce, body, tag.slice(0, 6)],
    [version, nonce, body],
    ['v2', nonce, body, tag],
    [''],
  ];
  for (const parts of broken) {
    expect(() => openSecret(secretKey, { sealed: parts.join('.'), place })).toThrow(
      expect.objectContaining({ code: 'key_unreadable' }),
    );
  }
});
