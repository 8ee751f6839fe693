import { afterEach, beforeEach, expect, test } from 'vitest';
import { describeEachPlace, describeEachStore } from '../each-store.ts';
import { openSessionsBench, type SessionsBench } from './open-sessions-bench.ts';

const acme = ['remote:github.com/acme/api', 'root:1111111aaaa', 'folder:/home/me/acme/api'];
const other = ['remote:gitlab.com/other/api', 'root:2222222bbbb', 'folder:/home/me/other/api'];

describeEachPlace('a project', (current) => {
  let bench: SessionsBench;
  let prompts = 0;
  beforeEach(async () => {
    bench = await openSessionsBench(current().place);
  });
  afterEach(() => bench.close());

  async function work(project: string, projectIdentities?: string[]): Promise<string> {
    prompts += 1;
    const contentSessionId = `oc_${prompts}`;
    const prompt = `Fix the harbour of ${project} number ${prompts}`;
    const { sessionDbId } = await bench.post('/api/sessions/init', {
      contentSessionId,
      project,
      prompt,
      ...(projectIdentities === undefined ? {} : { projectIdentities }),
    });
    const session = (await bench.client.sessions.list()).items.find(({ id }) => id === sessionDbId);
    return session?.project ?? 'none';
  }

  test('is its remote, with any protocol and in any folder; credentials are not kept', async () => {
    expect(await work('api', acme)).toBe('api');
    expect(await work('api', ['remote:git@github.com:Acme/api.git', 'folder:/elsewhere/api'])).toBe('api');
    expect(await work('copy', ['remote:https://me:S3CRET@github.com/acme/api', 'folder:/copy'])).toBe('api');
    expect((await bench.client.sessions.projects()).items).toMatchObject([{ project: 'api', sessions: 3 }]);
    expect(bench.lines.join('')).not.toContain('S3CRET');
  });

  test('stays apart from another one of its name, in lists, searches, timelines and contexts', async () => {
    expect(await work('api', acme)).toBe('api');
    expect(await work('api', other)).toBe('api (other)');
    expect(await work('api', ['root:3333333cccc', 'folder:/c/api'])).toBe('api (3333333)');
    expect(await work('api', ['folder:/home/me/plain/api'])).toBe('api (plain)');
    expect(await work('api', ['folder:/home/you/plain/api'])).toMatch(/^api \([0-9a-f]{8}\)$/);
    expect(await work('api', acme)).toBe('api');
    const { projects } = await bench.client.sessions.projects();
    expect(projects).toHaveLength(5);
    for (const [ids, name, sessions] of [
      [acme, 'api', 2],
      [other, 'api (other)', 1],
    ] as const) {
      const projectIdentities = ids.join('\n');
      const scope = { project: 'api', projectIdentities };
      const found = await bench.client.sessions.search({ query: 'harbour', ...scope });
      expect(found.items.map(({ project }) => project)).toEqual(Array.from({ length: sessions }, () => name));
      const timeline = await bench.client.sessions.timeline({ query: 'harbour', ...scope });
      expect(timeline.items).toHaveLength(sessions);
      const context = await bench.client.sessions.context(scope);
      expect(context.items).toHaveLength(sessions);
      // The name that lists show leads to the same project.
      const named = await bench.client.sessions.context({ project: name });
      expect(named.items).toEqual(context.items);
      expect((await bench.client.sessions.prompts({ project: name })).items).toHaveLength(sessions);
    }
  });

  test('that is asked for before it has said anything takes no name and sees nothing of others', async () => {
    const unknown = { project: 'api', projectIdentities: other.join('\n') };
    await work('api');
    // The existing sessions do not belong to a repository yet.
    expect((await bench.client.sessions.context(unknown)).items).toHaveLength(1);
    expect(await work('api', acme)).toBe('api');
    expect(await bench.client.sessions.context(unknown)).toMatchObject({ text: '', items: [] });
  });

  test('known by its name alone is taken over with all that it holds; a bare name still works', async () => {
    expect(await work('api')).toBe('api');
    expect(await work('api', acme)).toBe('api');
    expect(await work('api')).toBe('api');
    const context = await bench.client.sessions.context({
      project: 'api',
      projectIdentities: acme.join('\n'),
    });
    expect(context.items).toHaveLength(3);
    expect((await bench.client.sessions.search({ query: 'harbour', project: 'api' })).items).toHaveLength(3);
  });

  test('stays the same when it gets a remote later; a fork does not become it', async () => {
    const [remote = '', root = '', folder = ''] = acme;
    expect(await work('api', [folder])).toBe('api');
    expect(await work('api', [root, folder])).toBe('api');
    expect(await work('api', [remote, root, folder])).toBe('api');
    expect(await work('api', ['remote:github.com/fork/api', root, 'folder:/fork/api'])).toBe('api (fork)');
    // The next project is another repository in the same folder.
    expect(await work('api', ['remote:github.com/new/api', 'root:9999999', folder])).toBe('api (new)');
    expect(await work('api', [root])).toBe('api');
  });

  test('gives its name free when it is removed', async () => {
    await work('api', acme);
    await bench.client.sessions.removeProject('api');
    expect(await work('api', other)).toBe('api');
    expect(await work('api', acme)).toBe('api (acme)');
  });

  test('takes any identity without an error, and none that it does not know', async () => {
    for (const odd of ['', 'x', 'remote:', 'name:api', 'remote:\u0000', 'folder:<private>S3CRET</private>'])
      expect(await work('api', odd === '' ? [] : [odd])).toMatch(/^api/);
    expect(JSON.stringify(await bench.client.sessions.projects())).not.toContain('S3CRET');
    expect(
      await bench.post('/api/sessions/init', { contentSessionId: 'x', projectIdentities: 'no' }),
    ).toEqual(
      expect.objectContaining({ status: 400, error: expect.stringContaining('Invalid projectIdentities') }),
    );
  });
});

describeEachStore('projects in two processes', (current) => {
  test('that come at once get one name each, and the same one gets one', async () => {
    const { store, openAnother } = current();
    const stores = [store, await openAnother()];
    const claim = (repository: number, at: number) =>
      (stores[at % 2] ?? store).sessions.claimProject({
        identities: [`remote:host/${repository}/api`],
        names: ['api', `api (${repository})`],
        at,
      });
    const names = await Promise.all(Array.from({ length: 24 }, (_, n) => claim(n % 4, n)));
    const byRepository = [0, 1, 2, 3].map(
      (repository) => new Set(names.filter((_, n) => n % 4 === repository)),
    );
    expect(byRepository.map(({ size }) => size)).toEqual([1, 1, 1, 1]);
    expect(new Set(names).size).toBe(4);
    expect(names).toContain('api');
  });
});
