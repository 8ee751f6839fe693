import { expect, test } from 'vitest';
import type { SessionStore } from '#sources/session/ports.ts';
import { makeObservation, makePrompt, makeSummary } from './make-session.ts';

/** Tests the counts by day of any session store. It must be called inside a `describe`. */
export function testSessionActivity(current: () => SessionStore): void {
  const addPrompt = ({ session, project = 'web', at }: { session: string; project?: string; at: number }) =>
    current().addPrompt(makePrompt({ contentSessionId: session, project, at }));
  const observe = (session: string, at: number) =>
    current().addObservation(makeObservation({ contentSessionId: session, at }));
  const summarize = (session: string, at: number) =>
    current().addSummary(makeSummary({}, { contentSessionId: session, at }));

  test('counts records by the days of a time zone, of one or all projects', async () => {
    const day = 24 * 60 * 60 * 1000;
    const hour = 60 * 60 * 1000;
    const now = 20_000 * day + 12 * hour;
    const query = { days: 3, utcOffsetMinutes: 0, now };
    expect(await current().listActivity(query)).toEqual([]);
    await addPrompt({ session: 'a', at: now - 3 * day });
    await addPrompt({ session: 'a', at: 19_998 * day });
    const { prompt } = await addPrompt({ session: 'a', at: 20_000 * day - 1 });
    await observe('a', 20_000 * day);
    await summarize('a', 20_001 * day - 1);
    await addPrompt({ session: 'b', project: 'api', at: now });
    const none = { prompts: 0, observations: 0, summaries: 0 };
    expect(await current().listActivity(query)).toEqual([
      { ...none, day: '2024-10-02', prompts: 1 },
      { ...none, day: '2024-10-03', prompts: 1 },
      { day: '2024-10-04', prompts: 1, observations: 1, summaries: 1 },
    ]);
    expect(await current().listActivity({ ...query, project: 'api' })).toEqual([
      { ...none, day: '2024-10-04', prompts: 1 },
    ]);
    // In the east, the last moments of a day belong to the next one.
    expect(await current().listActivity({ ...query, days: 1, utcOffsetMinutes: 330 })).toEqual([
      { ...none, day: '2024-10-04', prompts: 2, observations: 1 },
    ]);
    expect(await current().listActivity({ ...query, days: 1, utcOffsetMinutes: -480 })).toEqual([
      { ...none, day: '2024-10-04', prompts: 1, summaries: 1 },
    ]);
    await current().deleteRecord('prompt', prompt.id);
    await current().deleteSessions({ project: 'api' });
    expect(await current().listActivity({ ...query, days: 2 })).toEqual([
      { ...none, day: '2024-10-04', observations: 1, summaries: 1 },
    ]);
  });

  test('counts the records of a session under the project it gets later', async () => {
    await observe('late', 1000);
    await addPrompt({ session: 'late', project: 'web', at: 2000 });
    const counted = await current().listActivity({
      project: 'web',
      days: 1,
      utcOffsetMinutes: 0,
      now: 3000,
    });
    expect(counted).toEqual([{ day: '1970-01-01', prompts: 1, observations: 1, summaries: 0 }]);
  });
}
