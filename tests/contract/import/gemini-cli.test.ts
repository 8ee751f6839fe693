import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { describeEachStore } from '#tests/contract/each-store.ts';
import { openSessionsBench, type SessionsBench } from '#tests/contract/sessions/open-sessions-bench.ts';
import { type Machine, openMachine } from './transcript-files.ts';

const fixtures = join(import.meta.dirname, '..', '..', 'fixtures');

/** Reads what Gemini CLI 0.61.0 wrote or sent. */
function recorded(folder: string, home: string): Record<string, string>[] {
  const text = readFileSync(join(fixtures, folder, 'gemini-cli.jsonl'), 'utf8').replaceAll('/home/me', home);
  return text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
}

describeEachStore('the transcripts of Gemini CLI', (current) => {
  let machine: Machine;
  let bench: SessionsBench;

  beforeEach(async () => {
    machine = openMachine();
    bench = await openSessionsBench(current().place, { env: { HOME: machine.home } });
  });
  afterEach(async () => {
    await bench.close();
    machine.close();
  });

  const path = () => recorded('hooks', machine.home)[0]?.transcript_path ?? '';
  const texts = async () =>
    (await bench.client.sessions.prompts({ orderBy: 'date_asc' })).items.map(({ text }) => text);

  test('are imported with their project, once', async () => {
    machine.write(path(), recorded('transcripts', machine.home));
    const [report] = await machine.import(current().store, 'gemini-cli');
    expect(report).toMatchObject({ prompts: 1, observations: 1, summaries: 1, added: 3, skipped: 0 });
    const { items } = await bench.client.sessions.observations();
    expect(items).toMatchObject([{ toolName: 'run_shell_command', project: 'harbour', promptNumber: 1 }]);
    expect(items[0]?.toolResponse).toContain('the bollards are rotten');
    expect(items[0]?.toolResponse).not.toContain('hunter2');
    expect((await machine.import(current().store, 'gemini-cli'))[0]).toMatchObject({ files: 0, added: 0 });
  });

  test('add to a session only what happened before its hooks were heard', async () => {
    for (const payload of recorded('hooks', machine.home))
      await bench.post(`/api/hooks/gemini-cli/${payload.hook_event_name}`, payload);
    const told = async () => (await current().store.sessions.listPlaces('gemini-cli')).length;
    await expect.poll(told).toBe(1);
    const now = JSON.stringify(recorded('transcripts', machine.home)).replaceAll(
      /"timestamp":"[^"]+"/g,
      `"timestamp":"${new Date().toISOString()}"`,
    );
    const [session, folder, ...turn] = JSON.parse(now);
    const timestamp = new Date(Date.now() - 3_600_000).toISOString();
    const earlier = { id: 'p0', type: 'user', content: 'oil the winch', timestamp };
    machine.write(path(), [session, folder, earlier, ...turn]);
    expect(await texts()).toEqual(['use a tool to mend the quay']);
    await machine.import(current().store, 'gemini-cli');
    expect(new Set(await texts())).toEqual(new Set(['oil the winch', 'use a tool to mend the quay']));
    expect((await bench.client.sessions.observations()).items).toHaveLength(1);
  });
});
