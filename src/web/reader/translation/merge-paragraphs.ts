import type { FollowedRun } from '#client/follow-run.ts';
import type { TranslatedParagraph } from '#schema/translations/translation.ts';
import type { EntryTranslation } from '#schema/translations/translation-wire.ts';
import type { Shown } from './pair-paragraphs.ts';

/** The paragraphs that are translated again: all, these, or none; null also where another page asked. */
export type Asked = 'all' | readonly string[] | null;

interface Parts {
  known: EntryTranslation | null;
  followed: FollowedRun | null;
  isRunning: boolean;
  asked: Asked;
}

export interface ShownParagraphs {
  shownOf(key: string): Shown | null;
  /** How many paragraphs have a translation; the title is not counted. */
  translated: number;
  total: number;
  /** Neither a paragraph nor the title is without one. */
  isComplete: boolean;
  /** Of what the run in progress translates, without the title. */
  progress: { done: number; total: number };
  /** How many have a note: something a rule noticed, or no translation. */
  marked: number;
  /** Whether any but the title has one, or was asked for. */
  hasBody: boolean;
  /** Of the title; null without one. */
  title: TranslatedParagraph | null;
}

/** What is stored, and over it what the run in progress has brought. */
export function mergeParagraphs({ known, followed, isRunning, asked }: Parts): ShownParagraphs {
  const arrived = followed?.paragraphs ?? new Map<string, TranslatedParagraph>();
  const merged = new Map(known?.paragraphs.map((paragraph) => [paragraph.key, paragraph]));
  for (const [key, paragraph] of arrived) merged.set(key, paragraph);
  const titleKey = known?.titleKey ?? null;
  const mayCome = (key: string) =>
    isRunning && !arrived.has(key) && (asked === null || asked === 'all' || asked.includes(key));
  const isBody = ({ key }: TranslatedParagraph) => key !== titleKey;
  const texts = [...merged.values()].filter(({ text }) => text !== null);
  const translated = texts.filter(isBody).length;
  const paragraphs = known?.total ?? 0;
  const total = paragraphs - (titleKey === null ? 0 : 1);
  const isAgain = asked === 'all' || (asked === null && translated === total);
  const newly = [...arrived.values()].filter(isBody).length;
  return {
    shownOf(key) {
      const paragraph = merged.get(key);
      if (paragraph !== undefined && (paragraph.text !== null || !mayCome(key)))
        return { state: 'here', paragraph, isOld: asked !== null && mayCome(key) };
      return mayCome(key) ? { state: 'waiting' } : null;
    },
    translated,
    total,
    isComplete: texts.length >= paragraphs,
    progress: Array.isArray(asked)
      ? { done: arrived.size, total: asked.length }
      : { done: isAgain ? newly : translated, total },
    marked: [...merged.values()].filter(({ text, marks }) => text === null || marks.length > 0).length,
    hasBody: [...merged.keys()].some((key) => key !== titleKey),
    title: (titleKey === null ? undefined : merged.get(titleKey)) ?? null,
  };
}
