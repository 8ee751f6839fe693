import { Agent, type IncomingMessage, request } from 'node:http';

const paragraph =
  'The harbour bridge will be closed for two years, and everyone has to walk around. The council of Lunde voted on ' +
  'Monday to replace its four pillars, which were built in 1931 and have cracks up to nine centimetres wide. ';

export interface Load {
  url: string;
  runs: number;
  atOnce: number;
}

/**
 * Starts runs over HTTP and follows the events of each to its end, like the panel. Returns the time each run took.
 */
export async function followRuns({ url, runs, atOnce }: Load): Promise<number[]> {
  const agent = new Agent({ keepAlive: true, maxSockets: Number.POSITIVE_INFINITY });
  const marker = Math.random().toString(36).slice(2);
  const times: number[] = [];
  let next = 0;

  async function work(): Promise<void> {
    while (next < runs) {
      next += 1;
      const startedAt = performance.now();
      // Each text is different, because identical requests would join one run.
      const text = `Report ${marker}-${next}. ${paragraph.repeat(8)}`;
      const started = await call('POST', '/api/summaries', { text, modelProfileId: 'bench' });
      const { id } = JSON.parse(started);
      const events = await call('GET', `/api/runs/${id}/events`);
      if (!events.includes('"status":"succeeded"')) throw new Error(`a run did not succeed: ${events}`);
      times.push(performance.now() - startedAt);
    }
  }

  function call(method: string, path: string, body?: object): Promise<string> {
    const sent = body && JSON.stringify(body);
    const headers = sent === undefined ? {} : { 'content-type': 'application/json' };
    return new Promise((resolve, reject) => {
      const asked = request(`${url}${path}`, { method, agent, headers }, (response) => {
        readAll(response).then((text) => {
          if (response.statusCode === undefined || response.statusCode >= 300)
            reject(new Error(`${path} answered ${response.statusCode}: ${text}`));
          else resolve(text);
        }, reject);
      });
      asked.once('error', reject).end(sent);
    });
  }

  await Promise.all(Array.from({ length: atOnce }, work));
  agent.destroy();
  return times;
}

async function readAll(response: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of response as AsyncIterable<Buffer>) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
}
