import { describe, expect, test } from 'vitest';
import { runIdSchema } from '#schema/ids.ts';
import type { RunEvent, RunEventBody } from '#schema/runs/run-event.ts';
import { foldDeltas } from './detail-parts.tsx';

const runId = runIdSchema.parse('0199a6f0-0000-7000-8000-000000000001');
const event = (seq: number, body: RunEventBody): RunEvent => ({ runId, seq, at: seq, ...body });

describe('the events of a run', () => {
  test('merge neighbouring pieces of text', () => {
    const folded = foldDeltas([
      event(1, { type: 'run-start', attempt: 1 }),
      event(2, { type: 'text-delta', text: 'Half ' }),
      event(3, { type: 'text-delta', text: 'a text' }),
      event(4, { type: 'text-reset', reason: 'fallback' }),
      event(5, { type: 'text-delta', text: 'anew' }),
    ]);
    expect(folded.map(({ seq }) => seq)).toEqual([1, 3, 4, 5]);
    expect(folded[1]).toMatchObject({ text: 'Half a text' });
  });

  test('show only the end of a long text', () => {
    const [only] = foldDeltas([event(1, { type: 'text-delta', text: `${'a'.repeat(500)}end` })]);
    expect(only).toMatchObject({ text: expect.stringMatching(/^…a+end$/) });
    expect((only as { text: string }).text).toHaveLength(161);
  });
});
