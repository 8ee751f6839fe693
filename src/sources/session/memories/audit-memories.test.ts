import { beforeEach, expect, test } from 'vitest';
import { saveMemoryRequestSchema } from '#schema/sessions/memory.ts';
import type { NewDelivery } from '#sources/session/context/ports.ts';
import { type OpenSessions, openSessions } from '#tests/fixtures/open-sessions.ts';

const dayMs = 24 * 60 * 60 * 1000;
let open: OpenSessions;
beforeEach(() => {
  open = openSessions();
});

const save = (text: string, project: string | null = 'web') =>
  open.sessions.memories.save(saveMemoryRequestSchema.parse({ text, project }));
const give = (session: string, recordId: number, more: Partial<NewDelivery> = {}) =>
  open.deliveries.addDeliveries(session, [
    { kind: 'memory', recordId, occasion: 'start', tokens: 40, at: open.clock.at, ...more },
  ]);
const audit = (project?: string) => open.sessions.auditMemories({ project });
const found = async (project?: string) =>
  (await audit(project)).findings.map(({ kind, id, because }) => `${kind} ${id} ${because ?? ''}`.trim());

test('an audit looks into the folders of projects, and names what is gone or written there anyway', async () => {
  await save('The parser is in src/parse.ts');
  await save('Name branches after their issue');
  await save('Name branches after their issue', 'api');
  open.memories.folders.set('web', ['/home/ada/web']);
  open.files.set('/home/ada/web', []);
  open.guides.set('/home/ada/web', [{ name: 'AGENTS.md', text: '# Rules\n- Name branches after the issue' }]);
  expect(await found()).toEqual(['stale 1 src/parse.ts', 'restated 2 AGENTS.md:2']);
  expect(await found('api')).toEqual([]);
});

test('a memory is undelivered after 30 days or 20 sessions, once deliveries are noted at all', async () => {
  await save('Use pnpm');
  await save('Name branches after their issue');
  open.clock.at += 90 * dayMs;
  expect(await found()).toEqual([]);
  await give('oc_1', 1);
  open.clock.at += 29 * dayMs;
  expect(await found()).toEqual([]);
  open.clock.at += 2 * dayMs;
  expect(await found()).toEqual(['undelivered 2']);
  await give('oc_2', 2);
  expect(await found()).toEqual([]);
  await save('Keep lines short');
  for (let n = 0; n < 19; n++) {
    open.clock.at += 1000;
    await open.sessions.init({ contentSessionId: `s_${n}`, project: 'web', prompt: 'Go', eventId: `${n}` });
  }
  expect(await found()).toEqual([]);
  open.clock.at += 1000;
  await open.sessions.init({ contentSessionId: 's_20', project: 'web', prompt: 'Go', eventId: 'last' });
  expect(await found()).toEqual(['undelivered 3']);
});

test('figures are by session start and by prompt', async () => {
  await save('Use pnpm');
  expect(await audit()).toMatchObject({ memories: 1, sessions: 0, since: null });
  await give('oc_1', 1);
  await give('oc_1', 2, { kind: 'prompt' });
  await give('oc_1', 3, { kind: 'prompt', occasion: 'prompt', tokens: 10 });
  await give('oc_2', 1, { tokens: 20 });
  expect(await audit()).toMatchObject({
    memories: 1,
    sessions: 2,
    since: open.clock.at,
    atStart: { times: 2, meanTokens: 50, p95Tokens: 80 },
    withPrompt: { times: 1, meanTokens: 10, p95Tokens: 10 },
  });
});
