import { keepPreviousData, useQueries, useQueryClient } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import type { FollowedRun } from '#client/follow-run.ts';
import { type AppError, toAppError } from '#schema/app-error.ts';
import type { EntryHead, EntryId } from '#schema/entry.ts';
import type { RunId } from '#schema/ids.ts';
import { normalizeLanguage } from '#text/language/language-names.ts';
import { keyOfMarkup, markupOfText, plainOf } from '#text/paragraphs/markers.ts';
import { useClient } from '#web/api/client-provider.tsx';
import { queryKeys, useSettings } from '#web/api/queries.ts';
import { useFollowedRun } from '#web/api/use-followed-run.ts';
import { useAppSession } from '#web/app-session/app-session-provider.tsx';
import type { ShownProblem } from '#web/controls/problem-notice.tsx';

/** The most entries that one request may name. */
const perRequest = 200;

export interface TranslatedTitlesShown {
  language: string;
  byId: ReadonlyMap<EntryId, string>;
}

export type TitlesState = ReturnType<typeof useTitles>;

/** Provides the translated titles of the entries in a list, if the user wants them. */
export function useTitles(items: readonly EntryHead[]) {
  const client = useClient();
  const queryClient = useQueryClient();
  const { data: settings } = useSettings();
  const { values, change } = useAppSession();
  const chosen = values.translationLanguage ?? settings?.translation.defaultTargetLanguage ?? 'en';
  const isShown = values.titlesTranslated;
  // The names of languages take some 20 ms to load. A list without translated titles does not wait for them.
  const language = isShown ? normalized(chosen) : chosen;
  const [isStarting, setStarting] = useState(false);
  const [run, setRun] = useState<{ id: RunId; language: string } | null>(null);
  const [problem, setProblem] = useState<ShownProblem | null>(null);

  const groups = useMemo(() => groupIds(items), [items]);
  const results = useQueries({
    queries: groups.map((ids) => ({
      queryKey: queryKeys.titles(language, ids),
      queryFn: () => client.translations.titles({ targetLanguage: language, ids }),
      enabled: isShown,
      gcTime: 0,
      placeholderData: keepPreviousData<Awaited<ReturnType<typeof client.translations.titles>>>,
    })),
    combine: (answers) => answers.map(({ data }) => data),
  });
  const { followed } = useFollowedRun({ runId: run?.id ?? null, onEnd: (ended) => void end(ended) });
  const arrived = run?.language === language ? (followed?.paragraphs ?? null) : null;
  const titles = useMemo<TranslatedTitlesShown>(() => {
    const known = isShown ? results.flatMap((result) => (isIn(result, language) ? result.titles : [])) : [];
    const byId = new Map(known.map(({ id, text }) => [id, text]));
    if (isShown && arrived !== null) addArrived(byId, items, arrived);
    return { language, byId };
  }, [results, isShown, language, items, arrived]);

  /** The translated titles stay in sight until they have been read from the server. */
  async function end({ status, error }: FollowedRun): Promise<void> {
    if (status === 'failed') setProblem(error);
    await queryClient.invalidateQueries({ queryKey: queryKeys.allTitles() });
    setRun(null);
  }

  /** One request translates the first entries of the list that have no translated title. */
  async function start(): Promise<void> {
    const entryIds = items
      .map(({ id }) => id)
      .filter((id) => !titles.byId.has(id))
      .slice(0, perRequest);
    const targetLanguage = normalized(chosen);
    change({ titlesTranslated: true });
    setProblem(null);
    if (entryIds.length === 0) return;
    setStarting(true);
    try {
      const { id } = await client.translations.startTitles({ entryIds, targetLanguage });
      setRun({ id, language: targetLanguage });
    } catch (thrown) {
      setProblem(toShown(toAppError(thrown)));
    } finally {
      setStarting(false);
    }
  }

  return {
    titles,
    isShown,
    isRunning: isStarting || run !== null,
    isEmpty: items.length === 0,
    problem,
    start,
    show: (titlesTranslated: boolean) => change({ titlesTranslated }),
    abort: () => {
      if (run !== null) void client.runs.cancel(run.id);
    },
    dismiss: () => setProblem(null),
  };
}

function normalized(language: string): string {
  return normalizeLanguage(language) ?? language;
}

/** Adds titles that have just been translated. A title is a paragraph of its article, with the same key. */
function addArrived(
  byId: Map<EntryId, string>,
  items: readonly EntryHead[],
  arrived: FollowedRun['paragraphs'],
): void {
  for (const { id, title } of items) {
    const text = arrived.get(keyOfMarkup(markupOfText(title)))?.text ?? null;
    if (text !== null) byId.set(id, plainOf(text));
  }
}

function isIn<T extends { targetLanguage: string }>(answer: T | undefined, language: string): answer is T {
  return answer?.targetLanguage === language;
}

/** Returns groups of ids, separated by commas as the server expects them. */
function groupIds(items: readonly EntryHead[]): string[] {
  const groups: string[] = [];
  for (let from = 0; from < items.length; from += perRequest)
    groups.push(
      items
        .slice(from, from + perRequest)
        .map(({ id }) => id)
        .join(','),
    );
  return groups;
}

function toShown({ code, message, retryAfterMs }: AppError): ShownProblem {
  return { code, message, retryAfterMs };
}
