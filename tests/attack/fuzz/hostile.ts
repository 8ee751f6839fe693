import fc from 'fast-check';
import { verbatim } from './known.ts';

export type Json = string | number | boolean | null | undefined | Json[] | { [name: string]: Json };

const deep = 3000;

/** Hostile texts, none of which looks like a leak (see `leaks` in check-answer.ts). */
export const hostileTexts = fc.oneof(
  fc.constantFrom(
    '',
    ' ',
    '\0',
    'a\0b',
    '\u{d800}',
    'x\u{dc00}y',
    '\u{feff}',
    '\u{202e}abc',
    '\u{ffff}',
    '\r\nSet-Cookie: a=b',
    '__proto__',
    'constructor',
    'hasOwnProperty',
    'null',
    'undefined',
    'NaN',
    'Infinity',
    '-1',
    '0',
    '1.5',
    '1e309',
    '9007199254740993',
    '99999999999999999999',
    '0x10',
    'true',
    '[object Object]',
    '../../etc/passwd',
    '..%2f..%2f',
    '%00',
    '%zz',
    "' OR 1=1 --",
    '"; drop table runs; --',
    '" OR "*',
    'NEAR(a b, 1)',
    '*',
    '^',
    '((((',
    '{{ text }}',
    '${1+1}',
    '<img src=x onerror=alert(1)>',
    'ß'.repeat(400),
    '👨‍👩‍👧‍👦'.repeat(20),
    'a'.repeat(3000),
    // These are cursors that no page gave out.
    Buffer.from('[1e400,"x"]').toString('base64url'),
    Buffer.from('[9007199254740991,"00000000-0000-4000-8000-000000000000"]').toString('base64url'),
    Buffer.from('[1,2,3,null,{}]').toString('base64url'),
    '2026-13-45T99:99:99Z',
    '+275760-09-13T00:00:00.001Z',
  ),
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.string({ unit: 'grapheme', maxLength: 40 }),
);

/** Text that `JSON.stringify` never writes. Some of it is valid JSON, and some is not. */
const verbatims = [
  '1e999',
  '-1e999',
  '-0',
  '1E400',
  '0.1e-999',
  '1' + '0'.repeat(400),
  'NaN',
  '01',
  "'a'",
].map(verbatim);

const hostileValues: fc.Arbitrary<Json> = fc.oneof(
  hostileTexts,
  fc.constantFrom<Json>(
    null,
    true,
    0,
    -1,
    -0.5,
    1.5,
    2 ** 31,
    2 ** 53 - 1,
    2 ** 53,
    8.64e15 + 1,
    -(2 ** 63),
    1e308,
    [],
    {},
    [[]],
    [null],
    '1'.repeat(70_000),
    Array.from({ length: 2000 }, () => 0),
    verbatim('['.repeat(deep) + ']'.repeat(deep)),
    verbatim('{"a":'.repeat(deep) + '1' + '}'.repeat(deep)),
    ...verbatims,
  ),
  fc.jsonValue({ maxDepth: 2 }) as fc.Arbitrary<Json>,
);

interface Mutation {
  at: number;
  how: 'replace' | 'remove' | 'add' | 'wrap';
  name: string;
  value: Json;
}

export const mutations: fc.Arbitrary<Mutation> = fc.record({
  at: fc.nat(60),
  how: fc.constantFrom('replace', 'replace', 'remove', 'add', 'wrap'),
  name: fc.oneof(fc.constantFrom('__proto__', 'constructor', 'toString', 'id', ''), hostileTexts),
  value: hostileValues,
});

/** Replaces one of the values, at any depth. */
export function mutate(root: Json, { at, how, name, value }: Mutation): Json {
  let left = at % count(root);
  return visit(root);

  function visit(node: Json): Json {
    if (left-- === 0) return change(node);
    if (Array.isArray(node)) return node.map(visit);
    if (!isObject(node)) return node;
    return Object.fromEntries(Object.entries(node).map(([key, inner]) => [key, visit(inner)]));
  }

  function change(node: Json): Json {
    if (how === 'remove') return undefined;
    if (how === 'wrap') return [node];
    if (how === 'replace' || !isObject(node)) return value;
    return Object.fromEntries([...Object.entries(node), [name, value]]);
  }
}

function count(node: Json): number {
  if (Array.isArray(node)) return node.reduce<number>((sum, inner) => sum + count(inner), 1);
  return isObject(node) ? Object.values(node).reduce<number>((sum, inner) => sum + count(inner), 1) : 1;
}

function isObject(node: Json): node is { [name: string]: Json } {
  return typeof node === 'object' && node !== null && !Array.isArray(node);
}
