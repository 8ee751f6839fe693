import { describe, expect, test } from 'vitest';
import { issueIdSchema } from '#schema/ids.ts';
import type { ShownIssue } from '#schema/runs/issue.ts';
import { en } from '#web/strings/en/en.ts';
import { createFormats } from '#web/strings/formats.ts';
import { subjectOf } from './source-link.tsx';

const strings = en(createFormats('en-GB'));

function subject(changes: Partial<ShownIssue>): string {
  return subjectOf(
    {
      id: issueIdSchema.parse('0199a6f0-0000-7000-8000-000000000001'),
      kind: 'run-failed',
      code: 'internal',
      message: 'It failed.',
      runId: null,
      details: {},
      lastEvents: [],
      createdAt: 1,
      about: null,
      ...changes,
    },
    strings,
  );
}

function about(kind: 'entry' | 'session', title: string | null): ShownIssue['about'] {
  return { taskType: 'summary', source: { kind, id: '7', title }, provider: null, model: null };
}

describe('an issue names what it concerns', () => {
  test('by the title of its source, or by its kind where it has none', () => {
    expect(subject({ about: about('entry', 'The harbour bridge') })).toBe('The harbour bridge');
    expect(subject({ about: about('session', 'harbour-api') })).toBe('harbour-api');
    expect(subject({ about: about('session', null) })).toBe('Session');
  });

  test('by the feed, file or conversation it names itself', () => {
    expect(subject({ kind: 'feed-failed', details: { title: 'City Desk', url: 'https://x.test' } })).toBe(
      'City Desk',
    );
    expect(subject({ kind: 'template-refused', details: { file: 'summary.yaml' } })).toBe('summary.yaml');
    expect(subject({ kind: 'answer-refused', details: { conversationId: 'trip', turn: 2 } })).toBe('trip');
    expect(subject({ details: { title: 7, conversationId: ' ' } })).toBe('Run failed');
  });
});
