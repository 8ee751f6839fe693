import { describe, expect, test } from 'vitest';
import { followRun } from '#client/follow-run.ts';
import { runIdSchema } from '#schema/ids.ts';
import type { TranslatedParagraph } from '#schema/translations/translation.ts';
import type { EntryTranslation } from '#schema/translations/translation-wire.ts';
import { mergeParagraphs } from './use-translation.ts';

const paragraph = (key: string, text: string | null): TranslatedParagraph => ({
  key,
  text,
  problem: text === null ? 'refused' : null,
  marks: [],
});
const known = {
  titleKey: 'title',
  total: 4,
  paragraphs: [paragraph('title', 'Titel'), paragraph('a', 'alt'), paragraph('b', null)],
} as EntryTranslation;
const started = followRun.start(runIdSchema.parse('0199a6f0-0000-7000-8000-000000000001'));
const after = (...arrived: TranslatedParagraph[]) => ({
  ...started,
  paragraphs: new Map(arrived.map((each) => [each.key, each])),
});

describe('the paragraphs in sight', () => {
  test('are those stored, with the reason where there is none', () => {
    const shown = mergeParagraphs({ known, followed: null, isRunning: false, asked: null });
    expect(shown.shownOf('a')).toMatchObject({ state: 'here', isOld: false });
    expect(shown.shownOf('b')).toMatchObject({ state: 'here', paragraph: { problem: 'refused' } });
    expect(shown.shownOf('c')).toBeNull();
    expect(shown).toMatchObject({
      translated: 1,
      total: 3,
      isComplete: false,
      marked: 1,
      hasBody: true,
      title: { text: 'Titel' },
    });
  });

  test('wait while they are translated, and change as each arrives', () => {
    const followed = after(paragraph('c', 'neu'));
    const shown = mergeParagraphs({ known, followed, isRunning: true, asked: null });
    expect(shown.shownOf('a')).toMatchObject({ state: 'here', isOld: false });
    expect(shown.shownOf('b')).toEqual({ state: 'waiting' });
    expect(shown.shownOf('c')).toMatchObject({ paragraph: { text: 'neu' } });
    expect(shown.progress).toEqual({ done: 2, total: 3 });
  });

  test('translated again stay until the new text is there; others are left alone', () => {
    const one = mergeParagraphs({ known, followed: after(), isRunning: true, asked: ['a'] });
    expect(one.shownOf('a')).toMatchObject({ isOld: true });
    expect(one.shownOf('b')).toMatchObject({ state: 'here', paragraph: { text: null } });
    expect(one.shownOf('c')).toBeNull();
    expect(one.progress).toEqual({ done: 0, total: 1 });
    const all = mergeParagraphs({
      known,
      followed: after(paragraph('a', 'neu')),
      isRunning: true,
      asked: 'all',
    });
    expect(all.shownOf('a')).toMatchObject({ paragraph: { text: 'neu' }, isOld: false });
    expect(all.shownOf('title')).toMatchObject({ isOld: true });
    expect(all.progress).toEqual({ done: 1, total: 3 });
  });

  test('are none where only the title is translated, which lists do', () => {
    const titleOnly = { ...known, paragraphs: [paragraph('title', 'Titel')] };
    const shown = mergeParagraphs({ known: titleOnly, followed: null, isRunning: false, asked: null });
    expect(shown.hasBody).toBe(false);
  });
});
