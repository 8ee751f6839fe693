import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createClient } from '#client/create-client.ts';
import { type HookClient, hookClients } from '#schema/sessions/hook-client.ts';
import pasted from '#tests/fixtures/memories/pasted-prompts.json' with { type: 'json' };
import { type AgentModel, startAgentModel } from './agent-model.ts';
import { waitForAgents } from './agents-folder.ts';
import { type Agent, findAgent, openAgent } from './open-agent.ts';

const absence = await waitForAgents();
const binaries = new Map(hookClients.map((agent) => [agent, findAgent(agent)]));
/** The settings of each agent before the test, and its tool that runs a command. */
const given: Record<HookClient, { file: string; text?: string; tool: string }> = {
  'claude-code': { file: 'settings.json', text: '{"cleanupPeriodDays":  9}', tool: 'Bash' },
  codex: { file: 'config.toml', tool: 'Bash' },
  'gemini-cli': { file: 'settings.json', tool: 'run_shell_command' },
};

/** One pasted text of each of these five forms. */
const pastedForms = ['email-headers', 'rule-block', 'chat-log', 'other-voice', 'block-then-question'].flatMap(
  (form) => pasted.filter((each) => each.form === form && each.typed.length === 0).slice(0, 1),
);

for (const [agent, binary] of binaries)
  if (binary === null)
    console.error(
      `SKIPPED: the tests with the real ${agent}: ${absence ?? 'it does not run on this machine'}`,
    );

