import { pathNames, type Route } from '#schema/routes/route.ts';

interface Pattern<T> {
  parts: string[];
  names: string[];
  value: T;
}

export interface Matched<T> {
  value: T;
  params: Record<string, string>;
}

/** Ids and names as clients send them. Whatever would have to be decoded is unusual. */
const plain = /^[\w-]+$/;
const isParameter = (part: string) => part.startsWith('{');

export interface PathTable<T> {
  add(route: Route, value: T): void;
  find(method: string, path: string): Matched<T> | undefined;
}

export function createPathTable<T>(): PathTable<T> {
  const fixed = new Map<string, Matched<T>>();
  const patterns: Pattern<T>[] = [];
  return {
    add(route, value) {
      const names = pathNames(route);
      const key = `${route.method} ${route.path}`;
      if (names.length === 0) fixed.set(key, { value, params: {} });
      else patterns.push({ parts: key.split('/'), names, value });
    },
    find(method, path) {
      const asked = `${method} ${path}`;
      const found = fixed.get(asked);
      if (found !== undefined) return found;
      const parts = asked.split('/');
      for (const pattern of patterns) {
        const values = matchParts(pattern.parts, parts);
        if (values === null) continue;
        const params = Object.fromEntries(pattern.names.map((name, at) => [name, values[at] ?? '']));
        return { value: pattern.value, params };
      }
      return undefined;
    },
  };
}

/** The values of the parameters in their order. */
function matchParts(pattern: readonly string[], parts: readonly string[]): string[] | null {
  if (pattern.length !== parts.length) return null;
  const values: string[] = [];
  for (const [at, part] of parts.entries()) {
    const wanted = pattern[at] ?? '';
    if (!isParameter(wanted)) {
      if (part !== wanted) return null;
    } else if (plain.test(part)) values.push(part);
    else return null;
  }
  return values;
}
