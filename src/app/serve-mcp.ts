import type { Client } from '#client/create-client.ts';
import type { Log } from '#engine/ports.ts';
import type { McpPorts } from '#mcp/ports.ts';
import { AppError } from '#schema/app-error.ts';
import type { SummarizeTextRequest } from '#schema/wire.ts';
import { version } from './version.ts';

type McpClient = Pick<Client, 'summarize' | 'runs' | 'sessions' | 'memories'>;

/** The tools, through the client API. */
export function mcpPortsOf(client: McpClient, log: Log): McpPorts {
  return {
    search: (query) => client.sessions.search(query),
    timeline: (query) => client.sessions.timeline(query),
    getRecords: (refs) => client.sessions.records(refs),
    context: (query) => client.sessions.context(query),
    fixes: (query) => client.sessions.fixes(query),
    saveMemory: (request) => client.memories.save(request),
    summarize: (request, signal) => summarize(client, request, signal),
    version,
    log,
  };
}

/** Serves the tools over standard input and output until the client disconnects. */
export async function serveMcp(
  client: McpClient,
  { log, signal }: { log: Log; signal: AbortSignal },
): Promise<void> {
  // Loaded on first use: the protocol's library is large, and a server may never be asked for its tools.
  const { serveStdio } = await import('#mcp/serve-stdio.ts');
  await serveStdio(mcpPortsOf(client, log), { input: process.stdin, output: process.stdout, signal });
}

async function summarize(
  client: Pick<Client, 'summarize' | 'runs'>,
  request: SummarizeTextRequest,
  signal: AbortSignal,
): Promise<string> {
  const { id } = await client.summarize(request);
  for await (const event of client.runs.events(id, { signal })) if (event.type === 'run-end') break;
  if (signal.aborted) await client.runs.cancel(id);
  const { run, summary } = await client.runs.get(id);
  if (summary !== null) return summary.text;
  throw new AppError(run.errorCode ?? 'run_cancelled', run.errorMessage ?? 'The run was cancelled.');
}
