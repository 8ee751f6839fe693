import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createClient } from '#client/create-client.ts';
import { runCli } from '#tests/cli/run-cli.ts';
import { findFreePort } from '#tests/setup/start-postgres.ts';
import { type CodingModel, startCodingModel } from './coding-model.ts';
import { opencode, openProject, type Project } from './open-project.ts';

let home: string;
let model: CodingModel;
let project: Project;
let baseUrl: string;

beforeEach(async () => {
  home = mkdtempSync(join(tmpdir(), 'precis-first-'));
  const port = await findFreePort();
  baseUrl = `http://127.0.0.1:${port}`;
  model = await startCodingModel();
  const variables = { PRECIS_HOME: join(home, 'precis'), PRECIS_PORT: String(port) };
  project = await openProject({ modelUrl: model.baseUrl, variables });
});
afterEach(async () => {
  const record = join(home, 'precis', 'worker.json');
  const { pid } = existsSync(record) ? JSON.parse(readFileSync(record, 'utf8')) : { pid: null };
  if (pid !== null) process.kill(pid, 'SIGKILL');
  await model.close();
  project.close();
  rmSync(home, { recursive: true, force: true, maxRetries: 10 });
});

test.skipIf(opencode === null)(
  'the first session after the installation starts the worker, and nothing of it is lost',
  async () => {
    const install = ['clients', 'install', 'opencode', '--project'];
    const { code, out } = await runCli(install, { home, cwd: project.dir, env: project.env });
    expect({ code, out }).toEqual({
      code: 0,
      out: expect.stringContaining('worker starts with its next session'),
    });
    const { health, sessions } = createClient({ fetch, baseUrl });
    expect((await project.run('repair the crane')).code).toBe(0);
    await expect.poll(() => health().catch(() => null), { timeout: 30_000 }).not.toBeNull();
    // A short session may end before the worker is ready. What it had for the worker is sent by the next one.
    expect((await project.run('paint the crane')).code).toBe(0);
    const texts = (await sessions.prompts({ orderBy: 'date_asc' })).items.map(({ text }) => text);
    expect(texts).toEqual([expect.stringContaining('repair'), expect.stringContaining('paint')]);
  },
);
