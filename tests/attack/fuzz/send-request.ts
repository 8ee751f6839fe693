import { once } from 'node:events';
import { Agent, type IncomingMessage, request } from 'node:http';
import type { FuzzRequest } from './fuzz-request.ts';
import type { Pool } from './known.ts';

export interface FuzzAnswer {
  status: number;
  mediaType: string;
  text: string;
}

/** The longest wait for a response, even on a busy machine. */
const patienceMs = 60_000;
const quietMs = 100;

export interface Sender {
  send(request: FuzzRequest): Promise<FuzzAnswer>;
  close(): void;
}

/** Creates a sender that uses sockets and fills in known values. It closes event streams after the first event. */
export function createSender(url: string, pool: Pool): Sender {
  const { hostname, port } = new URL(url);
  const agent = new Agent({ keepAlive: true, maxSockets: 16 });
  return {
    async send(generated) {
      const { method, headers, body } = generated;
      const bytes = body === null ? null : Buffer.from(pool.fillInJson(body.text), body.encoding ?? 'utf8');
      const length = bytes === null ? {} : { 'content-length': bytes.length };
      const path = targetOf(generated, pool);
      const sent = request({ hostname, port, agent, method, path, headers: { ...length, ...headers } });
      const patience = setTimeout(() => sent.destroy(new Error('no answer in time')), patienceMs);
      try {
        sent.end(bytes);
        const [answer] = (await once(sent, 'response')) as [IncomingMessage];
        const mediaType = (answer.headers['content-type'] ?? '').split(';')[0] ?? '';
        const isStream = mediaType === 'text/event-stream';
        const text = isStream ? '' : await readAll(answer);
        if (isStream) await leave(answer);
        return { status: answer.statusCode ?? 0, mediaType, text };
      } finally {
        clearTimeout(patience);
      }
    },
    close: () => agent.destroy(),
  };
}

/** The target of the request as it is sent. It also identifies the request in a report. */
export function targetOf({ path, params, query }: FuzzRequest, pool: Pool): string {
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const { value = '', isEncoded = false } = params[name] ?? {};
    return isEncoded ? value : encode(pool.fillIn(value));
  });
  if (query.length === 0) return filled;
  return `${filled}?${query.map(([name, value]) => `${encode(name)}=${encode(pool.fillIn(value))}`).join('&')}`;
}

function encode(text: string): string {
  return encodeURIComponent(text.toWellFormed());
}

/** Reads the first data of a stream and closes it. A silent stream is closed too. */
async function leave(answer: IncomingMessage): Promise<void> {
  const first = new AbortController();
  const patience = setTimeout(() => first.abort(), quietMs);
  await once(answer, 'data', { signal: first.signal }).catch(() => {});
  clearTimeout(patience);
  answer.destroy();
}

async function readAll(answer: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of answer) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
}
