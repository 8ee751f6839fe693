import { type Percentiles, percentilesOf, timeOf } from '../worker/percentiles.ts';
import { keepConnection } from './keep-connection.ts';

export interface Request {
  path: string;
  /** The body, which is sent as JSON by POST. Without it, the request is a GET. */
  body?: object;
}

export interface Sent extends Percentiles {
  perSecond: number;
}

/** Sends the requests over this number of connections, each as soon as the one before it was answered. */
export async function sendRequests(
  baseUrl: string,
  requests: readonly Request[],
  connections: number,
): Promise<Sent> {
  const { host, port } = new URL(baseUrl);
  const written = requests.map((request) => writeRequest(host, request));
  const open = await Promise.all(Array.from({ length: connections }, () => keepConnection(Number(port))));
  const times: number[] = [];
  let next = 0;
  try {
    const ms = await timeOf(() =>
      Promise.all(
        open.map(async ({ send }) => {
          for (let request = written[next++]; request; request = written[next++]) {
            const one = request;
            times.push(await timeOf(() => send(one)));
          }
        }),
      ),
    );
    return { perSecond: (requests.length * 1000) / ms, ...percentilesOf(times) };
  } finally {
    for (const { close } of open) close();
  }
}

function writeRequest(host: string, { path, body }: Request): Buffer {
  if (body === undefined) return Buffer.from(`GET ${path} HTTP/1.1\r\nHost: ${host}\r\n\r\n`);
  const json = JSON.stringify(body);
  const head = [
    `POST ${path} HTTP/1.1`,
    `Host: ${host}`,
    'Content-Type: application/json',
    `Content-Length: ${Buffer.byteLength(json)}`,
  ];
  return Buffer.from(`${head.join('\r\n')}\r\n\r\n${json}`);
}
