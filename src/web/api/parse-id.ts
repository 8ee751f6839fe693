/** Parses a positive integer id without zod, because the first screen loads before the schemas. */
export function parseId(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isSafeInteger(value) && value > 0 ? value : undefined;
}
