/** Parses JSON. Returns undefined if the text is not JSON. */
export function parseJson(text: string, reviver?: (name: string, value: unknown) => unknown): unknown {
  try {
    return JSON.parse(text, reviver);
  } catch {
    return undefined;
  }
}

/** Parses a JSON object or list. Returns null if the text is neither. */
export function parseJsonObject(
  text: string,
  reviver?: (name: string, value: unknown) => unknown,
): Record<string, unknown> | null {
  const value = parseJson(text, reviver);
  return typeof value === 'object' ? (value as Record<string, unknown> | null) : null;
}
