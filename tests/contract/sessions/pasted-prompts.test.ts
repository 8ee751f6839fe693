import { afterEach, beforeEach, expect, test } from 'vitest';
import { describeEachStore } from '#tests/contract/each-store.ts';
import { claudeTurn, type Machine, openMachine } from '#tests/contract/import/transcript-files.ts';
import pasted from '#tests/fixtures/memories/pasted-prompts.json' with { type: 'json' };
import { openSessionsBench, type SessionsBench } from './open-sessions-bench.ts';

const standing = ['Never push to main without asking.', 'Never touch the vendor folder.'];
const typed = pasted.flatMap((form) => form.typed);

describeEachStore('a text that is pasted into a prompt', (current) => {
  let bench: SessionsBench;
  let machine: Machine;

  beforeEach(async () => {
    machine = openMachine();
    bench = await openSessionsBench(current().place, { env: { HOME: machine.home } });
  });
  afterEach(async () => {
    await bench.close();
    machine.close();
  });

  const heldIn = async (project: string, state: 'current' | 'proposed') =>
    (await bench.client.memories.list({ project, state, limit: 500 })).items.map(({ text }) => text);

  /** Finds rules that nobody typed, and rules of the user that no longer hold. */
  async function findHarm(): Promise<{ strange: string[]; lost: string[]; elsewhere: string[] }> {
    const held = await heldIn('harbour', 'current');
    const own = [...standing, ...typed];
    const waiting = await heldIn('harbour', 'proposed');
    return {
      strange: [...held, ...waiting].filter((text) => !own.some((words) => words.includes(text))),
      lost: standing.filter((text) => !held.includes(text)),
      elsewhere: [...(await heldIn('meadow', 'current')), ...(await heldIn('meadow', 'proposed'))],
    };
  }

  const none = { strange: [], lost: [], elsewhere: [] };

  test.each(['claude-code', 'codex'] as const)(
    'gives no rule and ends none over the hooks of %s',
    async (client) => {
      for (const [at, prompt] of [...standing, ...pasted.map((form) => form.prompt)].entries())
        await bench.post(`/api/hooks/${client}/UserPromptSubmit`, {
          session_id: `session-${at}`,
          transcript_path: null,
          cwd: '/home/me/harbour',
          prompt_id: `prompt-${at}`,
          turn_id: `turn-${at}`,
          permission_mode: 'default',
          hook_event_name: 'UserPromptSubmit',
          model: 'fake-1',
          prompt,
        });
      expect(await findHarm()).toEqual(none);
    },
  );

  test('gives no rule and ends none over the plugin of OpenCode', async () => {
    for (const [at, prompt] of [...standing, ...pasted.map((form) => form.prompt)].entries())
      await bench.client.sessions.init({
        contentSessionId: `oc_${at}`,
        project: 'harbour',
        prompt,
        eventId: `event-${at}`,
      });
    expect(await findHarm()).toEqual(none);
  });

  test('gives no rule and ends none in an import', async () => {
    const prompts = [...standing, ...pasted.map((form) => form.prompt)];
    machine.write(
      machine.claude,
      prompts.flatMap((prompt, at) => claudeTurn(at + 1, { prompt, output: prompt })),
    );
    await machine.import(current().store, 'claude-code');
    expect(await findHarm()).toEqual(none);
  });
});
