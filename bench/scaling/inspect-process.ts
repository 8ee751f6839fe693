import { once } from 'node:events';

export interface Inspector {
  /** Reads the memory after a garbage collection, so that only live memory counts. */
  readMemory(): Promise<{ rssBytes: number; heapBytes: number }>;
  /** Reads the processor time since the process started. */
  readCpuMs(): Promise<number>;
  close(): void;
}

/** Inspects a Node process that was started with `--inspect`, through the debugger protocol. */
export async function inspectProcess(port: number): Promise<Inspector> {
  const answer = await fetch(`http://127.0.0.1:${port}/json/list`);
  const [target] = (await answer.json()) as { webSocketDebuggerUrl: string }[];
  if (target === undefined) throw new Error('nothing there to be inspected');
  const socket = new WebSocket(target.webSocketDebuggerUrl);
  await once(socket, 'open');
  let calls = 0;

  async function evaluate<T>(expression: string): Promise<T> {
    const { result } = await call('Runtime.evaluate', { expression: `JSON.stringify(${expression})` });
    return JSON.parse(result?.value ?? 'null');
  }

  async function call(method: string, params = {}): Promise<{ result?: { value?: string } }> {
    calls += 1;
    const id = calls;
    const answered = new Promise<{ result?: { value?: string } }>((resolve) => {
      const hear = ({ data }: MessageEvent) => {
        const message: { id?: number; result: { result?: { value?: string } } } = JSON.parse(String(data));
        if (message.id !== id) return;
        socket.removeEventListener('message', hear);
        resolve(message.result);
      };
      socket.addEventListener('message', hear);
    });
    socket.send(JSON.stringify({ id, method, params }));
    return answered;
  }

  return {
    async readMemory() {
      // The finalizers of objects freed in the first round free more.
      for (let round = 0; round < 2; round += 1) await call('HeapProfiler.collectGarbage');
      const usage = await evaluate<NodeJS.MemoryUsage>('process.memoryUsage()');
      return { rssBytes: usage.rss, heapBytes: usage.heapUsed + usage.external };
    },
    async readCpuMs() {
      const { user, system } = await evaluate<NodeJS.CpuUsage>('process.cpuUsage()');
      return (user + system) / 1000;
    },
    close: () => socket.close(),
  };
}
