import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { targetLanguageSchema } from '#schema/language.ts';
import type { Route } from '#schema/routes/route.ts';
import { inSentences, readFaults, toInvalidInput } from './say-faults.ts';

const folder = join(import.meta.dirname, '..', 'routes');
const files = readdirSync(folder).filter((name) => name.endsWith('-routes.ts'));

/** Values of the wrong type or form, missing values, and values that are out of range, too long or unknown. */
const wrong: unknown[] = [
  undefined,
  null,
  Number.NaN,
  Number.POSITIVE_INFINITY,
  -1,
  0.5,
  1e15,
  Number.MAX_SAFE_INTEGER + 2,
  '',
  ' ',
  '\u0000',
  '/^!{{',
  'ftp://example.org',
  'x'.repeat(300_000),
  true,
  [],
  [null],
  Array.from({ length: 20_001 }, () => 'x'),
  {},
  { type: 'x', kind: 'x', unknown: 1, another: 2 },
];

async function readRoutes(file: string): Promise<[string, z.ZodType][]> {
  const tables: Record<string, unknown> = await import(join(folder, file));
  return Object.values(tables)
    .flatMap(listRoutes)
    .flatMap(({ operationId, params, query, headers, body }) => {
      const parts: [string, z.ZodType | undefined][] = [
        ['params', params && z.object(params)],
        ['query', query],
        ['headers', headers],
        ['body', body],
      ];
      return parts.flatMap(([part, schema]): [string, z.ZodType][] =>
        schema === undefined ? [] : [[`${operationId} ${part}`, schema]],
      );
    });
}

function listRoutes(table: unknown): Route[] {
  if (typeof table !== 'object' || table === null) return [];
  return 'operationId' in table ? [table as Route] : Object.values(table).flatMap(listRoutes);
}

/** Returns the schema and all schemas inside it. */
function walk(schema: z.ZodType, found = new Set<z.ZodType>()): Set<z.ZodType> {
  // A transform only sees what its input schema has accepted.
  if (found.has(schema) || schema instanceof z.ZodTransform) return found;
  found.add(schema);
  for (const [part, value] of Object.entries(schema.def))
    if (part !== 'checks') for (const inner of schemasIn(value)) walk(inner, found);
  return found;
}

function schemasIn(value: unknown): z.ZodType[] {
  if (value instanceof z.ZodType) return [value];
  if (typeof value !== 'object' || value === null) return [];
  return Object.values(value).filter((inner) => inner instanceof z.ZodType);
}

function reasonsOf(schema: z.ZodType): string[] {
  return wrong.flatMap((value) => {
    const { error } = schema.safeParse(value, inSentences);
    return error === undefined ? [] : readFaults(error, 'body').map(({ reason }) => reason);
  });
}

describe('what is wrong with a request is said in sentences', () => {
  test.each(files)('for every field of %s', async (file) => {
    const told = new Set<string>();
    for (const [, root] of await readRoutes(file))
      for (const schema of walk(root)) for (const reason of reasonsOf(schema)) told.add(reason);
    for (const reason of told) {
      expect(reason).not.toMatch(/expected|received|invalid input|must match pattern|\/\^/i);
      expect(reason).toMatch(/^[A-Z].*[.]$/s);
      expect(reason.length).toBeLessThan(1500);
    }
  });

  test('and there are fields to look at', async () => {
    const all = await Promise.all(files.map(readRoutes));
    expect(all.flat().length).toBeGreaterThan(100);
  });
});

describe('a fault', () => {
  const say = (schema: z.ZodType, value: unknown) => {
    const { error } = schema.safeParse(value, inSentences);
    return error === undefined ? '' : toInvalidInput(error).message;
  };

  test.each([
    ['a missing field', z.object({ name: z.string() }), {}, 'name: Required.'],
    ['no number', z.object({ limit: z.coerce.number() }), { limit: 'x' }, 'limit: Enter a number.'],
    ['a fraction', z.int(), 0.5, 'body: Enter a whole number.'],
    ['too many', z.number().max(5), 6, 'body: Enter a number of at most 5.'],
    ['a blank name', z.string().min(1), '', 'body: Required.'],
    ['too long a name', z.string().max(3), 'long', 'body: Use at most 3 characters.'],
    ['too long a list', z.array(z.string()).max(1), ['a', 'b'], 'body: Use at most 1 item.'],
    ['another choice', z.enum(['short', 'medium', 'detailed']), 'x', 'body: Use short, medium, or detailed.'],
    ['an unnamed kind', z.url(), 'x', 'body: Enter a URL that starts with http:// or https://.'],
    [
      'an unknown field',
      z.strictObject({}),
      { tempalte: 1 },
      'body: Unknown field: “tempalte”. Check the spelling, or remove it.',
    ],
    [
      'neither of two forms',
      z.object({ a: z.union([z.object({ b: z.number() }), z.string()]) }),
      { a: { b: 'x' } },
      'a.b: Enter a number.',
    ],
    ['nothing where null is allowed', z.string().nullable(), 5, 'body: Enter text.'],
  ])('is named with what to enter: %s', (_, schema, value, words) => {
    expect(say(schema, value)).toBe(words);
  });

  test('of the schema’s own words keeps them', () => {
    expect(say(z.string().regex(/^a/, 'Start with “a”.'), 'b')).toBe('body: Start with “a”.');
  });

  test('is named once where two checks say the same', () => {
    const schema = z.object({ language: targetLanguageSchema });
    expect(say(schema, { language: 'pt_BR' })).toBe(
      'language: Use a language code such as en, zh-Hans or pt-BR.',
    );
  });

  test('is listed with its field', () => {
    const schema = z.object({ options: z.object({ limit: z.number().max(5) }) });
    const { error } = schema.safeParse({ options: { limit: 9 } }, inSentences);
    expect(error && toInvalidInput(error)).toMatchObject({
      code: 'invalid_input',
      details: { issues: [{ field: 'options.limit', reason: 'Enter a number of at most 5.' }] },
    });
  });

  test('quotes long and many unknown names in part', () => {
    const names = Array.from({ length: 1000 }, (_, index) => [`${'k'.repeat(5000)}${index}`, 1]);
    expect(say(z.strictObject({}), Object.fromEntries(names)).length).toBeLessThan(600);
  });
});
