/** An id of any kind that is a positive number. The first screen has no schemas: they are loaded after it. */
export function parseId(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isSafeInteger(value) && value > 0 ? value : undefined;
}
