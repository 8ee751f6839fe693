import { describe, expect, test } from 'vitest';
import { errorCodes } from '#schema/error-codes.ts';
import { en } from '#web/strings/en/en.ts';
import { createFormats, type Formats } from '#web/strings/formats.ts';
import { zhHansErrors, zhHansFirst } from './zh-hans-first.ts';
import { zhHansLater } from './zh-hans-later.ts';

/** These strings look up an error code in Chinese, and none of the test values is one. */
const ofErrors = ['problem.reason', 'event.model-retry', 'event.run-end'];

// Every formatter writes its value unchanged.
const formats: Formats = {
  ...createFormats('en-GB'),
  number: String,
  duration: String,
  time: String,
  hour: String,
  plural: (count, forms) => forms.other.replaceAll('#', String(count)),
};
const english = leavesOf(en(formats));
const chinese = leavesOf({ ...zhHansFirst(formats), ...zhHansLater(formats) });

describe('the Chinese strings', () => {
  test('are those of the English catalogue, texts and functions alike', () => {
    const kinds = (leaves: Map<string, unknown>) =>
      [...leaves].map(([path, leaf]) => `${path} ${typeof leaf}`);
    expect(kinds(chinese).sort()).toEqual(kinds(english).sort());
    expect(Object.keys(zhHansErrors).sort()).toEqual([...errorCodes].sort());
  });

  test('have the same placeholders as the English ones', () => {
    const wrong = [...english].filter(
      ([path, leaf]) =>
        typeof leaf === 'function' &&
        !ofErrors.includes(path) &&
        valuesIn(leaf) !== valuesIn(chinese.get(path)),
    );
    expect(wrong.map(([path]) => path)).toEqual([]);
  });
});

function leavesOf(strings: object): Map<string, unknown> {
  return new Map(
    Object.entries(strings).flatMap(([name, value]: [string, unknown]) =>
      typeof value === 'object' && value !== null
        ? [...leavesOf(value)].map(([path, leaf]): [string, unknown] => [`${name}.${path}`, leaf])
        : [[name, value] as [string, unknown]],
    ),
  );
}

/** The arguments and fields used in a function's text. Null if the function fails because it computes with them. */
function valuesIn(leaf: unknown): string | null {
  try {
    const text = String((leaf as (...values: unknown[]) => unknown)(...['0', '1', '2'].map(nameValue)));
    return [...new Set(text.match(/<\w+>/g))].sort().join();
  } catch {
    return null;
  }
}

/** A value that converts to its name in angle brackets, and whose fields do the same. */
function nameValue(name: string): unknown {
  return new Proxy(
    {},
    {
      get: (_, field) =>
        field === Symbol.toPrimitive || field === 'toString'
          ? () => `<${name}>`
          : typeof field === 'string'
            ? nameValue(field)
            : undefined,
    },
  );
}
