import { beforeEach, describe, expect, test } from 'vitest';
import { contextQuerySchema } from '#schema/sessions/sessions-wire.ts';
import { type OpenSessions, openSessions } from '#tests/fixtures/open-sessions.ts';
import { stripContext } from '#text/privacy/context-tag.ts';
import { loadTokenizer } from '#text/tokens/tokens.ts';

const day = 24 * 60 * 60 * 1000;
let open: OpenSessions;

beforeEach(() => {
  open = openSessions();
});

async function turn(
  request: string,
  extra: { project?: string; completed?: string; next_steps?: string } = {},
) {
  const { project = 'web', completed = 'Done', next_steps = '' } = extra;
  open.clock.at += day;
  await open.sessions.init({ contentSessionId: request, project, prompt: request });
  const summary = { request, investigated: '', learned: '', completed, next_steps };
  await open.sessions.ingest({ contentSessionId: request, summary });
}

function context(query: Record<string, unknown> = { project: 'web' }) {
  return open.sessions.context(contextQuerySchema.parse(query));
}

describe('the context of a new session', () => {
  test('is empty where there is nothing to remember', async () => {
    expect(await context()).toEqual({ text: '', tokens: 0, budgetTokens: 2000, items: [] });
  });

  test('tells the newest first, grouped by day, and only of the projects asked for', async () => {
    await turn('Fix the login', { next_steps: 'Deploy it' });
    await turn('Speed up the build');
    await turn('Other matter', { project: 'api' });
    const { text } = await context();
    expect(text.match(/^## .+$/gm)).toEqual(['## 2026-02-02', '## 2026-02-01']);
    expect(text.indexOf('Speed up')).toBeLessThan(text.indexOf('Fix the login'));
    expect(text).toContain('Next steps: “Deploy it”');
    expect(text).not.toContain('Other matter');
    expect((await context({ projects: 'web, api' })).text).toContain('[api] Other matter');
    expect((await context({ projects: 'web', utcOffsetMinutes: 840 })).text).toContain('## 2026-02-03');
  });

  test('never takes more tokens than it may with standing instructions, whatever the budget', async () => {
    for (let n = 0; n < 12; n++) {
      await turn(`Always put a header of kind ${n} on page ${n * 7}. ${'Never skip it. '.repeat(n % 4)}`, {
        completed: `Finished part ${n} ${'of it '.repeat(n)}`,
      });
    }
    await open.sessions.memories.judge();
    let withInstructions = 0;
    for (let tokens = 100; tokens < 900; tokens += 40) {
      const { text, tokens: counted } = await context({ project: 'web', tokens });
      expect(counted).toBeLessThanOrEqual(tokens);
      if (text.includes('## Standing instructions')) withInstructions += 1;
    }
    expect(withInstructions).toBeGreaterThan(10);
  });

  test('never takes more tokens than it may, counted on the text as it is given', async () => {
    for (let n = 0; n < 60; n++)
      await turn(`Task ${n} ${'with many words '.repeat(n)}`, { completed: 'x '.repeat(900) });
    const tokenizer = await loadTokenizer();
    for (const tokens of [100, 300, 1000, 4000]) {
      const { text, tokens: counted, items } = await context({ project: 'web', tokens });
      expect(tokenizer.count(text)).toBe(counted);
      expect(counted).toBeLessThanOrEqual(tokens);
      if (tokens >= 300) expect(items.length).toBeGreaterThan(0);
      for (const item of items) {
        expect(text).toContain(item.text);
        expect(item.tokens).toBe(tokenizer.count(item.text));
      }
    }
  });

  test('prefers among older ones those that have to do with the matter', async () => {
    await turn('Repair the zeppelin engine');
    for (let n = 0; n < 60; n++) await turn(`Unrelated task number ${n}`);
    const without = await context({ project: 'web', tokens: 600 });
    expect(without.text).not.toContain('zeppelin');
    const asked = await context({ project: 'web', tokens: 600, query: 'The zeppelin does not start' });
    expect(asked.text).toContain('zeppelin');
    expect(asked.text).toContain('Unrelated task number 59');
  });

  test('names a turn that was asked for and has no summary yet, but no private one', async () => {
    await turn('Fix the login');
    open.clock.at += day;
    await open.sessions.init({ contentSessionId: 'x', project: 'web', prompt: 'Now the logout' });
    await open.sessions.init({ contentSessionId: 'x', project: 'web', prompt: '<private>S3CRET</private>' });
    const { text } = await context();
    expect(text).toContain('Asked, not summarized yet: Now the logout');
    expect(text).not.toContain('S3CRET');
  });

  test('is not remembered when it comes back', async () => {
    await turn('Fix the login');
    const { text } = await context();
    expect(stripContext(text)).toBe('');
    await open.sessions.init({ contentSessionId: 'y', project: 'web', prompt: `${text}\nGo on` });
    const empty = { investigated: '', learned: '', next_steps: '', completed: '' };
    await open.sessions.ingest({ contentSessionId: 'y', summary: { ...empty, request: `Repeat: ${text}` } });
    const query = { orderBy: 'date_desc', offset: 0, limit: 1 } as const;
    expect((await open.sessions.listRecords('prompt', query)).items[0]?.text?.trim()).toBe('Go on');
    expect((await open.sessions.listRecords('summary', query)).items[0]?.request.trim()).toBe('Repeat:');
    expect((await context()).text.match(/opencode-mem-context/g)).toHaveLength(2);
  });
});
