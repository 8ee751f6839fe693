import type { ModelProfile, TestedAs } from '#schema/models/model-profile.ts';
import { findModelUses } from '#schema/named-in-settings.ts';
import type { Settings } from '#schema/settings.ts';

/** An embedding model writes no text. One that is not in use yet is told by its name. */
export function testedAs(settings: Settings, { id, model }: Pick<ModelProfile, 'id' | 'model'>): TestedAs {
  const uses = findModelUses(settings, id);
  const embeds =
    uses.length === 0
      ? /embed/i.test(model)
      : uses.every((path) => path === 'search.embeddingModelProfileId');
  return embeds ? 'embedding' : 'text';
}
