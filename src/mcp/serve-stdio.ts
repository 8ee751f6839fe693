import type { Readable, Writable } from 'node:stream';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import { createMcpServer } from './create-mcp-server.ts';
import type { McpPorts } from './ports.ts';

interface StdioOptions {
  input: Readable;
  output: Writable;
  signal: AbortSignal;
}

/** Serves one client over stdio until it disconnects. Nothing would stop a process that outlives its client. */
export async function serveStdio(ports: McpPorts, { input, output, signal }: StdioOptions): Promise<void> {
  const server = createMcpServer(ports);
  const gone = new Promise<void>((resolve) => {
    for (const event of ['end', 'close', 'error']) input.once(event, () => resolve());
    output.once('error', () => resolve());
    output.once('close', () => resolve());
    signal.addEventListener('abort', () => resolve(), { once: true });
    if (signal.aborted) resolve();
  });
  await server.connect(new StdioServerTransport(input, output));
  await gone;
  await server.close();
}
