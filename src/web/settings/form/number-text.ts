/** A number as field text; empty for null. */
export function toText(value: number | null | undefined): string {
  return value === null || value === undefined ? '' : String(value);
}

/** Parsed input: undefined for an empty field, NaN if it is not a number. */
export function fromText(text: string): number | undefined {
  const trimmed = text.trim();
  if (trimmed === '') return undefined;
  // Many locales use a comma as the decimal mark; followed by three digits, it is more likely a group separator.
  const isDecimal = /^\d+,\d{1,2}$/.test(trimmed);
  return Number(isDecimal ? trimmed.replace(',', '.') : trimmed.replace(/[,\s_](?=\d{3}(\D|$))/g, ''));
}

/** Number fields as typed. */
export type NumberTexts<N extends string> = Record<N, string>;

export function toTexts<N extends string>(
  names: readonly N[],
  read: (name: N) => number | null | undefined,
): NumberTexts<N> {
  return Object.fromEntries(names.map((name) => [name, toText(read(name))])) as NumberTexts<N>;
}

export function fromTexts<N extends string>(
  names: readonly N[],
  texts: Readonly<NumberTexts<N>>,
): Record<N, number | undefined> {
  return Object.fromEntries(names.map((name) => [name, fromText(texts[name])])) as Record<
    N,
    number | undefined
  >;
}
