import { encodeParts, encodeText, type Part, type Span } from './encode-text.ts';

/**
 * `JSON.stringify` as UTF-8, with each object that is in several lists of an answer written once and copied: a page of
 * search has every hit in the list of all and in that of its kind.
 */
export function writeJson(value: unknown): Buffer {
  if (!isPlain(value)) return encodeText(JSON.stringify(value));
  const written = createWriter();
  let separator = '{';
  for (const name of Object.keys(value)) {
    const field = value[name];
    if (Array.isArray(field)) {
      written.add(`${separator}${JSON.stringify(name)}:[`);
      writeList(field, written);
      written.add(']');
    } else {
      const json = JSON.stringify(field);
      if (json === undefined) continue;
      written.add(`${separator}${JSON.stringify(name)}:${json}`);
    }
    separator = ',';
  }
  written.add(separator === '{' ? '{}' : '}');
  return written.encode();
}

function writeList(list: readonly unknown[], written: Writer): void {
  let separator = '';
  for (const item of list) {
    if (!written.repeat(item, separator)) {
      const json = JSON.stringify(item) ?? 'null';
      written.add(separator);
      if (isPlain(item)) written.addItem(item, json);
      else written.add(json);
    }
    separator = ',';
  }
}

interface Writer {
  add(json: string): void;
  /** May be repeated. */
  addItem(item: object, json: string): void;
  /** False: it was not added before. */
  repeat(item: unknown, separator: string): boolean;
  encode(): Buffer;
}

function createWriter(): Writer {
  const places = new Map<unknown, Span>();
  const parts: Part[] = [];
  let length = 0;
  /** What is added before the next item: few long parts are written faster than many short ones. */
  let between = '';
  let copied: Span | null = null;

  function push(part: Part): void {
    parts.push(part);
    copied = typeof part === 'string' ? null : part;
  }

  function flush(): void {
    if (between === '') return;
    push(between);
    length += between.length;
    between = '';
  }

  return {
    add(json) {
      between += json;
    },
    addItem(item, json) {
      flush();
      places.set(item, { start: length, end: length + json.length });
      push(json);
      length += json.length;
    },
    repeat(item, separator) {
      const place = places.get(item);
      if (place === undefined) return false;
      // Those that follow each other in one list are copied together, with the comma between them.
      if (copied !== null && between === '' && copied.end + separator.length === place.start) {
        length += place.end - copied.end;
        copied.end = place.end;
        return true;
      }
      between += separator;
      flush();
      push({ ...place });
      length += place.end - place.start;
      return true;
    },
    encode() {
      if (parts.length === 0) return encodeText(between);
      flush();
      return encodeParts(parts, length);
    },
  };
}

/** An object without a way of its own to become JSON. */
function isPlain(value: unknown): value is Record<string, unknown> {
  return (
    typeof value === 'object' &&
    value !== null &&
    Object.getPrototypeOf(value) === Object.prototype &&
    !('toJSON' in value)
  );
}
