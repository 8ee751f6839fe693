/** An id of any kind that is a positive number. The first screen has no schemas: they are loaded after it. */
export function parseId<T extends number>(value: unknown): T | undefined {
  return Number.isSafeInteger(value) && (value as number) > 0 ? (value as T) : undefined;
}
