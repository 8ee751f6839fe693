import { parseBoundedJson } from '#schema/text/bounded-json.ts';

/** Bytes of JSON as a value. Throws AppError `invalid_input`. */
export function parseBody(bytes: Uint8Array): unknown {
  return parseBoundedJson(new TextDecoder().decode(bytes));
}
