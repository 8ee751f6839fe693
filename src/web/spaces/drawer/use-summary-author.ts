import type { SummaryVersion } from '#schema/spaces/space.ts';
import { useStrings } from '#web/strings/strings-provider.tsx';

/** The name of the built-in model. */
const offlineModel = 'offline-extract';

/** Who wrote a summary, in words. */
export function useSummaryAuthor(): (of: Pick<SummaryVersion, 'model'>) => string {
  const { spaces, panel } = useStrings();
  return ({ model }) => {
    if (model === null) return spaces.summary.byYou;
    return model === offlineModel ? panel.offlineExtract : model;
  };
}
