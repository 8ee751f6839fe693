import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { Hono } from 'hono';
import { describe, expect, test } from 'vitest';
import { answerJson } from './router.ts';

const rows = Array.from({ length: 100 }, (_, id) => ({
  id,
  title: 'Die Brücke bleibt gesperrt. 桥梁关闭。',
}));
const app = new Hono();
app.get('/rows', (c) => answerJson(c, { rows }));
app.get('/few', (c) => answerJson(c, { rows: rows.slice(0, 2) }));

async function ask(path: string, accepted?: string) {
  const headers: Record<string, string> = accepted === undefined ? {} : { 'accept-encoding': accepted };
  const response = await app.request(path, { headers });
  return {
    type: response.headers.get('content-type'),
    encoding: response.headers.get('content-encoding'),
    vary: response.headers.get('vary'),
    bytes: new Uint8Array(await response.arrayBuffer()),
  };
}

const read = (bytes: Uint8Array) => JSON.parse(new TextDecoder().decode(bytes));

describe('a JSON answer', () => {
  test('is compressed in the best way that the client accepts', async () => {
    const plain = await ask('/rows');
    const brotli = await ask('/rows', 'gzip, deflate, br, zstd');
    const gzipped = await ask('/rows', 'gzip, deflate');
    expect([plain, brotli, gzipped].map(({ encoding }) => encoding)).toEqual([null, 'br', 'gzip']);
    expect(read(plain.bytes)).toEqual({ rows });
    expect(read(brotliDecompressSync(brotli.bytes))).toEqual({ rows });
    expect(read(gunzipSync(gzipped.bytes))).toEqual({ rows });
    expect(Math.max(brotli.bytes.length, gzipped.bytes.length) * 5).toBeLessThan(plain.bytes.length);
  });

  test('keeps its type and names what it depends on, in any form', async () => {
    const forms = await Promise.all([ask('/rows'), ask('/rows', 'br'), ask('/few', 'br')]);
    for (const { type, vary } of forms)
      expect({ type, vary }).toEqual({ type: 'application/json', vary: 'Accept-Encoding' });
  });

  test('is sent as it is if it is small, or if the client refuses the encodings', async () => {
    const few = await ask('/few', 'br');
    const refused = await ask('/rows', 'br;q=0, gzip;q=0');
    expect([few.encoding, refused.encoding]).toEqual([null, null]);
    expect(read(few.bytes)).toEqual({ rows: rows.slice(0, 2) });
  });
});
