import { expect, test } from 'vitest';
import { searchSessionsQuerySchema } from '#schema/sessions/sessions-wire.ts';
import { articlesNotice } from '#sources/entry/render-articles.ts';
import { recordsNotice } from '#sources/session/render-hits.ts';
import { overHttp, overStdio, type Version, versions } from '#tests/fixtures/mcp-clients.ts';

const everything = searchSessionsQuerySchema.parse({});
const each = Object.keys(versions) as Version[];

function textOf({ contents }: { contents: readonly object[] }): string {
  const [first] = contents as [{ text: string }];
  return first.text;
}

test.each(each)('records can be attached, the newest summaries first (%s)', async (version) => {
  const { client, open } = await overHttp({ version });
  const { resources } = await client.listResources();
  const [first] = resources;
  expect(resources).toHaveLength(1);
  expect(`${first?.uri} ${first?.name}`).toMatch(/^precis:\/\/record\/(S\d+) \1 Fix the login page$/);
  const text = textOf(await client.readResource({ uri: first?.uri ?? '' }));
  expect(text.split('\n')[0]).toBe(recordsNotice);
  expect(text).toContain('learned: The token expired too early');
  const [observation] = (await open.sessions.search(everything)).observations;
  const long = textOf(await client.readResource({ uri: `precis://record/${observation?.ref}` }));
  expect(long.length).toBeGreaterThan(19_000);
  expect(long.length).toBeLessThan(21_000);
  for (const ref of ['S999', 'X1', 'E7', '__proto__'])
    await expect(client.readResource({ uri: `precis://record/${ref}` })).rejects.toThrow('not found');
});

test('records of other projects are not offered', async () => {
  const { client } = await overHttp({ project: { name: 'api', identities: ['folder:/home/ada/api'] } });
  expect((await client.listResources()).resources).toEqual([]);
});

test('articles can be attached if the user allows it', async () => {
  const { client } = await overStdio('old', ['--reader']);
  const { resources } = await client.listResources();
  expect(resources.map(({ uri }) => uri.replace(/\d+$/, ''))).toEqual([
    'precis://record/S',
    'precis://article/E',
  ]);
  const text = textOf(await client.readResource({ uri: 'precis://article/E7' }));
  expect(text.split('\n')[0]).toBe(articlesNotice);
  expect(text).toContain('[different] The bridge cost 150 million.');
});

test.each(each)('prompts ask what users ask, and hold no records (%s)', async (version) => {
  const { client } = await overHttp({ version });
  const { tools } = await client.listTools();
  const { prompts } = await client.listPrompts();
  expect(prompts.map(({ name }) => name)).toEqual(['resume', 'decided']);
  const texts = await Promise.all(
    prompts.map(async ({ name, arguments: args = [] }) => {
      const values = Object.fromEntries(args.map((argument) => [argument.name, 'the token']));
      return JSON.stringify((await client.getPrompt({ name, arguments: values })).messages);
    }),
  );
  expect(texts[1]).toContain('What was decided about the token?');
  for (const text of texts) {
    expect(text).not.toContain('login');
    const named = [...text.matchAll(/\b(memory_\w+|call context)/g)].map(([name]) =>
      name.replace('call ', ''),
    );
    expect(tools.map(({ name }) => name)).toEqual(expect.arrayContaining(named));
  }
});
