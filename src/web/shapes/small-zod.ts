/**
 * The part of zod that the schemas use, for the web app. The build puts it in zod's place: zod is a tenth of what the
 * Reader would load first, and making hundreds of its schemas takes longer than drawing the list. It says only whether a
 * value fits, not why. A test compares both on every schema.
 */

import { isDatetime, uuid } from './text-formats.ts';

const invalid = Symbol('invalid');

type Run = (value: unknown) => unknown;
type Rest = 'strip' | 'strict' | 'loose';

interface Facts {
  base: Run;
  /** After it, in order; each may change the value. */
  checks: readonly Run[];
  /** What becomes of an absent field: it stays absent, or gets a value. */
  optin?: 'optional' | 'defaulted' | undefined;
  optout?: 'optional' | undefined;
  values?: ReadonlySet<unknown> | undefined;
  fields?: Fields;
  rest?: Rest;
  members?: readonly Shape[];
  options?: readonly unknown[];
  inner?: Shape;
}

interface Fields {
  readonly [name: string]: Shape;
}

interface Shape extends Facts {
  readonly shape: Fields;
  run: Run;
  safeParse(value: unknown): { success: boolean; data?: unknown; error?: Error };
  parse: Run;
  optional(): Shape;
  nullable(): Shape;
  nullish(): Shape;
  default(given: unknown): Shape;
  prefault(given: unknown): Shape;
  unwrap(): Shape;
  brand(): Shape;
  pipe(next: Shape): Shape;
  transform(change: Run): Shape;
  check(check: Run): Shape;
  refine(holds: (value: never) => unknown): Shape;
  min(least: number): Shape;
  max(most: number): Shape;
  nonnegative(): Shape;
  positive(): Shape;
  int(): Shape;
  trim(): Shape;
  regex(pattern: RegExp): Shape;
  extend(more: Fields): Shape;
  pick(names: object): Shape;
  omit(names: object): Shape;
  partial(): Shape;
  strip(): Shape;
  keyof(): Shape;
  exclude(names: readonly unknown[]): Shape;
}

const methods: Omit<Shape, keyof Facts> & ThisType<Shape> = {
  run(value: unknown) {
    let result = this.base(value);
    for (const check of this.checks) {
      if (result === invalid) break;
      result = check(result);
    }
    return result;
  },
  safeParse(value) {
    const data = this.run(value);
    return data === invalid ? { success: false, error: new Error('invalid') } : { success: true, data };
  },
  parse(value: unknown) {
    const data = this.run(value);
    if (data === invalid) throw new Error('invalid');
    return data;
  },

  optional() {
    const substitute = () => {
      const value = this.run(undefined);
      return value === invalid ? undefined : value;
    };
    const isDefaulted = this.optin === 'defaulted';
    return make({
      base: (value) => (value !== undefined ? this.run(value) : isDefaulted ? substitute() : undefined),
      optin: isDefaulted ? 'defaulted' : 'optional',
      optout: 'optional',
      values: this.values && new Set([...this.values, undefined]),
      inner: this,
    });
  },
  nullable() {
    return make({
      base: (value) => (value === null ? null : this.run(value)),
      optin: this.optin,
      optout: this.optout,
      values: this.values && new Set([...this.values, null]),
      inner: this,
    });
  },
  nullish() {
    return this.nullable().optional();
  },
  default(given: unknown) {
    return make({
      base: (value) => {
        if (value === undefined) return copyOf(given);
        const result = this.run(value);
        return result === undefined ? copyOf(given) : result;
      },
      optin: 'defaulted',
      values: this.values,
      inner: this,
    });
  },
  prefault(given: unknown) {
    return make({
      base: (value) => this.run(value === undefined ? copyOf(given) : value),
      optin: 'defaulted',
      values: this.values,
      inner: this,
    });
  },
  unwrap() {
    return this.inner ?? this;
  },
  brand() {
    return this;
  },
  pipe(next: Shape) {
    return make({ base: then(this, (value) => next.run(value)), optin: this.optin, optout: next.optout });
  },
  transform(change: Run) {
    return make({ base: then(this, change), optin: this.optin });
  },

  check(check: Run) {
    return make({ ...this, checks: [...this.checks, check] });
  },
  refine(holds: (value: never) => unknown): Shape {
    return this.check((value) => (holds(value as never) ? value : invalid));
  },
  min(least: number) {
    return this.refine((value: Sized) => sizeOf(value) >= least);
  },
  max(most: number) {
    return this.refine((value: Sized) => sizeOf(value) <= most);
  },
  nonnegative() {
    return this.min(0);
  },
  positive() {
    return this.refine((value: number) => value > 0);
  },
  int() {
    return this.refine(Number.isSafeInteger);
  },
  trim() {
    return this.check((value) => (value as string).trim());
  },
  regex(pattern: RegExp) {
    return this.refine((value: string) => {
      pattern.lastIndex = 0;
      return pattern.test(value);
    });
  },

  get shape() {
    return this.fields ?? {};
  },
  extend(more: Fields) {
    return objectOf({ ...this.shape, ...more }, this.rest, this.checks);
  },
  pick(names: object) {
    return objectOf(
      filter(this.shape, (name) => name in names),
      this.rest,
    );
  },
  omit(names: object) {
    return objectOf(
      filter(this.shape, (name) => !(name in names)),
      this.rest,
    );
  },
  partial() {
    const fields = Object.entries(this.shape).map(([name, field]) => [name, field.optional()]);
    return objectOf(Object.fromEntries(fields), this.rest);
  },
  strip() {
    return objectOf(this.shape, 'strip', this.checks);
  },
  keyof() {
    return oneOf(Object.keys(this.shape));
  },
  exclude(names: readonly unknown[]) {
    return oneOf([...(this.values ?? [])].filter((value) => !names.includes(value)));
  },
};

