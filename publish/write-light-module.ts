import { pathToFileURL } from 'node:url';
import type { z } from 'zod';

/** What only the server and the document of the API read of a route. */
const unread = new Set(['summary', 'gives', 'problems', 'params', 'headers', 'status', 'types']);

/** What the client looks at only to see that it is there. */
const onlyPresent = new Set(['body', 'query', 'plain']);

/** Schemas that make something else of a value that fits: defaults filled in, texts turned into numbers. */
const changing = new Set(['default', 'prefault', 'transform', 'pipe', 'catch']);

/**
 * The source of a module in whose place every schema is loaded when it is first used: routes without zod, which the
 * first screen of the web app does not load.
 */
export async function writeLightModule(file: string): Promise<string> {
  const exported: Record<string, unknown> = await import(pathToFileURL(file).href);
  const lines = Object.entries(exported).map(
    ([name, value]) => `export const ${name} = ${write(value, name)};`,
  );
  return [
    `const load = () => import(${JSON.stringify(file)});`,
    'const later = (find, isLoadedLater) =>',
    '  ({ isLoadedLater, safeParse: async (value) => find(await load()).safeParse(value) });',
    ...lines,
    '',
  ].join('\n');
}

/** `place`: how the whole module is asked for the same value. */
function write(value: unknown, place: string): string {
  if (isSchema(value)) return `later((whole) => whole.${place}, ${!isChanging(value)})`;
  if (typeof value === 'function') throw new Error(`${place} is a function, which cannot be written out`);
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return JSON.stringify(value);
  const isRoute = 'operationId' in value;
  const fields = Object.entries(value)
    .filter(([name]) => !(isRoute && unread.has(name)))
    .map(([name, field]) => {
      const written = isRoute && onlyPresent.has(name) ? 'true' : write(field, `${place}.${name}`);
      return `${name}: ${written}`;
    });
  return `{ ${fields.join(', ')} }`;
}

function isSchema(value: unknown): value is z.ZodType {
  return typeof value === 'object' && value !== null && '_zod' in value;
}

/** Whether it, or a schema in it, may return something else than it was given. */
function isChanging(schema: z.ZodType, seen = new Set<unknown>()): boolean {
  if (seen.has(schema)) return false;
  seen.add(schema);
  const { def } = schema._zod;
  const isCoercing = 'coerce' in def && def.coerce === true;
  return changing.has(def.type) || isCoercing || partsOf(def).some((part) => isChanging(part, seen));
}

function partsOf(value: unknown): z.ZodType[] {
  if (isSchema(value)) return [value];
  if (typeof value !== 'object' || value === null || value instanceof RegExp) return [];
  return Object.values(value).flatMap(partsOf);
}
