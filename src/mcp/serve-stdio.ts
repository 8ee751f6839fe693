import type { Readable, Writable } from 'node:stream';
import { StdioServerTransport, serveStdio as serveWire } from '@modelcontextprotocol/server/stdio';
import { createMcpServer } from './create-mcp-server.ts';
import type { McpPorts } from './ports.ts';

interface StdioOptions {
  input: Readable;
  output: Writable;
  signal: AbortSignal;
}

/** Serves one client over stdio until it disconnects. Nothing would stop a process that outlives its client. */
export async function serveStdio(ports: McpPorts, { input, output, signal }: StdioOptions): Promise<void> {
  const gone = new Promise<void>((resolve) => {
    for (const event of ['end', 'close', 'error']) input.once(event, () => resolve());
    output.once('error', () => resolve());
    output.once('close', () => resolve());
    signal.addEventListener('abort', () => resolve(), { once: true });
    if (signal.aborted) resolve();
  });
  // Asked before the first message, because the input may end while its answer is awaited.
  const showsReader = await ports.reader.isAllowed();
  const server = serveWire(() => createMcpServer(ports, { showsReader }), {
    transport: new StdioServerTransport(input, output),
    onerror: (error) => ports.log.warn({ err: error }, 'a message to the tools was not understood'),
  });
  await gone;
  await server.close();
}
