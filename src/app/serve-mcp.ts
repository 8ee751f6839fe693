import type { Client } from '#client/create-client.ts';
import type { Log } from '#engine/ports.ts';
import type { McpPorts } from '#mcp/ports.ts';
import { AppError } from '#schema/app-error.ts';
import type { EntryId } from '#schema/entry.ts';
import type { SummarizeTextRequest } from '#schema/wire.ts';
import { createClientFiles } from './clients/client-files.ts';
import { noteLanguageOf } from './offline-summary/note-language.ts';
import type { Config } from './read-config.ts';
import { version } from './version.ts';

type McpClient = Pick<Client, 'summarize' | 'runs' | 'sessions' | 'memories' | 'reader' | 'settings'>;

/** Returns the ports of the tools, which use the client API. */
export function mcpPortsOf(client: McpClient, { log, project }: Pick<McpPorts, 'log' | 'project'>): McpPorts {
  return {
    project,
    search: (query) => client.sessions.search(query),
    timeline: (query) => client.sessions.timeline(query),
    getRecords: (refs) => client.sessions.records(refs),
    context: (query) => client.sessions.context(query),
    fixes: (query) => client.sessions.fixes(query),
    saveMemory: (request) => client.memories.save(request),
    reader: {
      isAllowed: async () => (await client.settings.get()).reader.allowAgents,
      search: (query) => client.reader.entries.list(query),
      get: (id) => getArticle(client, id),
    },
    summarize: (request, signal) => summarize(client, request, signal),
    version,
    log,
  };
}

/**
 * Serves the tools over standard input and output until the client disconnects, for the project of the current
 * folder.
 */
export async function serveMcp(
  client: McpClient,
  { log, signal, env }: { log: Log; signal: AbortSignal; env: Config['env'] },
): Promise<void> {
  const project = await createClientFiles(env).identifyProject(process.cwd());
  // The protocol's library is large and a server may never be asked for its tools, so it is loaded on first use.
  const { serveStdio } = await import('#mcp/serve-stdio.ts');
  await serveStdio(mcpPortsOf(client, { log, project: project.name === '' ? null : project }), {
    input: process.stdin,
    output: process.stdout,
    signal,
  });
}

async function getArticle({ reader }: Pick<Client, 'reader'>, id: EntryId) {
  try {
    const [entry, { items }] = await Promise.all([reader.entries.get(id), reader.summaries.list(id)]);
    return { ...entry, summaries: items };
  } catch (error) {
    if (error instanceof AppError && error.code === 'not_found') return null;
    throw error;
  }
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
  if (summary !== null) {
    const note = noteLanguageOf(run, request.targetLanguage);
    return note === null ? summary.text : `${summary.text}\n\n[${note}]`;
  }
  throw new AppError(run.errorCode ?? 'run_cancelled', run.errorMessage ?? 'The run was cancelled.');
}
