/** A number as it stands in a field; nothing for null. */
export function toText(value: number | null | undefined): string {
  return value === null || value === undefined ? '' : String(value);
}

/** What was typed: undefined for an empty field, NaN for what is no number. */
export function fromText(text: string): number | undefined {
  const trimmed = text.trim();
  if (trimmed === '') return undefined;
  // A comma is how much of the world writes a decimal point; with three digits behind it, it is more likely a group.
  const isDecimal = /^\d+,\d{1,2}$/.test(trimmed);
  return Number(isDecimal ? trimmed.replace(',', '.') : trimmed.replace(/[,\s_](?=\d{3}(\D|$))/g, ''));
}