type Sized = number | string | readonly unknown[];

function sizeOf(value: Sized): number {
  return typeof value === 'number' ? value : value.length;
}

function make(facts: Omit<Facts, 'checks'> & Partial<Pick<Facts, 'checks'>>): Shape {
  return Object.assign(Object.create(methods) as typeof methods, { checks: [], ...facts });
}

function then(first: Shape, next: Run): Run {
  return (value) => {
    const result = first.run(value);
    return result === invalid ? invalid : next(result);
  };
}

/** Each value has its own: whoever gets it may change it. */
function copyOf(given: unknown): unknown {
  if (typeof given === 'function') return given();
  if (Array.isArray(given)) return [...given];
  return isObject(given) ? { ...given } : given;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function filter(fields: Fields, isKept: (name: string) => boolean): Fields {
  return Object.fromEntries(Object.entries(fields).filter(([name]) => isKept(name)));
}

function holding(holds: (value: unknown) => boolean): Shape {
  return make({ base: (value) => (holds(value) ? value : invalid) });
}

const string = () => holding((value) => typeof value === 'string');
const number = () => holding((value) => Number.isFinite(value));

function oneOf(given: readonly unknown[]): Shape {
  const values = new Set(given);
  return make({ base: (value) => (values.has(value) ? value : invalid), values, options: given });
}

function objectOf(fields: Fields, rest: Rest = 'strip', checks: readonly Run[] = []): Shape {
  const entries = Object.entries(fields);
  const base = (value: unknown) => {
    if (!isObject(value)) return invalid;
    const result: Record<string, unknown> = {};
    for (const [name, field] of entries) {
      const isPresent = name in value;
      const { optin, optout } = field;
      if (!isPresent && optin === 'optional' && optout === 'optional') continue;
      const own = field.run(value[name]);
      if (!isPresent && optin === undefined) return invalid;
      if (own === invalid) {
        if (!isPresent && optout === 'optional') continue;
        return invalid;
      }
      if (own !== undefined || isPresent || (optin === 'defaulted' && optout !== 'optional'))
        result[name] = own;
    }
    if (rest === 'strip') return result;
    for (const name in value) {
      if (Object.hasOwn(fields, name)) continue;
      if (rest === 'strict') return invalid;
      if (name !== '__proto__') result[name] = value[name];
    }
    return result;
  };
  return make({ base, checks, fields, rest });
}

function listOf(item: Shape): Shape {
  return make({
    base: (value) => {
      if (!Array.isArray(value)) return invalid;
      const result = value.map((each) => item.run(each));
      return result.includes(invalid) ? invalid : result;
    },
  });
}

function recordOf(key: Shape, item: Shape, names: ReadonlySet<unknown> | undefined): Shape {
  return make({
    base: (value) => {
      if (!isObject(value)) return invalid;
      const result: Record<string, unknown> = {};
      for (const name of names === undefined ? Object.keys(value) : [...names, ...Object.keys(value)]) {
        if (name === '__proto__') continue;
        const own = key.run(name) === invalid ? invalid : item.run(value[String(name)]);
        if (own === invalid) return invalid;
        result[String(name)] = own;
      }
      return result;
    },
  });
}

function unionOf(options: readonly Shape[]): Shape {
  const isDefaulted = options.some(({ optin }) => optin === 'defaulted');
  const isOptional = options.some(({ optin }) => optin !== undefined);
  return make({
    base: (value) => {
      for (const option of options) {
        const result = option.run(value);
        if (result !== invalid) return result;
      }
      return invalid;
    },
    optin: isDefaulted ? 'defaulted' : isOptional ? 'optional' : undefined,
    optout: options.some(({ optout }) => optout === 'optional') ? 'optional' : undefined,
    values: options.every(({ values }) => values !== undefined)
      ? new Set(options.flatMap(({ values }) => [...(values ?? [])]))
      : undefined,
    members: options,
  });
}

function taggedUnionOf(tag: string, options: readonly Shape[]): Shape {
  const byTag = new Map(options.flatMap((option) => tagsOf(option, tag).map((value) => [value, option])));
  return make({
    base: (value) => (isObject(value) ? (byTag.get(value[tag])?.run(value) ?? invalid) : invalid),
    members: options,
  });
}

function tagsOf(option: Shape, tag: string): unknown[] {
  if (option.members !== undefined) return option.members.flatMap((one) => tagsOf(one, tag));
  return [...(option.shape[tag]?.values ?? [])];
}

function merge(one: unknown, other: unknown): unknown {
  if (!isObject(one) || !isObject(other)) return other;
  const shared = Object.keys(one).filter((name) => name in other);
  const merged = shared.map((name) => [name, merge(one[name], other[name])]);
  return { ...one, ...other, ...Object.fromEntries(merged) };
}

function webAddress({ protocol }: { protocol: RegExp }): Shape {
  return string().check((value) => {
    const trimmed = (value as string).trim();
    const url = /^https?:\/\//i.test(trimmed) ? URL.parse(trimmed) : null;
    return url !== null && protocol.test(url.protocol.slice(0, -1))
      ? trimmed.replace(/[\t\n\r]/g, '')
      : invalid;
  });
}

export const z = {
  string,
  number,
  int: () => number().int(),
  boolean: () => holding((value) => typeof value === 'boolean'),
  null: () => oneOf([null]),
  unknown: () => holding(() => true),
  literal: (value: unknown) => oneOf(Array.isArray(value) ? value : [value]),
  enum: (values: readonly unknown[] | object) => oneOf(Object.values(values)),
  uuid: () => string().regex(uuid),
  url: webAddress,
  iso: { datetime: () => string().refine(isDatetime) },
  coerce: {
    number: () =>
      make({
        base: (value) => {
          const result = Number(value);
          return Number.isFinite(result) ? result : invalid;
        },
      }),
  },
  object: (fields: Fields) => objectOf(fields),
  strictObject: (fields: Fields) => objectOf(fields, 'strict'),
  looseObject: (fields: Fields) => objectOf(fields, 'loose'),
  array: listOf,
  record: (key: Shape, item: Shape) => recordOf(key, item, key.values),
  partialRecord: (key: Shape, item: Shape) => recordOf(key, item, undefined),
  union: unionOf,
  discriminatedUnion: taggedUnionOf,
  intersection: (one: Shape, other: Shape) =>
    make({
      base: (value) => {
        const [first, second] = [one.run(value), other.run(value)];
        return first === invalid || second === invalid ? invalid : merge(first, second);
      },
    }),
};
