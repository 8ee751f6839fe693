import { expect, test } from 'vitest';
import type { RecordKind, SummaryFields } from '#schema/sessions/session.ts';
import { cardCharacters, type RecordFilter, type SessionStore } from '#sources/session/ports.ts';
import { parseSearch } from '#text/search-terms.ts';

const fields: SummaryFields = {
  request: 'Fix the login',
  investigated: 'auth.ts',
  learned: 'The token expired',
  completed: 'A fix with a test',
  next_steps: 'Deploy',
  notes: null,
};
const page = { order: 'newest', offset: 0, limit: 100 } as const;

interface NewPrompt {
  session?: string;
  project?: string;
  text?: string | null;
  key?: string;
  at?: number;
}

/** Tests the contract of any session store. It must be called inside a `describe`. */
export function testSessionStore(current: () => SessionStore): void {
  let lastKey = 0;
  const nextKey = () => {
    lastKey += 1;
    return `key ${lastKey}`;
  };
  const addPrompt = ({ session = 'oc', project = 'web', text = 'Fix it', key, at = 1000 }: NewPrompt = {}) =>
    current().addPrompt({ contentSessionId: session, project, text, eventKey: key ?? nextKey(), at });
  const observe = (
    session: string,
    response: string,
    {
      key = nextKey(),
      at = 1000,
      promptKey = null,
    }: { key?: string; at?: number; promptKey?: string | null } = {},
  ) =>
    current().addObservation({
      contentSessionId: session,
      toolName: 'read',
      toolInput: '{"filePath":"a.ts"}',
      toolResponse: response,
      cwd: '/home',
      promptKey,
      eventKey: key,
      at,
    });
  const summarize = (
    session: string,
    extra: { hash?: string; at?: number; fields?: SummaryFields; promptKey?: string } = {},
  ) =>
    current().addSummary({
      contentSessionId: session,
      fields: extra.fields ?? fields,
      contentHash: extra.hash ?? 'h',
      promptKey: extra.promptKey ?? null,
      at: extra.at ?? 1000,
    });
  const search = async (kind: RecordKind, query: string, filter: RecordFilter = {}) => {
    const { terms } = parseSearch(query);
    const found = { ...filter, kinds: [kind], terms, order: 'newest', limit: 100 } as const;
    return current().readCards((await current().searchRecords(found)).records);
  };

  test('files what names its prompt under that prompt, though a private one came meanwhile', async () => {
    const { session } = await addPrompt({ key: 'public' });
    await addPrompt({ key: 'private', text: null });
    expect(await observe('oc', 'late')).toMatchObject({ kind: 'private' });
    expect(await observe('oc', 'hidden', { promptKey: 'private' })).toMatchObject({ kind: 'private' });
    expect(await observe('oc', 'late', { promptKey: 'public' })).toMatchObject({
      kind: 'stored',
      observation: { promptNumber: 1, toolResponse: 'late' },
    });
    expect(await summarize('oc', { promptKey: 'private' })).toMatchObject({ kind: 'private' });
    expect(await summarize('oc', { promptKey: 'public' })).toMatchObject({
      kind: 'stored',
      summary: { promptNumber: 1 },
    });
    await addPrompt({ key: 'third' });
    expect(await observe('oc', 'new', { promptKey: 'never seen' })).toMatchObject({
      observation: { promptNumber: 3 },
    });
    expect(await current().findPrompt(session.id, 'public')).toMatchObject({ promptNumber: 1 });
    expect(await current().findPrompt(session.id, 'never seen')).toBeNull();
  });

  test('names active sessions that went quiet without a summary', async () => {
    const span = { from: 500, to: 1500, limit: 10 };
    await addPrompt({ session: 'forgotten' });
    await addPrompt({ session: 'told' });
    await summarize('told');
    await addPrompt({ session: 'told before' });
    await summarize('told before');
    await addPrompt({ session: 'told before' });
    await addPrompt({ session: 'ended' });
    await current().completeSession('ended', 1000);
    await addPrompt({ session: 'hidden', text: null });
    await addPrompt({ session: 'long ago', at: 400 });
    await addPrompt({ session: 'at work', at: 1600 });
    expect((await current().listUnsummarized(span)).toSorted()).toEqual(['forgotten', 'told before']);
    expect(await current().listUnsummarized({ ...span, limit: 1 })).toHaveLength(1);
  });

  test('numbers prompts one by one, also when they come at once and when they are private', async () => {
    const added = await Promise.all(
      Array.from({ length: 20 }, (_, n) => addPrompt({ text: n % 3 === 0 ? null : `Prompt ${n}` })),
    );
    expect(added.map(({ prompt }) => prompt.promptNumber).toSorted((a, b) => a - b)).toEqual(
      Array.from({ length: 20 }, (_, n) => n + 1),
    );
    expect(new Set(added.map(({ session }) => session.id)).size).toBe(1);
    expect(added.filter(({ isNewSession }) => isNewSession)).toHaveLength(1);
    const [session] = await current().listSessions({ offset: 0, limit: 10 });
    expect(session).toMatchObject({ promptCount: 20, status: 'active', project: 'web' });
  });

  test('adds the same event once, however often and however fast it comes', async () => {
    const added = await Promise.all(Array.from({ length: 20 }, () => addPrompt({ key: 'same' })));
    expect(new Set(added.map(({ prompt }) => prompt.id)).size).toBe(1);
    expect(added.filter(({ isNew }) => isNew)).toHaveLength(1);
    const seen = await Promise.all(Array.from({ length: 20 }, () => observe('oc', 'x', { key: 'same' })));
    expect(seen.filter((one) => one.kind === 'stored' && one.isNew)).toHaveLength(1);
    expect(await addPrompt({ session: 'other', key: 'same' })).toMatchObject({ isNew: true });
  });

  test('stores a summary once by session, prompt and hash', async () => {
    await addPrompt();
    const added = await Promise.all(Array.from({ length: 50 }, () => summarize('oc')));
    const ids = added.map((one) => (one.kind === 'stored' ? one.summary.id : null));
    expect(new Set(ids).size).toBe(1);
    expect(await summarize('oc', { hash: 'other' })).toMatchObject({ isNew: true });
    await addPrompt();
    expect(await summarize('oc')).toMatchObject({ isNew: true, summary: { ...fields, promptNumber: 2 } });
    expect(await summarize('fresh')).toMatchObject({ isNewSession: true, summary: { promptNumber: 0 } });
  });

  test('keeps nothing of a private turn', async () => {
    await addPrompt();
    await addPrompt({ text: null });
    expect(await observe('oc', 'x')).toMatchObject({ kind: 'private' });
    expect(await summarize('oc')).toMatchObject({ kind: 'private' });
    expect(await current().countSessions()).toMatchObject({ prompts: 2, observations: 0, summaries: 0 });
    await addPrompt();
    expect(await summarize('oc')).toMatchObject({ kind: 'stored' });
  });

  test('gives a project to a session that had none, and to what is in it', async () => {
    await summarize('oc');
    await addPrompt({ project: 'web' });
    await addPrompt({ project: 'other' });
    expect(await current().listRecords('summary', { ...page, projects: ['web'] })).toHaveLength(1);
    expect((await current().listSessions({ project: 'web', offset: 0, limit: 9 })).length).toBe(1);
  });

  test('completes an active session, which a prompt makes active again', async () => {
    expect(await current().completeSession('oc', 1)).toBeNull();
    await addPrompt();
    expect(await current().completeSession('oc', 2)).toMatchObject({ status: 'completed', completedAt: 2 });
    expect(await current().completeSession('oc', 3)).toBeNull();
    expect((await addPrompt()).session).toMatchObject({ status: 'active', completedAt: null });
  });

  test('lists by time, in pages, of a session, of projects, of a span and of later turns', async () => {
    for (const at of [1000, 2000, 2000, 3000]) await addPrompt({ at, text: `At ${at}` });
    const { session } = await addPrompt({ session: 'b', project: 'api', at: 4000 });
    const store = current();
    const times = async (
      filter: RecordFilter & { order?: 'newest' | 'oldest'; offset?: number; limit?: number },
    ) => (await store.listRecords('prompt', { ...page, ...filter })).map(({ createdAt }) => createdAt);
    expect(await times({})).toEqual([4000, 3000, 2000, 2000, 1000]);
    expect(await times({ order: 'oldest', offset: 1, limit: 2 })).toEqual([2000, 2000]);
    expect(await times({ sessionId: session.id })).toEqual([4000]);
    expect(await times({ projects: ['web'], from: 2000, to: 2000 })).toEqual([2000, 2000]);
    expect(await times({ projects: ['web', 'api'], fromPrompt: 4 })).toEqual([3000]);
    const ids = (order: 'newest' | 'oldest') => store.listRecords('prompt', { ...page, order });
    expect((await ids('oldest')).map(({ id }) => id)).toEqual(
      (await ids('newest')).map(({ id }) => id).toReversed(),
    );
    const [first] = await ids('oldest');
    expect(await store.getRecord('prompt', first?.id ?? 0)).toEqual(first);
    expect(await store.getRecord('prompt', 999_999)).toBeNull();
    const [, second, third] = await ids('oldest');
    const wanted = [third?.id ?? 0, 999_999, second?.id ?? 0];
    expect(await store.readRecords('prompt', wanted)).toEqual([third, second]);
    expect(await store.readRecords('summary', [])).toEqual([]);
  });

  test('finds all terms in one record, by beginnings of words and in Chinese, within the filter', async () => {
    await addPrompt({ text: 'Fix the authentication', at: 1000 });
    await addPrompt({ session: 'b', project: 'api', text: '修复登录页面 and authors', at: 2000 });
    await addPrompt({ session: 'b', project: 'api', text: null, at: 3000 });
    await observe('oc', 'authentication in the response');
    await summarize('oc');
    expect((await search('prompt', 'auth')).map(({ createdAt }) => createdAt)).toEqual([2000, 1000]);
    expect(await search('prompt', 'auth fix')).toHaveLength(1);
    expect(await search('prompt', '登录')).toMatchObject([{ kind: 'prompt', project: 'api', title: '' }]);
    expect(await search('prompt', 'auth', { projects: ['web'] })).toHaveLength(1);
    expect(await search('prompt', 'auth', { from: 1500 })).toHaveLength(1);
    expect(await search('observation', 'authentication')).toMatchObject([
      { title: 'read', text: '{"filePath":"a.ts"}\nauthentication in the response' },
    ]);
    expect(await search('summary', 'expired token')).toMatchObject([
      { title: 'Fix the login', text: 'auth.ts\nThe token expired\nA fix with a test\nDeploy\n' },
    ]);
    const { records: oldest } = await current().searchRecords({
      kinds: ['prompt'],
      terms: [{ text: 'auth', prefix: true }],
      order: 'oldest',
      limit: 1,
    });
    expect(oldest.map(({ at }) => at)).toEqual([1000]);
  });

  test('cuts long texts of cards, never between the halves of a character', async () => {
    await observe('oc', '🙂'.repeat(cardCharacters));
    const [card] = await current().listCards('observation', page);
    expect(card?.text.length).toBeLessThanOrEqual(cardCharacters * 2);
    expect(card?.text.isWellFormed()).toBe(true);
    const [whole] = await current().listRecords('observation', page);
    expect(whole?.toolResponse).toBe('🙂'.repeat(cardCharacters));
  });

  test('removes a record, a session, a project and what is old, from the search too', async () => {
    const { prompt } = await addPrompt({ text: 'zeppelin' });
    expect(await current().deleteRecord('prompt', prompt.id)).toBe(true);
    expect(await current().deleteRecord('prompt', prompt.id)).toBe(false);
    expect(await search('prompt', 'zeppelin')).toEqual([]);
    expect((await addPrompt()).prompt.promptNumber).toBe(2);
    const { session } = await addPrompt({ session: 'b', text: 'zeppelin', at: 5000 });
    await observe('b', 'zeppelin', { at: 5000 });
    expect(await current().deleteSessions({ id: session.id })).toBe(1);
    expect(await search('observation', 'zeppelin')).toEqual([]);
    await addPrompt({ session: 'c', project: 'api', at: 9000 });
    expect(await current().deleteSessions({ before: 9000 })).toBe(1);
    expect(await current().deleteSessions({ project: 'api' })).toBe(1);
    expect(await current().countSessions()).toMatchObject({ sessions: 0, prompts: 0, observations: 0 });
  });

  test('counts projects, the last used first', async () => {
    await addPrompt({ session: 'a', project: 'web', at: 1000 });
    await summarize('a', { at: 2000 });
    await addPrompt({ session: 'b', project: 'api', at: 3000 });
    expect(await current().listProjects()).toEqual([
      { project: 'api', sessions: 1, prompts: 1, observations: 0, summaries: 0, lastAt: 3000 },
      { project: 'web', sessions: 1, prompts: 1, observations: 0, summaries: 1, lastAt: 2000 },
    ]);
  });

  test('keeps hostile text as it is', async () => {
    const hostile = `' " \\ % _ \u0007 🙂 \u202e <script> ; drop table sessions; --`;
    await addPrompt({ session: hostile, project: hostile, text: hostile });
    const [prompt] = await current().listRecords('prompt', { ...page, projects: [hostile] });
    expect(prompt).toMatchObject({ contentSessionId: hostile, project: hostile, text: hostile });
  });
}
