import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createClientFiles } from './client-files.ts';
import { cleanPayload } from './hook-queue.ts';

let home: string;
let folder: string;
const line = (value: object) => `${JSON.stringify(value)}\n`;

beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'precis-files-'));
  folder = join(home, '.claude', 'projects', '-home-me');
  mkdirSync(folder, { recursive: true });
});
afterEach(() => rmSync(home, { recursive: true, force: true, maxRetries: 5 }));

const hiddenIn = (path: string) =>
  createClientFiles({ HOME: home }).findHidden({ client: 'claude-code', path });

test('private text is found in the user’s lines of a transcript, not in what a tool read', async () => {
  const path = join(folder, 'one.jsonl');
  const texts = [
    { type: 'text', text: 'and <PRIVATE>keel</PRIVATE>' },
    { type: 'tool_result', content: '<private>doc' },
  ];
  writeFileSync(
    path,
    line({ type: 'user', message: { role: 'user', content: 'use <private>hunter2</private>' } }) +
      line({ type: 'user', message: { role: 'user', content: texts } }) +
      line({ type: 'assistant', message: { role: 'assistant', content: '<private>said</private>' } }) +
      '{"type":"user","message":{"role":"user","content":"<private>torn',
  );
  expect(await hiddenIn(path)).toEqual(['hunter2', 'keel']);
});

// Windows allows only few users to create links.
test.skipIf(process.platform === 'win32')(
  'no file outside of the client’s folder is read, not even by a link',
  async () => {
    const outside = join(home, 'other.jsonl');
    writeFileSync(outside, line({ message: { role: 'user', content: '<private>hunter2</private>' } }));
    symlinkSync(outside, join(folder, 'link.jsonl'));
    for (const path of [
      outside,
      join(folder, 'link.jsonl'),
      join(folder, '../../../other.jsonl'),
      'x.jsonl',
      folder,
    ])
      expect(await hiddenIn(path)).toEqual([]);
  },
);

test('a folder on another machine is not looked at', async () => {
  const { identifyProject } = createClientFiles({ HOME: home });
  for (const path of ['\\\\evil\\share', '//evil/share', 'relative', ''])
    expect(await identifyProject(path)).toEqual({ name: '', identities: [] });
  expect(await identifyProject(folder)).toMatchObject({ name: '-home-me' });
});

test('a payload that waits on the disk has only what is recorded, without private text and keys', () => {
  const cleaned = cleanPayload(
    {
      session_id: 'one',
      prompt: 'use <private>hunter2-lagoon</private>',
      tool_input: { command: 'echo hunter2-lagoon keel-word API_KEY=abcdef1234567890' },
      tool_response: ['<private>', 'deep', '</private>'],
      last_assistant_message: 'said hunter2-lagoon',
      permission_mode: 'default',
      effort: { level: 'x' },
    },
    ['keel-word'],
    5,
  );
  expect(cleaned).toMatchObject({ session_id: 'one', prompt: 'use ', at: 5 });
  expect(JSON.stringify(cleaned)).not.toMatch(/hunter2|keel|abcdef|deep|permission|effort/);
  const notify = cleanPayload({ 'thread-id': 'a', 'input-messages': ['<private>b</private>', 7] }, [], 5);
  expect(notify).toEqual({ 'thread-id': 'a', 'input-messages': ['<private></private>'], at: 5 });
});
