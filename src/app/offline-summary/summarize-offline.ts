import type { Config } from '#app/read-config.ts';
import { builtinModelProfileId } from '#schema/ids.ts';
import type { DetailLevel } from '#schema/language.ts';
import { summaryRoute } from '#schema/named-in-settings.ts';
import type { Settings } from '#schema/settings.ts';
import { toStorableText } from '#schema/text/bounded-json.ts';
import { requireText } from '#sources/entry/summaries/require-text.ts';
import { peekSettings } from '#store/sqlite/peek-store.ts';
import { extractSummary } from '#text/extract-summary.ts';

export interface OfflineRequest {
  text: string;
  title?: string | undefined;
  detailLevel?: DetailLevel | undefined;
  anyway?: boolean | undefined;
}

interface OfflineSummary {
  text: string;
  /** The language, or null if it is not one of those recognized without their tables. */
  language: string | null;
  detailLevel: DetailLevel;
}

/** A text this long is no summary. In that case a run says what is wrong. */
const longestCharacters = 10_000;

/**
 * Returns the settings if only the offline model is used for a summary of a text. Returns null if another model
 * writes or checks it, or if the settings are in PostgreSQL.
 */
export async function findOfflineSettings(
  { databaseUrl, home }: Pick<Config, 'databaseUrl' | 'home'>,
  { isChosen }: { isChosen: boolean },
): Promise<Settings | null> {
  const settings = databaseUrl === null ? await peekSettings(home) : null;
  if (settings === null) return null;
  const { summaryAgent, check } = settings;
  const isPrimary = isChosen || summaryAgent.primaryModelProfileId === builtinModelProfileId;
  const isFollowed = check.mode !== 'off' || check.repair;
  const asked = [...summaryRoute(summaryAgent), check.modelProfileId, check.repairModelProfileId];
  const isConnected = asked.some((id) => id !== null && id !== builtinModelProfileId);
  return isPrimary && !(isFollowed && isConnected) ? settings : null;
}

/**
 * Returns the text that a run of the offline model would show, without opening a store or keeping anything. Returns
 * null if only a run can say what is wrong. Throws the same AppError as the request of a run.
 */
export function summarizeOffline(request: OfflineRequest, settings: Settings): OfflineSummary | null {
  const title = request.title?.trim() || null;
  requireText(request.text, { title, anyway: request.anyway });
  const detailLevel = request.detailLevel ?? settings.summaryAgent.defaultDetailLevel;
  // The store would pass these texts to a run in the same form.
  const { pieces, language } = extractSummary(toStorableText(request.text), {
    title: title === null ? undefined : toStorableText(title),
    detail: detailLevel,
  });
  const text = pieces.join('').trimStart();
  if (text.trimEnd() === '' || text.length > longestCharacters) return null;
  return { text, language: language ?? null, detailLevel };
}
