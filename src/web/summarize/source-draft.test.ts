import { describe, expect, test } from 'vitest';
import { emptyDraft, formatDraft, parseDraft } from './source-draft.ts';

describe('a kept draft', () => {
  test('comes back as it was', () => {
    const draft = { title: 'Bridge', text: 'It closes.', url: 'https://example.org/a' };
    expect(parseDraft(formatDraft(draft))).toEqual(draft);
  });

  test('is empty when what was kept is damaged or of another shape', () => {
    expect(parseDraft('{"title":1}')).toBe(emptyDraft);
    expect(parseDraft('{"title"')).toBe(emptyDraft);
    expect(parseDraft('null')).toBe(emptyDraft);
  });

  test('is not kept when it is too long for the tab’s storage', () => {
    expect(formatDraft({ ...emptyDraft, text: 'a'.repeat(1_000_001) })).toBeNull();
  });
});
