export type Fields = Record<string, unknown>;

export function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Values that Python writes for numbers, and JSON does not have. */
const noNumbers = /([:,[]\s*)(?:NaN|-?Infinity)(?=\s*[,}\]])/g;

/** What a server wrote as JSON; undefined if it is none. A number that is none is null. */
export function parseAnswer(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    if (!/NaN|Infinity/.test(text)) return undefined;
  }
  try {
    return JSON.parse(text.replace(noNumbers, '$1null'));
  } catch {
    return undefined;
  }
}
