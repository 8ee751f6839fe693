import { once } from 'node:events';
import { type IncomingHttpHeaders, type OutgoingHttpHeaders, request } from 'node:http';
import { connect } from 'node:net';

interface RawRequest {
  method?: string;
  path?: string;
  headers?: OutgoingHttpHeaders;
  body?: string;
}

export interface RawAnswer {
  status: number;
  headers: IncomingHttpHeaders;
  body: string;
}

/** Sends a request with headers that `fetch` would not send. Event streams are closed after the headers. */
export async function ask(url: string, { method, path, headers, body }: RawRequest = {}): Promise<RawAnswer> {
  const { hostname, port } = new URL(url);
  const length = body === undefined ? {} : { 'content-length': Buffer.byteLength(body) };
  const sent = request({ hostname, port, agent: false, method, path, headers: { ...length, ...headers } });
  sent.end(body);
  const [answer] = await once(sent, 'response');
  const { statusCode: status, headers: given } = answer;
  if (String(given['content-type']).startsWith('text/event-stream')) {
    sent.destroy();
    return { status, headers: given, body: '' };
  }
  const chunks: Buffer[] = [];
  for await (const chunk of answer) chunks.push(chunk);
  return { status, headers: given, body: Buffer.concat(chunks).toString() };
}

/** A limit that only prevents a hanging test. */
const patienceMs = 60_000;

/** Sends raw bytes and returns everything until the server closes the connection. */
export async function exchange(url: string, bytes: string): Promise<string> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  let answer = '';
  socket.on('data', (chunk) => (answer += chunk.toString()));
  // A server may disconnect a client that is still writing.
  socket.on('error', () => {});
  const patience = setTimeout(() => socket.destroy(), patienceMs);
  socket.write(bytes);
  await new Promise((resolve) => socket.once('close', resolve));
  clearTimeout(patience);
  return answer;
}
