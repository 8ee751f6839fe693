import fc from 'fast-check';
import { expect, test, vi } from 'vitest';
import { writeJson } from './write-json.ts';

/** Any value that an answer could have, and some that none has. */
const anything = fc.oneof(
  fc.anything({ withDate: true, withNullPrototype: true, withSparseArray: true, withUnicodeString: true }),
  fc.constant({ toJSON: () => 'its own way' }),
  fc.constant({ toJSON: () => undefined }),
  fc.constant(() => 'a function'),
);

/** Lists that share their objects. */
const answers = fc
  .tuple(
    fc.array(fc.oneof(fc.dictionary(fc.string(), anything), anything)),
    fc.dictionary(fc.string(), anything),
  )
  .chain(([items, rest]) =>
    fc
      .tuple(fc.subarray(items), fc.subarray(items), fc.string())
      .map(([some, others, name]) => ({ ...rest, items, some, [name]: others, again: [...others, ...some] })),
  );

test('it writes what JSON.stringify writes, whatever the value', () => {
  const writesTheSame = fc.property(fc.oneof(answers, anything), (value) => {
    expect(attempt(readBack, value)).toBe(attempt(JSON.stringify, value));
  });
  fc.assert(writesTheSame, { numRuns: 2000 });
});

test('an object in two lists is written once', () => {
  const hit = { title: 'Bridge' };
  const read = vi.fn<() => string>(() => 'read');
  Object.defineProperty(hit, 'excerpt', { enumerable: true, get: read });
  const page = { items: [hit], prompts: [hit], sessions: [] };
  expect(readBack(page)).toBe(
    '{"items":[{"title":"Bridge","excerpt":"read"}],"prompts":[{"title":"Bridge","excerpt":"read"}],"sessions":[]}',
  );
  expect(read).toHaveBeenCalledOnce();
});

test.each([1, 500])('hits of several kinds are copied in their order, texts of %i × 50 letters', (times) => {
  const items = Array.from({ length: 40 }, (_, at) => ({
    kind: at % 3 === 0 || at > 30 ? 'prompt' : 'summary',
    text: `温度 naïve 😀 ${at} …`.padEnd(50, '.').repeat(times),
  }));
  const ofKind = (kind: string) => items.filter((item) => item.kind === kind);
  const page = {
    items,
    sessions: ofKind('summary'),
    observations: ofKind('none'),
    prompts: ofKind('prompt'),
  };
  expect(readBack(page)).toBe(JSON.stringify(page));
});

test('a circle is refused, not followed', () => {
  const item: Record<string, unknown> = {};
  const page = { items: [item], prompts: [item] };
  item.page = page;
  expect(() => writeJson(page)).toThrow(TypeError);
});

function readBack(value: unknown): string {
  return writeJson(value).toString();
}

/** What it writes, or that it refuses: a BigInt, or what has no JSON. */
function attempt(write: (value: unknown) => string | undefined, value: unknown): string | undefined {
  try {
    return write(value) ?? 'refused';
  } catch (error) {
    return error instanceof TypeError ? 'refused' : 'failed';
  }
}
