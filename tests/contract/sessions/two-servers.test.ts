import { expect, test } from 'vitest';
import type { SessionNews } from '#schema/sessions/session-news.ts';
import { describeEachPlace } from '../each-store.ts';
import { openSessionsBench } from './open-sessions-bench.ts';

describeEachPlace('two servers on one database', (current) => {
  test('tell each other what happens in sessions, and keep one session for both', async ({ skip }) => {
    skip(current().dialect === 'sqlite', 'processes on one SQLite file do not wake each other');
    const one = await openSessionsBench(current().place);
    const other = await openSessionsBench(current().place);
    const leaving = new AbortController();
    try {
      const heard: SessionNews[] = [];
      const hearing = (async () => {
        for await (const news of other.client.sessions.follow({ signal: leaving.signal })) {
          heard.push(news);
          if (heard.length === 5) break;
        }
      })();
      await expect.poll(() => heard.length).toBe(1);
      const body = { contentSessionId: 'oc_1', project: 'web', prompt: 'Why does the login fail?' };
      expect(await one.post('/api/sessions/init', body)).toMatchObject({ promptNumber: 1 });
      expect(await other.post('/api/sessions/init', body)).toMatchObject({ promptNumber: 2 });
      await one.post('/api/sessions/summarize', { contentSessionId: 'oc_1' });
      await hearing;
      // Changes from the other server arrive a moment later than local ones.
      expect(heard.map(({ type }) => type).toSorted()).toEqual([
        'connected',
        'new_prompt',
        'new_prompt',
        'new_summary',
        'session_started',
      ]);
    } finally {
      leaving.abort();
      await one.close();
      await other.close();
    }
  });
});
