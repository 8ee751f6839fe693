import { parseArgs } from 'node:util';
import { AppError } from '#schema/app-error.ts';
import { type MemoryPolicyName, memoryPolicies, memoryPolicySchema } from '#schema/models/agent.ts';
import { type SummaryVersion, type Thread, type ThreadId, threadIdSchema } from '#schema/spaces/space.ts';
import type { Explanation } from '#schema/spaces/spaces-wire.ts';
import { formatTable } from './printing.ts';
import { exitCodes, type Terminal } from './terminal.ts';
import { withApp } from './with-app.ts';

const help = `precis threads: list, explain and export the threads of your Spaces

  precis threads [list] [--json]
  precis threads explain <id> [--policy <name>] [--json]
                                show what a memory policy costs on this thread, replayed without calling a
                                model. Without --policy, compares all: ${memoryPolicies.join(', ')}
  precis threads export <id> [--json]
                                print the whole thread as Markdown, or as JSON
  precis threads versions <id> [--json]
                                list earlier versions of the summary: when, why and by whom; --json adds the texts
`;

export async function threads(args: string[], terminal: Terminal): Promise<number> {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      policy: { type: 'string' },
      json: { type: 'boolean' },
      help: { type: 'boolean', short: 'h' },
    },
  });
  if (values.help === true) {
    terminal.out(help);
    return exitCodes.ok;
  }
  const [action = 'list', id] = positionals;
  const asJson = (value: unknown) => `${JSON.stringify(value, null, 2)}\n`;
  return withApp(terminal, { works: false }, async ({ client }) => {
    switch (action) {
      case 'list': {
        const { items } = await client.threads.list({ limit: 200 });
        terminal.out(values.json === true ? asJson(items) : listThreads(items));
        return exitCodes.ok;
      }
      case 'explain': {
        const threadId = readId(id);
        const policies = values.policy === undefined ? memoryPolicies : [readPolicy(values.policy)];
        const found = await Promise.all(
          policies.map((policy) => client.threads.explain(threadId, { policy })),
        );
        terminal.out(values.json === true ? asJson(found) : explain(found));
        return exitCodes.ok;
      }
      case 'export': {
        const threadId = readId(id);
        terminal.out(
          values.json === true
            ? asJson(await client.threads.exportJson(threadId))
            : await client.threads.exportMarkdown(threadId),
        );
        return exitCodes.ok;
      }
      case 'versions': {
        const versions = await client.threads.versions(readId(id));
        terminal.out(values.json === true ? asJson(versions) : listVersions(versions));
        return exitCodes.ok;
      }
      default:
        throw new AppError(
          'invalid_input',
          `Unknown command “precis threads ${action}”. Try precis threads --help.`,
        );
    }
  });
}

function listThreads(items: Thread[]): string {
  if (items.length === 0) return 'No threads yet. Start one in the web app, under Spaces.\n';
  return formatTable(
    ['changed', 'title', 'messages', 'summarized', 'id'],
    items.map((thread) => [
      toTime(thread.updatedAt),
      thread.title ?? '(no title yet)',
      String(thread.messageCount),
      thread.summaryThroughSeq === 0 ? '–' : `up to ${thread.summaryThroughSeq}`,
      thread.id,
    ]),
  );
}

function listVersions(versions: SummaryVersion[]): string {
  if (versions.length === 0) return 'This thread has no summary yet.\n';
  return formatTable(
    ['revision', 'made', 'reason', 'by', 'covers', 'tokens'],
    versions.map(({ revision, createdAt, reason, model, throughSeq, tokens }) => [
      String(revision),
      toTime(createdAt),
      reason,
      model ?? 'you',
      `up to ${throughSeq}`,
      String(tokens),
    ]),
  );
}

function toTime(at: number): string {
  return new Date(at).toISOString().slice(0, 19).replace('T', ' ');
}

function explain(found: Explanation[]): string {
  const hasPrices = found.every(({ costUsd }) => costUsd !== null);
  const table = formatTable(
    [
      'policy',
      'turns',
      'folds',
      'summarizer calls',
      'summarizer in + out',
      'prompts',
      'cacheable',
      'of full history',
      ...(hasPrices ? ['cost'] : []),
    ],
    found.map((one) => [
      one.policy,
      String(one.turns),
      String(one.folds.length),
      String(one.summarizerCalls),
      `${one.summarizerInputTokens} + ${one.summarizerOutputTokens}`,
      String(one.promptTokens),
      share(one.cachedPromptTokens, one.promptTokens),
      share(one.promptTokens, one.fullHistoryTokens),
      ...(hasPrices ? [`$${(one.costUsd ?? 0).toFixed(4)}`] : []),
    ]),
  );
  return `${table}Figures are tokens; no model was called. “cacheable” is the share of the prompts that starts exactly like the\nprevious prompt; “of full history” compares the prompts with sending every message every time.\n`;
}

function share(part: number, whole: number): string {
  return whole === 0 ? '–' : `${Math.round((part / whole) * 100)} %`;
}

function readId(id: string | undefined): ThreadId {
  const parsed = threadIdSchema.safeParse(id);
  if (parsed.success) return parsed.data;
  throw new AppError('invalid_input', 'Enter a thread ID. precis threads lists them.');
}

function readPolicy(name: string): MemoryPolicyName {
  const parsed = memoryPolicySchema.safeParse(name);
  if (parsed.success) return parsed.data;
  throw new AppError('invalid_input', `--policy “${name}”: use one of ${memoryPolicies.join(', ')}.`);
}
