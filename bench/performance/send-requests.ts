import { type Percentiles, percentilesOf, timeOf } from '../worker/percentiles.ts';

export interface Request {
  path: string;
  /** Sent as JSON by POST; without it, the request is a GET. */
  body?: object;
}

export interface Sent extends Percentiles {
  perSecond: number;
}

/** Sends the requests over the given number of connections, each as soon as the one before it was answered. */
export async function sendRequests(
  baseUrl: string,
  requests: readonly Request[],
  connections: number,
): Promise<Sent> {
  const times: number[] = [];
  let next = 0;
  async function send({ path, body }: Request): Promise<void> {
    const init = body && {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    };
    const answer = await fetch(`${baseUrl}${path}`, init);
    const said = await answer.text();
    if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${said.slice(0, 200)}`);
  }
  async function sendNext(): Promise<void> {
    for (let request = requests[next++]; request; request = requests[next++]) {
      const one = request;
      times.push(await timeOf(() => send(one)));
    }
  }
  const ms = await timeOf(() => Promise.all(Array.from({ length: connections }, sendNext)));
  return { perSecond: (requests.length * 1000) / ms, ...percentilesOf(times) };
}
