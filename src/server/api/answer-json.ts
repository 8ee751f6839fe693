import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Context } from 'hono';
import { chooseEncodings, type Encoding } from '#server/http/choose-encoding.ts';

/** Fits into one packet as it is. */
const smallLetters = 1024;

const gzipBytes = promisify(gzip);
const brotliBytes = promisify(brotliCompress);
const jsonType = { 'Content-Type': 'application/json' };

/** Levels that take about a millisecond for a page of the list, in the thread pool; higher ones gain little. */
const encode: Record<Encoding, (text: string) => Promise<Uint8Array>> = {
  br: (text) =>
    brotliBytes(text, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: 4,
        [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
        [constants.BROTLI_PARAM_SIZE_HINT]: text.length,
      },
    }),
  gzip: (text) => gzipBytes(text, { level: 4 }),
};

/**
 * Something that was read, as JSON, compressed where the client asks for it. The length of a compressed answer can
 * betray a secret in it to someone who has texts of their own put beside it (BREACH). No answer holds a key or a token,
 * and the guard lets no other page ask: such a person would have to wait for each refresh of their feed.
 */
export async function answerJson(c: Context, value: unknown): Promise<Response> {
  const text = JSON.stringify(value);
  c.header('Vary', 'Accept-Encoding');
  const [encoding] = text.length < smallLetters ? [] : chooseEncodings(c.req.header('accept-encoding'));
  if (encoding === undefined) return c.body(text, 200, jsonType);
  const bytes = new Uint8Array(await encode[encoding](text));
  return c.body(bytes, 200, { ...jsonType, 'Content-Encoding': encoding });
}
