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
