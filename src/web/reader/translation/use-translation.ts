import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { FollowedRun } from '#client/follow-run.ts';
import { toAppError } from '#schema/app-error.ts';
import type { TranslationLayout } from '#schema/app-session.ts';
import type { Entry } from '#schema/entry.ts';
import type { RunId } from '#schema/ids.ts';
import { defaultSettings, type Settings } from '#schema/settings.ts';
import type { TranslatedParagraph } from '#schema/translations/translation.ts';
import type { EntryTranslation, TranslateEntryRequest } from '#schema/translations/translation-wire.ts';
import { isSameLanguage, normalizeLanguage } from '#text/language/language-names.ts';
import { useClient } from '#web/api/client-provider.tsx';
import { queryKeys, useSettings } from '#web/api/queries.ts';
import { useFollowedRun } from '#web/api/use-followed-run.ts';
import { useAppSession } from '#web/app-session/app-session-provider.tsx';
import type { ShownProblem } from '#web/controls/problem-notice.tsx';
import type { Shown } from './pair-paragraphs.ts';

export interface ArticleTranslation extends ShownParagraphs {
  entryId: Entry['id'] | null;
  /** Null until the server has answered. */
  known: EntryTranslation | null;
  /** The languages into which more than the title of the article is translated. */
  translatedInto: readonly string[];
  /** The languages in which no paragraph is missing. */
  completeIn: readonly string[];
  error: Error | null;
  language: string;
  layout: TranslationLayout;
  isShown: boolean;
  /** Whether there is anything to show beyond the title. */
  hasAny: boolean;
  /** Whether the article is already in this language. */
  isInLanguage: boolean;
  isRunning: boolean;
  isStopping: boolean;
  followed: FollowedRun | null;
  /** The reason why the last run did not finish. */
  problem: (ShownProblem & { runId: RunId | null }) | null;
  /** How a run ended while this page was open, which is announced. A failure is shown instead. */
  ended: 'finished' | 'aborted' | null;
  undoId: string | null;
  show(isShown: boolean): void;
  chooseLanguage(language: string): void;
  chooseLayout(layout: TranslationLayout): void;
  /** Starts a run. `into` names a language other than the chosen one. */
  start(ask?: Ask, into?: string): Promise<void>;
  abort(): void;
  dismiss(): void;
  clear(): Promise<void>;
  undoClear(): Promise<void>;
}

type Ask = Pick<TranslateEntryRequest, 'again' | 'keys' | 'anyway'>;

/** The state of one article in one language that exists only on this page. */
interface Here {
  slot: string;
  isStarting: boolean;
  isStopping: boolean;
  runId: RunId | null;
  asked: Asked;
  /** The run whose end was seen last. A response that is on its way may still list it as active. */
  endedId: RunId | null;
  ended: ArticleTranslation['ended'];
  problem: ArticleTranslation['problem'];
  dismissedId: RunId | null;
  undoId: string | null;
}

const idle = {
  isStarting: false,
  isStopping: false,
  runId: null,
  asked: null,
  endedId: null,
  ended: null,
  problem: null,
};
const untouched: Omit<Here, 'slot'> = { ...idle, dismissedId: null, undoId: null };

