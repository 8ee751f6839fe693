import type { SummarizeTextRequest } from '#schema/wire.ts';
import type { CheckRequest } from './protocol.ts';

export interface PlannedCheck {
  request: CheckRequest;
  targetLanguage: string;
  detailLevel: NonNullable<SummarizeTextRequest['detailLevel']>;
}

const detailLevels = ['short', 'medium', 'detailed'] as const;

/**
 * Groups checks that must run one after the other. A slot (source, target language, detail level) keeps one summary,
 * and the next run replaces it. Detail levels only spread the checks of one source over more slots. The longest group
 * comes first, so that no lane is left with it at the end.
 */
export function planSlots(requests: CheckRequest[]): PlannedCheck[][] {
  const bySource = Map.groupBy(requests, ({ source }) => source);
  const groups = [...bySource.values()].flatMap((ofSource) => {
    const planned = ofSource.map((request, index) => ({
      request,
      targetLanguage: request.summaryLang ?? request.lang,
      detailLevel: detailLevels[index % detailLevels.length] ?? 'medium',
    }));
    const bySlot = Map.groupBy(
      planned,
      ({ targetLanguage, detailLevel }) => `${targetLanguage} ${detailLevel}`,
    );
    return [...bySlot.values()];
  });
  return groups.toSorted((a, b) => b.length - a.length);
}
