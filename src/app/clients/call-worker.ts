interface WorkerCall {
  token?: string | null;
  /** Sent as JSON with POST. Without it, the call is a GET. */
  body?: string;
  timeoutMs: number;
}

/**
 * Calls a worker. A redirect is not followed, because it would send the token elsewhere. Both `fetch` and an import of
 * `node:http`, which reads all its exports, load undici: 50 ms of processor time, more than all else that a hook does.
 */
export function callWorker(
  url: string,
  { token = null, body, timeoutMs }: WorkerCall,
): Promise<{ status: number; text: string }> {
  const { request } = process.getBuiltinModule(url.startsWith('https:') ? 'node:https' : 'node:http');
  const { promise, resolve, reject } = Promise.withResolvers<{ status: number; text: string }>();
  const call = request(url, {
    method: body === undefined ? 'GET' : 'POST',
    agent: false,
    headers: {
      accept: 'application/json',
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...(token === null ? {} : { authorization: `Bearer ${token}` }),
    },
    signal: AbortSignal.timeout(timeoutMs),
  });
  call.on('error', reject);
  call.on('response', (response) => {
    let text = '';
    response.setEncoding('utf8');
    response.on('data', (chunk) => {
      text += chunk;
    });
    response.on('error', reject);
    response.on('end', () => resolve({ status: response.statusCode ?? 0, text }));
  });
  call.end(body);
  return promise;
}