/** Provides the translation of the open article: what is stored, the run in progress, and the actions. */
export function useTranslation(entry: Entry | null): ArticleTranslation {
  const client = useClient();
  const queryClient = useQueryClient();
  const { data: settings = defaultSettings, isPending: isReadingSettings } = useSettings();
  const { values, change } = useAppSession();
  const chosen = values.translationLanguage ?? settings.translation.defaultTargetLanguage;
  const language = normalizeLanguage(chosen) ?? chosen;
  const id = entry?.id ?? null;
  const slotOf = (into: string) => `${id} ${into}`;
  const slot = slotOf(language);
  /** The article for which the user chose a language in the toolbar, whether or not it is translated. */
  const [pickedFor, setPickedFor] = useState<Entry['id'] | null>(null);
  const [kept, setKept] = useState<Here>({ slot, ...untouched });
  const here = kept.slot === slot ? kept : { slot, ...untouched };

  function update(patch: Partial<Here>, of = slot): void {
    setKept((now) => ({ ...(now.slot === of ? now : { slot: of, ...untouched }), ...patch }));
  }

  const { data, error } = useQuery({
    // The models are part of the key, because they decide whether translating is possible.
    queryKey: queryKeys.translation(id, language, [entry?.contentHash ?? '', ...chosenModels(settings)]),
    queryFn: async () => {
      if (entry === null) throw new Error('no entry is open');
      return { slot, translation: await client.translations.get(entry.id, { targetLanguage: language }) };
    },
    // The request waits for the settings, which say which language is wanted.
    enabled: entry !== null && !isReadingSettings,
    gcTime: 0,
    // The unchanged paragraphs of a changed article stay while it is read again.
    placeholderData: keepPreviousData,
  });
  const known = data?.slot === slot ? data.translation : null;
  const readAgain = () => queryClient.invalidateQueries({ queryKey: queryKeys.translations(id) });

  const activeId = here.runId ?? known?.active?.id ?? null;
  const runId = activeId === here.endedId ? null : activeId;
  const { followed, lost, followAgain } = useFollowedRun({
    runId,
    onEnd: (ended) => void end(ended),
  });
  const isRunning = here.isStarting || runId !== null;
  const shown = mergeParagraphs({ known, followed, isRunning, asked: here.asked });
  const isInLanguage =
    known !== null && known.sourceLanguage !== null && isSameLanguage(known.sourceLanguage, language);
  const failed = known?.failed?.id === here.dismissedId ? null : (known?.failed ?? null);
  const hasAny = isRunning || shown.hasBody || here.problem !== null || failed !== null;

  /** The result of the run stays in sight until it has been read from the server. */
  async function end({ runId: endedId, status, error: failure }: FollowedRun): Promise<void> {
    await readAgain();
    // Clearing a translation also ends its run, so the undo is kept.
    update({
      ...idle,
      endedId,
      ended: status === 'failed' ? null : status === 'cancelled' ? 'aborted' : 'finished',
      problem: status === 'failed' && failure !== null ? { ...failure, runId: endedId } : null,
    });
  }

  async function start(ask: Ask = {}, into = language): Promise<void> {
    if (entry === null || (isRunning && into === language)) return;
    const at = slotOf(into);
    const asked = ask.again === true ? 'all' : (ask.keys ?? null);
    update({ ...untouched, isStarting: true, asked }, at);
    try {
      // A translation that was begun is continued, although the article is in its language.
      const anyway = isInLanguage && hasAny && into === language ? { anyway: true } : {};
      const request = { targetLanguage: into, ...anyway, ...ask };
      const run = await client.translations.start(entry.id, request);
      update({ isStarting: false, runId: run.id }, at);
    } catch (thrown) {
      update({ isStarting: false, problem: { ...toShown(thrown), runId: null } }, at);
    }
  }

  // A translation with one paragraph is only the title, which lists translate.
  const stored = known?.languages.filter(({ paragraphs }) => paragraphs > 1) ?? [];
  return {
    ...shown,
    entryId: id,
    known,
    translatedInto: stored.map(({ targetLanguage }) => targetLanguage),
    completeIn: stored.flatMap(({ targetLanguage, isComplete }) => (isComplete ? [targetLanguage] : [])),
    error,
    language,
    layout: values.translationLayout,
    isShown: values.translationShown && (hasAny || (id !== null && pickedFor === id)),
    hasAny,
    isInLanguage,
    isRunning,
    isStopping: here.isStopping,
    followed,
    problem:
      here.problem ??
      (lost === null ? null : { ...toShown(lost), runId: null }) ??
      (isRunning || failed === null
        ? null
        : { code: failed.errorCode ?? 'internal', message: failed.errorMessage ?? '', runId: failed.id }),
    ended: here.undoId === null ? here.ended : null,
    undoId: here.undoId,
    show(translationShown) {
      setPickedFor(null);
      change({ translationShown });
    },
    chooseLanguage(translationLanguage) {
      setPickedFor(id);
      change({ translationLanguage, translationShown: true });
    },
    chooseLayout: (translationLayout) => change({ translationLayout }),
    start: (ask, into) => (lost === null ? start(ask, into) : Promise.resolve(followAgain())),
    abort() {
      if (runId === null) return;
      update({ isStopping: true });
      client.runs.cancel(runId).catch((thrown: unknown) => {
        update({ isStopping: false, problem: { ...toShown(thrown), runId } });
      });
    },
    dismiss: () => update({ problem: null, dismissedId: here.problem?.runId ?? failed?.id ?? null }),
    async clear() {
      if (entry === null) return;
      const { undoId } = await client.translations.clear(entry.id, { targetLanguage: language });
      await readAgain();
      update({ ...untouched, endedId: runId, dismissedId: known?.failed?.id ?? null, undoId });
    },
    async undoClear() {
      if (entry === null || here.undoId === null) return;
      await client.translations.restore(entry.id, here.undoId);
      await readAgain();
      update({ undoId: null });
    },
  };
}

function chosenModels({ translation, summaryAgent }: Settings): (string | null)[] {
  return [translation, summaryAgent].flatMap(({ primaryModelProfileId, fallbackModelProfileId }) => [
    primaryModelProfileId,
    fallbackModelProfileId,
  ]);
}

function toShown(thrown: unknown): ShownProblem {
  const { code, message, retryAfterMs, details } = toAppError(thrown);
  return { code, message, retryAfterMs, details };
}

/** The paragraphs that are translated again: all, these or none. It is also null if another page started the run. */
type Asked = 'all' | readonly string[] | null;

interface Parts {
  known: EntryTranslation | null;
  followed: FollowedRun | null;
  isRunning: boolean;
  asked: Asked;
}

interface ShownParagraphs {
  shownOf(key: string): Shown | null;
  /** The number of paragraphs that have a translation. The title is not counted. */
  translated: number;
  total: number;
  /** Whether every paragraph and the title have a translation. */
  isComplete: boolean;
  /** The progress of the run, without the title. */
  progress: { done: number; total: number };
  /** The number of paragraphs with a note, because a rule noticed something or the translation is missing. */
  marked: number;
  /** Whether any paragraph other than the title has a translation or a failed one. */
  hasBody: boolean;
  /** The translated title, or null if there is none. */
  title: TranslatedParagraph | null;
}

/** Combines the stored paragraphs with those that the run in progress has brought. */
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
