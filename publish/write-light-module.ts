import { pathToFileURL } from 'node:url';
import type { z } from 'zod';

/** The fields of a route that only the server and the document of the API read. */
const unread = new Set(['summary', 'gives', 'problems', 'params', 'headers', 'status', 'types']);

/** The fields of which the client only checks whether they exist. */
const onlyPresent = new Set(['body', 'query', 'plain']);

/** The schemas that may change a valid value, for example by filling in defaults or turning text into numbers. */
const changing = new Set(['default', 'prefault', 'transform', 'pipe', 'catch']);

/**
 * Writes the source of a module that replaces another one and loads each schema when it is first used. So the routes
 * need no zod, which the first screen of the web app does not load.
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

/** Writes a value as source. `place` is the expression that finds the same value in the whole module. */
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

/** Whether the schema, or a schema in it, may return something else than it was given. */
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
