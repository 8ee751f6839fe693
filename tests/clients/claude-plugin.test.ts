import { chmodSync, cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { createClient } from '#client/create-client.ts';
import { program } from '#tests/setup/program.ts';
import { type AgentModel, startAgentModel } from './agent-model.ts';
import { waitForAgents } from './agents-folder.ts';
import { type Agent, findAgent, openAgent } from './open-agent.ts';

const absence = await waitForAgents();
const binary = findAgent('claude-code');
if (binary === null)
  console.error(
    `SKIPPED: the plugin in the real Claude Code: ${absence ?? 'it does not run on this machine'}`,
  );

describe.skipIf(binary === null)('the plugin in the real Claude Code', () => {
  let model: AgentModel;
  let agent: Agent;

  beforeAll(async () => {
    model = await startAgentModel();
  });
  afterAll(() => model?.close());
  afterEach(() => agent?.close());

  test('records sessions and offers the memory, without a token and with one', async () => {
    agent = await openAgent('claude-code', binary ?? '', model.url);
    const open = { PATH: `${putCommand(agent.home)}${delimiter}${agent.env.PATH}` };
    const locked = { ...open, PRECIS_TOKEN: 'quay-4711-crane-on-rails' };
    const baseUrl = `http://127.0.0.1:${agent.port}`;
    expect((await agent.run(['plugin', 'marketplace', 'add', copyBundle(agent)], open)).code).toBe(0);
    expect((await agent.run(['plugin', 'install', 'precis@precis'], open)).code).toBe(0);

    expect(await agent.ask('use a tool to mend the quay', open)).toMatchObject({ code: 0 });
    const { sessions } = createClient({ fetch, baseUrl });
    await expect.poll(async () => (await sessions.list()).items).toMatchObject([{ status: 'completed' }]);
    expect((await sessions.observations()).items).toMatchObject([{ toolName: 'Bash' }]);
    await expect.poll(async () => (await sessions.summaries()).items.length).toBe(1);
    await expect
      .poll(async () => (await agent.precis('clients', 'status', 'claude-code')).out)
      .toContain('installed: not in its settings; the events are of a plugin');

    await agent.killWorker();
    expect(await agent.ask('use a tool to paint the crane', locked)).toMatchObject({ code: 0 });
    const asked = model.turns.at(-1) ?? '';
    expect(asked).toContain('From memory: earlier coding sessions in “harbour”');
    expect(asked).toContain('precis:memory');
    await expect(sessions.list()).rejects.toMatchObject({ code: 'unauthorized' });
    const { sessions: own } = createClient({ fetch, baseUrl, token: locked.PRECIS_TOKEN });
    await expect
      .poll(async () => (await own.list()).items.map(({ status }) => status))
      .toEqual(['completed', 'completed']);
    expect((await own.observations()).items).toHaveLength(2);
  });
});

/**
 * Copies the plugin of the built package, with the worker's port of this test. The plugin's own port may be taken.
 */
function copyBundle({ home, port }: Agent): string {
  const bundle = join(home, 'bundle');
  cpSync(join(program, '..', '..', 'claude-code'), bundle, { recursive: true });
  const file = join(bundle, 'hooks', 'hooks.json');
  writeFileSync(file, readFileSync(file, 'utf8').replaceAll(':37777/', `:${port}/`));
  return bundle;
}

/** Creates the command `precis`, as npm puts it on the path. Returns its folder. */
function putCommand(home: string): string {
  const folder = join(home, 'bin');
  const file = join(folder, 'precis');
  mkdirSync(folder);
  writeFileSync(file, `#!/bin/sh\nexec '${process.execPath}' '${program}' "$@"\n`);
  chmodSync(file, 0o755);
  return folder;
}
