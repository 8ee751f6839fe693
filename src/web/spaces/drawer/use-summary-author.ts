import type { SummaryVersion } from '#schema/spaces/space.ts';
import { useStrings } from '#web/strings/strings-provider.tsx';

/** The built-in model's name. */
const offlineModel = 'offline-extract';

/** The author of a summary, as text. */
export function useSummaryAuthor(): (of: Pick<SummaryVersion, 'model'>) => string {
  const { spaces, panel } = useStrings();
  return ({ model }) => {
    if (model === null) return spaces.summary.byYou;
    return model === offlineModel ? panel.offlineExtract : model;
  };
}