describe.each(hookClients)('with the real %s', (name) => {
  const binary = binaries.get(name) ?? null;
  let model: AgentModel;
  let agent: Agent;

  beforeAll(async () => {
    model = await startAgentModel();
  });
  afterAll(() => model?.close());
  beforeEach(async () => {
    model.turns.length = 0;
    model.onTurn = async () => {};
    agent = await openAgent(name, binary ?? '', model.url);
  });
  afterEach(() => agent?.close());

  const client = () => createClient({ fetch, baseUrl: `http://127.0.0.1:${agent.port}` });

  test.skipIf(binary === null)(
    'two sessions are recorded by a worker that starts with the first, and the second knows of it',
    async () => {
      const { file, text, tool } = given[name];
      if (text !== undefined) writeFileSync(join(agent.settings, file), text);
      const before = readSetting(file);
      expect((await agent.precis('clients', 'install', name)).code).toBe(0);

      const first = await agent.ask(
        'use a tool to mend the quay, the code is <private>lagoon-4711</private>',
      );
      expect({ code: first.code, err: first.err, out: first.out }).toMatchObject({
        code: 0,
        out: expect.stringContaining('Done as asked'),
      });
      await expect.poll(async () => (await client().sessions.summaries()).items.length).toBe(1);
      const { items: prompts } = await client().sessions.prompts();
      expect(prompts).toMatchObject([
        { project: 'harbour', text: 'use a tool to mend the quay, the code is ' },
      ]);
      const { items: observations } = await client().sessions.observations();
      expect(observations).toMatchObject([{ toolName: tool, promptNumber: 1 }]);
      expect(observations[0]?.toolResponse).toContain('the bollards are rotten');
      await expect.poll(async () => (await client().sessions.list()).items[0]?.status).toBe('completed');

      // The client offers the tools of the memory to its model.
      if (name !== 'gemini-cli') expect(model.turns.at(-1)).toMatch(/mcp__precis[^]*memory_search/);
      const second = await agent.ask('paint the crane');
      expect(second.code).toBe(0);
      expect(model.turns.at(-1)).toContain('From memory: earlier coding sessions in “harbour”');
      expect(model.turns.at(-1)).toContain('mend the quay');
      expect(agent.stored()).not.toMatch(/lagoon-4711|hunter2/);

      // On a busy machine the worker may answer too late for a status.
      let out = '';
      await expect
        .poll(async () => {
          ({ out } = await agent.precis('clients', 'status', name));
          return out;
        })
        .toContain('✓ events: 2 prompts, 1 observations, 2 turns');
      expect(out).toMatch(
        /✓ model calls: 0 for observations, 0 for summaries of turns.*; \d summaries made offline/,
      );
      expect(out).toMatch(/✓ context: [1-9]\d* tokens, given \d+ times/);
      expect(out).toContain('✓ lost: nothing');
      const imported = JSON.parse((await agent.precis('clients', 'import', name, '--json')).out);
      expect(imported.clients).toMatchObject([{ client: name, isFound: true, added: 0, failed: [] }]);
      expect((await agent.precis('clients', 'uninstall', name)).out).toContain('byte for byte');
      // Codex itself writes into this file that it trusts the project.
      const after = readSetting(file).replace(/\n\[projects[^]*$/, '');
      expect(after).toBe(before);
      expect(readdirSync(agent.settings)).not.toContain('hooks.json');
    },
  );

  test.skipIf(binary === null)(
    'a worker that is killed in the middle of a session, and missing for a whole one, disturbs none and misses nothing',
    async () => {
      await agent.precis('clients', 'install', name);
      let requests = 0;
      model.onTurn = async () => {
        requests += 1;
        if (requests === 1) await agent.killWorker();
      };
      const first = await agent.ask('use a tool to mend the quay');
      expect({ code: first.code, out: first.out }).toMatchObject({
        code: 0,
        out: expect.stringContaining('Done as asked'),
      });
      await agent.killWorker();
      const second = await agent.ask('use a tool to oil the <private>winch-4711</private>', {
        PRECIS_AUTOSTART: 'off',
      });
      expect(second.code).toBe(0);
      expect((await agent.ask('paint the crane')).code).toBe(0);

      const start = {
        session_id: 'next',
        cwd: agent.dir,
        source: 'startup',
        hook_event_name: 'SessionStart',
      };
      // On a busy machine, a hook stops waiting. Then the next event sends what the hook kept.
      const afterNextEvent = async <T>(read: () => Promise<T>) => {
        await agent.hook(start);
        return read();
      };
      const texts = async () =>
        (await client().sessions.prompts({ orderBy: 'date_asc' })).items.map(({ text }) => text);
      const asked = ['use a tool to mend the quay', 'use a tool to oil the ', 'paint the crane'];
      await expect.poll(() => afterNextEvent(texts)).toEqual(asked);
      expect((await client().sessions.observations()).items).toMatchObject([
        { promptNumber: 1 },
        { promptNumber: 1 },
      ]);
      const countSummaries = async () => (await client().sessions.summaries()).items.length;
      await expect.poll(() => afterNextEvent(countSummaries)).toBe(3);
      const { hookSpecificOutput } = await client().sessions.hooks.take(name, 'SessionStart', start);
      expect(hookSpecificOutput?.additionalContext).toContain('use a tool to oil the');
      expect(agent.stored()).not.toMatch(/winch-4711|hunter2/);
      expect((await agent.precis('clients', 'status', name)).out).toContain('✓ lost: nothing');
    },
  );

  test.skipIf(binary === null || name !== 'claude-code')(
    'the MCP server of one project is the user’s own there, and the client connects to it',
    async () => {
      expect((await agent.precis('clients', 'install', name, '--project')).code).toBe(0);
      const { out } = await agent.run(['mcp', 'get', 'precis'], {});
      expect(out).toMatch(/Scope: Local config[^]*Connected/);
      await agent.precis('clients', 'uninstall', name, '--project');
      expect((await agent.run(['mcp', 'get', 'precis'], {})).code).not.toBe(0);
    },
  );

  test.skipIf(binary === null)('texts that are pasted into prompts become no rules', async () => {
    await agent.precis('clients', 'install', name);
    expect((await agent.ask('Never push to main without asking.')).code).toBe(0);
    for (const { prompt } of pastedForms) expect((await agent.ask(prompt)).code).toBe(0);
    const texts = async () => (await client().sessions.prompts({ limit: 100 })).items.length;
    await expect.poll(texts).toBe(pastedForms.length + 1);
    const { items } = await client().memories.list({ state: 'all' });
    expect(items).toMatchObject([{ text: 'Never push to main without asking.', supersededAt: null }]);
  });

  function readSetting(file: string): string {
    return readFileSync(join(agent.settings, file), 'utf8');
  }
});
