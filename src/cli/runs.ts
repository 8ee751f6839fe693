import { parseArgs } from 'node:util';
import { AppError } from '#schema/app-error.ts';
import { readChoice } from '#schema/faults/say-faults.ts';
import { type RunId, runIdSchema } from '#schema/ids.ts';
import { type Run, runStatusSchema } from '#schema/runs/run.ts';
import { listRunsQuerySchema } from '#schema/wire.ts';
import { formatTable } from './printing.ts';
import { exitCodes, type Terminal } from './terminal.ts';
import { withApp } from './with-app.ts';

const help = `precis runs: list recent runs; cancel or retry one

  precis runs [list] [--status <status>] [--limit <n>] [--json]
  precis runs show <id>      show templates, parameters, model, usage, outcome and the summary, as JSON
  precis runs cancel <id>    stop a queued or running run, on any server
  precis runs retry <id>     queue a failed or cancelled run again; a running server executes it
`;

export async function runs(args: string[], terminal: Terminal): Promise<number> {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      status: { type: 'string' },
      limit: { type: 'string' },
      json: { type: 'boolean' },
      help: { type: 'boolean', short: 'h' },
    },
  });
  if (values.help === true) {
    terminal.out(help);
    return exitCodes.ok;
  }
  const [action = 'list', id] = positionals;
  return withApp(terminal, { works: false }, async ({ client }) => {
    switch (action) {
      case 'list': {
        const status =
          values.status === undefined ? undefined : readChoice(runStatusSchema, '--status', values.status);
        const page = await client.runs.list({
          ...(status === undefined ? {} : { status }),
          ...(values.limit === undefined
            ? {}
            : { limit: readChoice(listRunsQuerySchema.shape.limit, '--limit', values.limit) }),
        });
        terminal.out(
          values.json === true ? `${JSON.stringify(page.items, null, 2)}\n` : listRuns(page.items),
        );
        return exitCodes.ok;
      }
      case 'show':
        terminal.out(`${JSON.stringify(await client.runs.get(readId(id)), null, 2)}\n`);
        return exitCodes.ok;
      case 'cancel': {
        const run = await client.runs.cancel(readId(id));
        const pending = run.status === 'running' ? 'is stopping' : `is ${run.status}`;
        terminal.out(`Run ${run.id} ${pending}.\n`);
        return exitCodes.ok;
      }
      case 'retry': {
        const run = await client.runs.retry(readId(id));
        terminal.out(`Queued as ${run.id}.\n`);
        return exitCodes.ok;
      }
      default:
        throw new AppError(
          'invalid_input',
          `Unknown command “precis runs ${action}”. Try precis runs --help.`,
        );
    }
  });
}

function listRuns(items: Run[]): string {
  if (items.length === 0) return 'No runs yet. Try: precis summarize <file> --save\n';
  return formatTable(
    ['when', 'task', 'source', 'model', 'status', 'time', 'id'],
    items.map((run) => [
      new Date(run.createdAt).toISOString().slice(0, 19).replace('T', ' '),
      run.taskType,
      run.source.title ?? `${run.source.kind} ${run.source.id.slice(0, 8)}`,
      run.provider === 'builtin' ? 'Offline extract' : (run.model ?? '–'),
      run.errorCode === null ? run.status : `${run.status} (${run.errorCode})`,
      run.durationMs === null ? '–' : `${(run.durationMs / 1000).toFixed(1)} s`,
      run.id,
    ]),
  );
}

function readId(id: string | undefined): RunId {
  const parsed = runIdSchema.safeParse(id);
  if (parsed.success) return parsed.data;
  throw new AppError('invalid_input', 'Enter a run ID. precis runs lists them.');
}
