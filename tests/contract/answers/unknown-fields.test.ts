import { afterEach, beforeEach, expect, test } from 'vitest';
import { describeEachPlace } from '../each-store.ts';
import { type AnswersBench, openAnswersBench } from './open-answers-bench.ts';

const text =
  'The only bridge into the town stays closed until October, after engineers found cracks. '.repeat(9);
const run = '9f1c2d3e-4b5a-4978-8796-a5b4c3d2e1f0';

/** Every request that starts a run for a person, with a body that is right. */
const requests: [path: string, body: object][] = [
  ['/api/summaries', { text }],
  ['/api/entries/1/summaries', {}],
  ['/api/entries/1/translations', {}],
  ['/api/translations', { text }],
  ['/api/translations/titles', { entryIds: [1] }],
  ['/api/tagging', { selection: { entryIds: [1] } }],
  ['/api/checks', { target: { kind: 'summary', id: run } }],
  ['/api/repairs', { target: { kind: 'summary', id: run } }],
  [`/api/threads/${run}/messages`, { text }],
];

describeEachPlace('a request that starts a run', (current) => {
  let bench: AnswersBench;
  beforeEach(async () => {
    bench = await openAnswersBench(current().place);
  });
  afterEach(() => bench.close());

  const send = async (path: string, body: object) => {
    const response = await bench.post(path, body);
    return { path, status: response.status, problem: (await response.json()) as Record<string, unknown> };
  };

  test('with a field that does not exist is refused, and starts nothing', async () => {
    for (const [path, body] of requests) {
      const { status, problem } = await send(path, { ...body, targetLangauge: 'de' });
      expect({ path, status, code: problem.code }).toEqual({ path, status: 400, code: 'invalid_input' });
      expect(`${path}: ${JSON.stringify(problem)}`).toContain('targetLangauge');
    }
    expect((await bench.client.runs.list()).items).toEqual([]);
  });

  test('with a model profile that does not exist is refused', async () => {
    const { status, problem } = await send('/api/summaries', { text, modelProfileId: 'no-such-model' });
    expect({ status, code: problem.code }).toEqual({ status: 400, code: 'invalid_input' });
  });

  test('of a coding client may have more fields than the server knows', async () => {
    const session = { contentSessionId: 'one', project: 'web', prompt: 'What is new?', newer: true };
    expect((await send('/api/sessions/init', session)).status).toBeLessThan(300);
  });
});
