import type { Context } from 'hono';

/** Longer texts are hashed separately, outside the event loop. */
const longCharacters = 10_000;

type Hash = (text: string) => Promise<string>;

/** Equal for equal requests, regardless of key order and whitespace in their JSON. The body is the parsed one. */
export async function hashRequest(c: Context, body: unknown, hash: Hash): Promise<string> {
  const { pathname, search } = new URL(c.req.url);
  return hash(JSON.stringify([c.req.method, pathname + search, await canonical(body, hash)]));
}

async function canonical(value: unknown, hash: Hash): Promise<unknown> {
  if (typeof value === 'string') return value.length > longCharacters ? { sha256: await hash(value) } : value;
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return Promise.all(value.map((item) => canonical(item, hash)));
  const fields = Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return Promise.all(fields.map(async ([name, field]) => [name, await canonical(field, hash)]));
}
