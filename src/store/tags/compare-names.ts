/** Databases order letters in their own ways; lists are the same on both. */
export function compareNames(one: string, other: string): number {
  return collator.compare(one, other) || (one < other ? -1 : 1);
}

const collator = new Intl.Collator('en', { numeric: true, sensitivity: 'base' });
