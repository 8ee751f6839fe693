/** Undefined if the text is not JSON. */
export function parseJson(text: string, reviver?: (name: string, value: unknown) => unknown): unknown {
  try {
    return JSON.parse(text, reviver);
  } catch {
    return undefined;
  }
}

/** Null if the text is neither a JSON object nor a list. */
export function parseJsonObject(
  text: string,
  reviver?: (name: string, value: unknown) => unknown,
): Record<string, unknown> | null {
  const value = parseJson(text, reviver);
  return typeof value === 'object' ? (value as Record<string, unknown> | null) : null;
}
