import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import fc from 'fast-check';
import { build } from 'rolldown';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { z } from 'zod';

type Modules = Record<string, Record<string, unknown>>;
type Parse = Pick<z.ZodType, 'safeParse'>;

const root = resolve(import.meta.dirname, '../../..');
let home: string;
let pairs: { name: string; whole: z.ZodType; small: Parse }[];

beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'precis-shapes-'));
  const names = (await readdir(join(root, 'src/schema'), { recursive: true }))
    .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
    .sort();
  const lines = names.map(
    (name, at) => `export * as m${at} from ${JSON.stringify(join(root, 'src/schema', name))};`,
  );
  await writeFile(join(home, 'entry.ts'), lines.join('\n'));
  const bundle = async (file: string, alias: Record<string, string>): Promise<Modules> => {
    await build({
      input: join(home, 'entry.ts'),
      resolve: { alias },
      external: [/^node:/],
      platform: 'node',
      output: { file: join(home, file), format: 'esm' },
      logLevel: 'silent',
    });
    return import(pathToFileURL(join(home, file)).href);
  };
  const zod = join(root, 'node_modules/zod/index.js');
  const [whole, small] = await Promise.all([
    bundle('whole.mjs', { zod }),
    bundle('small.mjs', { zod: join(root, 'src/web/shapes/small-zod.ts') }),
  ]);
  pairs = Object.entries(whole).flatMap(([key, module]) =>
    Object.entries(module).flatMap(([name, schema]) =>
      isSchema(schema) ? [{ name, whole: schema, small: small[key]?.[name] as Parse }] : [],
    ),
  );
}, 60_000);
afterAll(() => rm(home, { recursive: true, force: true }));

test('every schema takes and refuses what zod does, and makes the same of it', () => {
  expect(pairs.length).toBeGreaterThan(200);
  let taken = 0;
  for (const { name, whole, small } of pairs) {
    // What else code reads of a schema.
    if (whole.type === 'enum') expect(small).toHaveProperty('options', (whole as z.ZodEnum).options);
    fc.assert(
      fc.property(valuesOf(whole), (value) => {
        const expected = whole.safeParse(structuredClone(value));
        const actual = small.safeParse(structuredClone(value));
        if (expected.success) taken += 1;
        expect({ name, success: actual.success, data: actual.data }).toStrictEqual({
          name,
          success: expected.success,
          data: expected.data,
        });
      }),
      { numRuns: 40, seed: 7 },
    );
  }
  expect(taken).toBeGreaterThan(pairs.length * 5);
}, 120_000);

function isSchema(value: unknown): value is z.ZodType {
  return typeof value === 'object' && value !== null && '_zod' in value;
}

interface Def {
  type: string;
  shape?: Record<string, z.ZodType>;
  element?: z.ZodType;
  innerType?: z.ZodType;
  options?: z.ZodType[];
  entries?: Record<string, string>;
  values?: unknown[];
  keyType?: z.ZodType;
  valueType?: z.ZodType;
  in?: z.ZodType;
  left?: z.ZodType;
  right?: z.ZodType;
}

const texts = fc.oneof(
  fc.string({ maxLength: 8 }),
  fc.constantFrom(
    '',
    ' a ',
    'en',
    'builtin',
    'x'.repeat(70),
    '5',
    '-1',
    'https://x.example/a\tb',
    'http:x',
    'ftp://x.example',
    '018f3c5e-7b1a-7c3d-9e2f-0123456789ab',
    '2026-02-17T10:00:00.000Z',
    '2026-02-30T10:00:00Z',
  ),
);
const numbers = fc.oneof(fc.integer(), fc.nat(100), fc.constantFrom(0, -0.5, 1.5, 2 ** 53, Number.NaN));
const anything = fc.oneof(fc.jsonValue({ maxDepth: 1 }), fc.constant(undefined));

/** Mostly values that fit, with a few that do not anywhere in them. */
function valuesOf(schema: z.ZodType): fc.Arbitrary<unknown> {
  return fc.oneof({ weight: 24, arbitrary: fittingOf(schema) }, { weight: 1, arbitrary: anything });
}

function fittingOf(schema: z.ZodType): fc.Arbitrary<unknown> {
  const def = schema._zod.def as unknown as Def;
  const inner = def.innerType ?? def.element ?? def.valueType ?? def.in;
  if (def.shape !== undefined) {
    const fields = Object.entries(def.shape).map(([name, field]) => [name, valuesOf(field)] as const);
    const whole = fc.record(Object.fromEntries(fields));
    const partly = fc.record({ ...Object.fromEntries(fields), more: fc.constant(1) }, { requiredKeys: [] });
    return fc.oneof({ weight: 3, arbitrary: whole }, { weight: 1, arbitrary: partly });
  }
  if (def.options !== undefined) return fc.oneof(...def.options.map(valuesOf));
  if (def.entries !== undefined) return fc.constantFrom(...Object.values(def.entries));
  if (def.values !== undefined) return fc.constantFrom(...def.values);
  if (def.left !== undefined && def.right !== undefined)
    return fc
      .tuple(valuesOf(def.left), valuesOf(def.right))
      .map(([one, other]) => Object.assign({}, one, other));
  if (def.keyType !== undefined && inner !== undefined) {
    const keys = fittingOf(def.keyType).map(String);
    return fc.dictionary(keys, valuesOf(inner), { maxKeys: 4 });
  }
  if (def.element !== undefined) return fc.array(valuesOf(def.element), { maxLength: 3 });
  if (def.type === 'nullable' && inner !== undefined) return fc.oneof(fc.constant(null), valuesOf(inner));
  if (inner !== undefined) return fc.oneof(fc.constant(undefined), valuesOf(inner));
  if (def.type === 'string') return texts;
  if (def.type === 'number') return fc.oneof(numbers, fc.nat(5), texts);
  if (def.type === 'boolean') return fc.boolean();
  return anything;
}
