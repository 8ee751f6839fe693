import { parseBoundedJson } from '#schema/text/bounded-json.ts';

/** Parses bytes of JSON. Throws AppError `invalid_input`. */
export function parseBody(bytes: Uint8Array): unknown {
  return parseBoundedJson(new TextDecoder().decode(bytes));
}
