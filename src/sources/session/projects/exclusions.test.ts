import { beforeEach, expect, test } from 'vitest';
import { type OpenSessions, openSessions } from '#tests/fixtures/open-sessions.ts';
import { createProjectStore } from '#tests/fixtures/project-store.ts';
import { createExclusions } from './exclusions.ts';

let open: OpenSessions;
const summary = { request: 'Rhubarb', investigated: '', learned: '', completed: '', next_steps: '' };

beforeEach(async () => {
  open = openSessions();
  await open.sessions.exclusions.exclude('secret');
});

const say = (contentSessionId: string, project: string | null, identities?: string[]) =>
  open.sessions.init({
    contentSessionId,
    project,
    prompt: 'Always use rhubarb',
    projectIdentities: identities,
  });

async function tellAll(contentSessionId: string) {
  const observed = await open.sessions.observe({
    contentSessionId,
    tool_name: 'read',
    tool_response: 'Rhubarb',
  });
  const ingested = await open.sessions.ingest({ contentSessionId, summary });
  const ordered = await open.sessions.summarize({ contentSessionId, last_assistant_message: 'Rhubarb' });
  return [observed, ingested, ordered];
}

test('nothing of an excluded project is recorded', async () => {
  expect(await say('oc_1', 'secret')).toEqual({ skipped: true, reason: 'excluded' });
  for (const answer of await tellAll('oc_1'))
    expect(answer).toEqual({ status: 'skipped', reason: 'excluded' });
  expect(await open.sessions.complete('oc_1')).toMatchObject({ status: 'skipped' });
  expect(await say('oc_1', null)).toMatchObject({ reason: 'excluded' });
  expect(JSON.stringify([open.store.dump(), open.memories.rows, open.events])).not.toMatch(
    /rhubarb|secret|oc_1/i,
  );
  expect(open.orders).toEqual([]);
});

test('other projects are recorded as before, and the project itself once it is included again', async () => {
  expect(await say('oc_2', 'web')).toMatchObject({ skipped: false });
  expect((await tellAll('oc_2')).map(({ status }) => status)).toEqual(['queued', 'stored', 'queued']);
  await say('oc_1', 'secret');
  await open.sessions.exclusions.include('secret');
  await expect(open.sessions.exclusions.include('secret')).rejects.toMatchObject({ code: 'not_found' });
  expect(await say('oc_1', 'secret')).toMatchObject({ skipped: false });
  expect((await tellAll('oc_1')).map(({ status }) => status)).toEqual(['queued', 'stored', 'queued']);
});

test('a session that was recorded before stops being recorded', async () => {
  await say('oc_3', 'late');
  await open.sessions.exclusions.exclude('late');
  for (const answer of await tellAll('oc_3')) expect(answer).toMatchObject({ reason: 'excluded' });
});

test('a repository is known by its identity, and no name is taken for an excluded one', async () => {
  const folder = ['folder:/home/ada/secret'];
  expect(await say('oc_4', 'secret', folder)).toMatchObject({ reason: 'excluded' });
  expect(open.store.dump()).not.toContain('/home/ada');
  await open.sessions.exclusions.include('secret');
  await say('oc_5', 'secret', folder);
  await open.sessions.exclusions.exclude('secret');
  expect(await say('oc_6', 'secret', folder)).toMatchObject({ reason: 'excluded' });
  expect(await say('oc_7', 'secret', ['folder:/home/bob/secret'])).toMatchObject({ skipped: false });
});

test('lines of an excluded project are refused, and a name is needed', async () => {
  const line = {
    type: 'prompt',
    contentSessionId: 'x',
    project: 'secret',
    text: 'Hi',
    createdAt: 1,
    promptNumber: 1,
    eventKey: 'k',
  };
  expect(await open.sessions.import(JSON.stringify(line))).toMatchObject({
    added: 0,
    refused: [{ line: 1, reason: expect.stringContaining('excluded') }],
  });
  await expect(open.sessions.exclusions.exclude(' ')).rejects.toMatchObject({ code: 'invalid_input' });
});

test('events that arrive together share one reading, and a failed one is not kept', async () => {
  let readings = 0;
  let fail = true;
  const projects = {
    ...createProjectStore(open.store),
    async listExcluded() {
      readings += 1;
      if (fail) throw new Error('database away');
      return [];
    },
  };
  const exclusions = createExclusions({
    store: open.store,
    projects,
    clock: { now: () => open.clock.at },
    hash: (text) => text,
  });
  const events = () => Promise.allSettled(Array.from({ length: 5 }, () => exclusions.refuses('oc_1')));
  expect((await events()).map(({ status }) => status)).toEqual(Array(5).fill('rejected'));
  expect(readings).toBe(1);
  fail = false;
  expect((await events()).map(({ status }) => status)).toEqual(Array(5).fill('fulfilled'));
  expect(readings).toBe(2);
});
