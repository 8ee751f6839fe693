/** Makes a placeholder for something that the server holds. It is resolved when the request is sent. */
export function known(kind: string, at: number): string {
  return `⟦${kind}#${at}⟧`;
}

/** Makes a placeholder in a JSON body for raw text that no value serializes to. */
export function verbatim(text: string): string {
  return `⟦=${text}⟧`;
}

type Id = string | number;

export interface Pool {
  add(kind: string, ...ids: Id[]): void;
  /** Adds the ids, cursors and projects of a response. */
  learn(path: string, body: unknown): void;
  /** Fills known values into a text, such as a path. */
  fillIn(text: string): string;
  /** Fills known values into JSON, where a number stays a number. */
  fillInJson(json: string): string;
}

/**
 * The number of ids that are kept. Old ids may be deleted, but the newest alone would send every request to one
 * object.
 */
const mostOfAKind = 12;

const kindOfField: Record<string, string> = {
  feeds: 'feeds',
  folders: 'folders',
  run: 'runs',
  replyRun: 'runs',
  message: 'messages',
  thread: 'threads',
};

export function createPool(): Pool {
  const pool = new Map<string, Id[]>();

  function add(kind: string, ...ids: Id[]): void {
    const all = new Set([...(pool.get(kind) ?? []), ...ids]);
    pool.set(kind, [...all].slice(-mostOfAKind));
  }

  function find(kind: string, at: string): Id {
    const ids = pool.get(kind) ?? [];
    return ids[Number(at) % ids.length] ?? 'nobody';
  }

  return {
    add,
    learn(path, body) {
      const [, first = '', , third] = path.replace(/^\/api/, '').split(/[/?]/);
      if (typeof body !== 'object' || body === null) return;
      if (first === 'runs' || first === 'summaries') addIdsOf(first === 'runs' ? 'runs' : 'summaries', body);
      else addIdsOf(third === 'messages' ? 'messages' : third === undefined ? first : 'runs', body);
      for (const [field, kind] of Object.entries(kindOfField)) addIdsOf(kind, Reflect.get(body, field));
      const cursor: unknown = Reflect.get(body, 'nextCursor');
      if (typeof cursor === 'string') add('cursors', cursor);
    },
    fillIn: (text) =>
      text.replaceAll(/⟦(\w+)#(\d+)⟧/g, (_, kind: string, at: string) => String(find(kind, at))),
    fillInJson: (json) =>
      json
        .replaceAll(/"⟦(\w+)#(\d+)⟧"/g, (_, kind: string, at: string) => JSON.stringify(find(kind, at)))
        .replaceAll(/"⟦=(.*?)⟧"/g, (_, text: string) => text),
  };

  function addIdsOf(kind: string, value: unknown): void {
    if (typeof value !== 'object' || value === null) return;
    const items: unknown = Reflect.get(value, 'items') ?? value;
    for (const item of Array.isArray(items) ? items.slice(0, mostOfAKind / 2) : [items]) {
      const id: unknown = typeof item === 'object' && item !== null ? Reflect.get(item, 'id') : undefined;
      if (typeof id === 'string' || typeof id === 'number') add(kind, id);
    }
  }
}
