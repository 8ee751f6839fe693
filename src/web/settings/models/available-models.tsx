import type { ModelProfileId } from '#schema/ids.ts';
import type { AvailableModel } from '#schema/models/available-models.ts';
import { Button } from '#web/controls/button.tsx';
import { ErrorNotice } from '#web/controls/problem-notice.tsx';
import { useFormats, useStrings } from '#web/strings/strings-provider.tsx';
import type { ModelDraft } from './model-draft.ts';
import { useAvailableModels } from './use-available-models.ts';

interface AvailableModelsProps {
  draft: ModelDraft;
  /** Null for a new profile. */
  profileId: ModelProfileId | null;
  onChoose(model: AvailableModel): void;
}

/** The models that the provider offers, with what it says about them. */
export function AvailableModels({ draft, profileId, onChoose }: AvailableModelsProps) {
  const { models: words } = useStrings().settings;
  const { load, isLoading, error, models } = useAvailableModels(draft, profileId);
  const matching = models === null ? [] : findMatching(models, draft.model);
  return (
    <div className="space-y-2">
      <div className="flex flex-wrap items-center gap-2">
        <Button disabled={load === null || isLoading} onClick={() => load?.()}>
          {words.showModels}
        </Button>
        <output className="text-muted">
          {isLoading ? words.loadingModels : models === null ? null : words.foundModels(models.length)}
        </output>
      </div>
      <ErrorNotice error={error} />
      {matching.length === 0 ? null : (
        <ul
          aria-label={words.offered}
          className="max-h-56 divide-y divide-line overflow-y-auto rounded-lg border border-line bg-surface"
        >
          {matching.map((each) => (
            <li key={each.model}>
              <ModelRow offered={each} isChosen={each.model === draft.model.trim()} onChoose={onChoose} />
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

interface ModelRowProps {
  offered: AvailableModel;
  isChosen: boolean;
  onChoose(model: AvailableModel): void;
}

function ModelRow({ offered, isChosen, onChoose }: ModelRowProps) {
  const { settings, separator } = useStrings();
  const formats = useFormats();
  const { prices, contextTokens } = offered;
  const facts = [
    ...(contextTokens === null ? [] : [settings.models.context(formats.number(contextTokens))]),
    ...(prices === null
      ? []
      : [
          settings.models.priced(
            formats.cost(prices.inputPerMillionUsd),
            formats.cost(prices.outputPerMillionUsd),
          ),
        ]),
  ];
  return (
    <button
      type="button"
      aria-pressed={isChosen}
      onClick={() => onChoose(offered)}
      className="block min-h-9 w-full px-3 py-1.5 text-start wrap-anywhere hover:bg-accent-wash aria-pressed:bg-accent-wash aria-pressed:font-medium -outline-offset-2 pointer-coarse:min-h-11"
    >
      {offered.model}
      {facts.length === 0 ? null : <span className="block text-xs text-muted">{facts.join(separator)}</span>}
    </button>
  );
}

/** Those whose name contains what is typed; all of them if it is one of them, or in none. */
export function findMatching(models: readonly AvailableModel[], typed: string): readonly AvailableModel[] {
  const wanted = typed.trim().toLowerCase();
  if (models.some(({ model }) => model.toLowerCase() === wanted)) return models;
  const found = models.filter(({ model }) => model.toLowerCase().includes(wanted));
  return found.length === 0 ? models : found;
}
