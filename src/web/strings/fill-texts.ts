import type { Formats } from './formats.ts';

type Leaf = string | ((...values: never[]) => unknown);

/** The strings of `T` that are missing in the texts `J` and must be written in code. */
export type Rest<T, J> = {
  [K in keyof T as K extends keyof J
    ? T[K] extends Leaf
      ? never
      : keyof Rest<T[K], J[K]> extends never
        ? never
        : K
    : K]: K extends keyof J ? Rest<T[K], J[K]> : T[K];
};

/** Rejects names in `J` that `T` does not have. */
export type Only<T, J> = {
  [K in keyof J]: K extends keyof T ? (T[K] extends Leaf ? string : Only<T[K], J[K]>) : never;
};

type Writer = (value: never) => string;
interface Texts {
  [name: string]: string | Texts;
}

interface Fill<T, J> {
  texts: J & Only<T, J>;
  /** Strings with conditions, which a text file cannot express. */
  own: Rest<T, J>;
  format: Formats;
  /** Additional functions that write a placeholder's value, by name. */
  writers?: Record<string, Writer>;
  /** Words that replace `{name}` placeholders once, when the strings are created. */
  words?: Record<string, string>;
}

/**
 * Creates the strings of a language whose texts are a JSON file. A text with placeholders becomes a function: `{0}`
 * is its first value, `{name}` a field of its only value, and `{0, number}` the value formatted by `Formats.number`.
 * A missing or unknown text is a type error; a unit test finds wrong placeholders.
 */
export function fillTexts<T, J extends Texts>({ texts, own, format, ...named }: Fill<T, J>): T {
  const words = new Map(Object.entries(named.words ?? {}));
  const writers = new Map<string, unknown>(Object.entries({ ...format, ...named.writers }));

  function fill(text: string): unknown {
    const parts = text
      .replaceAll(/\{([a-z]+)\}/g, (found, name: string) => words.get(name) ?? found)
      .split(/\{(\w+(?:, \w+)?)\}/);
    if (parts.length === 1) return parts[0];
    return (...values: unknown[]) =>
      parts.map((part, at) => (at % 2 === 0 ? part : write(part, values))).join('');
  }

  function write(place: string, values: unknown[]): string {
    const [name = '', writer] = place.split(', ');
    const value: unknown = /^\d/.test(name) ? values[Number(name)] : Reflect.get(Object(values[0]), name);
    return writer === undefined ? String(value) : (writers.get(writer) as (value: unknown) => string)(value);
  }

  function join(some: Texts, others: object): object {
    const joined = new Map<string, unknown>(Object.entries(others));
    for (const [name, text] of Object.entries(some))
      joined.set(name, typeof text === 'string' ? fill(text) : join(text, joined.get(name) ?? {}));
    return Object.fromEntries(joined);
  }

  return join(texts, own) as T;
}
