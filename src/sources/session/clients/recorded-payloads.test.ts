import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { hookClients } from '#schema/sessions/hook-client.ts';
import { openHooks } from '#tests/fixtures/hooks/open-hooks.ts';

/** Reads one session each of Claude Code 2.1.325, Codex 0.166.0 (hooks and notify) and Gemini CLI 0.61.0, in order. */
function readRecorded(client: string): Record<string, string>[] {
  const folder = join(import.meta.dirname, '..', '..', '..', '..', 'tests', 'fixtures', 'hooks');
  const lines = readFileSync(join(folder, `${client}.jsonl`), 'utf8')
    .trim()
    .split('\n');
  return lines.map((line) => JSON.parse(line));
}

test.each(hookClients)(
  'a recorded session of %s becomes one prompt, one observation and one summary',
  async (client) => {
    const { hooks, sessions, store } = openHooks();
    for (const payload of readRecorded(client))
      await hooks.take(client, payload.hook_event_name ?? payload.type ?? '', payload);
    const query = { offset: 0, limit: 10, orderBy: 'date_asc' } as const;
    expect((await sessions.listRecords('prompt', query)).items).toMatchObject([
      { project: 'harbour', text: 'use a tool to mend the quay', promptNumber: 1 },
    ]);
    const { items } = await sessions.listRecords('observation', query);
    const toolName = client === 'gemini-cli' ? 'run_shell_command' : 'Bash';
    expect(items).toMatchObject([{ toolName, promptNumber: 1, cwd: '/home/me/harbour' }]);
    expect(items[0]?.toolResponse).toContain('the bollards are rotten');
    expect(store.dump()).not.toContain('hunter2');
    expect(store.runs).toHaveLength(1);
    expect((await sessions.list({ offset: 0, limit: 5 })).items).toMatchObject([{ status: 'completed' }]);
    expect((await hooks.reports()).items).toMatchObject([
      { client, prompts: 1, observations: 1, summaries: 1, lost: 0 },
    ]);
  },
);
