import type { z } from 'zod';

/** One field in a table of fields. The schema, forms, command line and docs all read it from there. */
export interface Field {
  value: z.ZodType;
  /** The default. It is absent if the field is required. */
  initial?: unknown;
}

export interface DocumentedField extends Field {
  /** What the field does, as one line of the docs. */
  meaning: string;
}

type Fields = Readonly<Record<string, Field>>;

type SchemaOf<F extends Field> = F extends { initial: null }
  ? z.ZodDefault<z.ZodNullable<F['value']>>
  : F extends { initial: unknown }
    ? z.ZodDefault<F['value']>
    : F['value'];

type ShapeOf<T extends Fields> = { -readonly [K in keyof T]: SchemaOf<T[K]> };

/** Makes a shape for `z.object`. A field whose default is null may be null. */
export function shapeOf<T extends Fields>(fields: T): ShapeOf<T> {
  return mapFields(fields, schemaOf) as ShapeOf<T>;
}

/** Makes the same shape without defaults, so that every field may be left out. */
export function optionalShapeOf<T extends Fields>(
  fields: T,
): { -readonly [K in keyof T]: z.ZodOptional<T[K]['value']> } {
  return mapFields(fields, ({ value }) => value.optional()) as never;
}

function schemaOf({ value, initial }: Field): z.ZodType {
  if (initial === undefined) return value;
  return initial === null ? value.nullable().default(null) : value.default(initial);
}

export function mapFields<K extends string, V, R>(
  fields: Readonly<Record<K, V>>,
  map: (value: V, name: K) => R,
): Record<K, R> {
  const entries = Object.entries<V>(fields).map(([name, value]) => [name, map(value, name as K)]);
  return Object.fromEntries(entries);
}

export function namesOf<K extends string>(fields: Readonly<Record<K, unknown>>): K[] {
  return Object.keys(fields) as K[];
}
