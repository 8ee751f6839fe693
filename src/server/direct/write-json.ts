/**
 * `JSON.stringify`, with each object that is in several lists of an answer written once: a page of search has every hit in
 * the list of all and in that of its kind.
 */
export function writeJson(value: unknown): string {
  if (!isPlain(value)) return JSON.stringify(value);
  const written = new Map<unknown, string>();
  // Added to, not joined: the lists would be copied twice.
  let text = '';
  for (const name of Object.keys(value)) {
    const field = value[name];
    const json = Array.isArray(field) ? writeList(field, written) : JSON.stringify(field);
    if (json !== undefined) text += `${text === '' ? '' : ','}${JSON.stringify(name)}:${json}`;
  }
  return `{${text}}`;
}

function writeList(list: readonly unknown[], written: Map<unknown, string>): string {
  let text = '';
  for (const item of list) {
    let json = written.get(item);
    if (json === undefined) {
      json = JSON.stringify(item) ?? 'null';
      if (isPlain(item)) written.set(item, json);
    }
    text += text === '' ? json : `,${json}`;
  }
  return `[${text}]`;
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
