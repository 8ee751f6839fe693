import { useMutation } from '@tanstack/react-query';
import type { ModelProfileId } from '#schema/ids.ts';
import {
  type AvailableModel,
  type AvailableModelsRequest,
  availableModelsRequestSchema,
} from '#schema/models/profile-fields.ts';
import { useClient } from '#web/api/client-provider.tsx';
import { Button } from '#web/controls/button.tsx';
import { ErrorNotice } from '#web/controls/problem-notice.tsx';
import { toProfileKey } from '#web/settings/form/draft-values.ts';
import { useFormats, useStrings } from '#web/strings/strings-provider.tsx';
import { type ModelDraft, presets } from './model-draft.ts';

/** Fills in the provider and the address with one press. */
export function PresetChoice({
  draft,
  onChoose,
}: {
  draft: ModelDraft;
  onChoose(patch: Partial<ModelDraft>): void;
}) {
  const { models } = useStrings().settings;
  return (
    <div role="group" aria-label={models.presets} className="flex flex-wrap gap-2">
      {presets.map(({ name, provider, baseUrl, model, contextTokens = null }) => {
        const isChosen = draft.provider === provider && draft.baseUrl.trim() === baseUrl;
        return (
          <button
            key={name}
            type="button"
            aria-pressed={isChosen}
            onClick={() =>
              onChoose({
                provider,
                baseUrl,
                model,
                contextTokens: contextTokens === null ? '' : String(contextTokens),
              })
            }
            className="min-h-9 rounded-lg border border-line bg-surface px-3 font-medium tracking-tight transition-colors hover:border-accent aria-pressed:border-accent aria-pressed:bg-accent-wash aria-pressed:text-accent pointer-coarse:min-h-11"
          >
            {name}
          </button>
        );
      })}
    </div>
  );
}

interface AvailableModelsProps {
  draft: ModelDraft;
  /** Null for a new profile. */
  profileId: ModelProfileId | null;
  onChoose(model: AvailableModel): void;
}

/** Lists the models that the provider offers, with what it says about them. */
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

/**
 * Returns the models whose name contains the typed text. If the text is a model's full name or matches none, all
 * models are returned.
 */
export function findMatching(models: readonly AvailableModel[], typed: string): readonly AvailableModel[] {
  const wanted = typed.trim().toLowerCase();
  if (models.some(({ model }) => model.toLowerCase() === wanted)) return models;
  const found = models.filter(({ model }) => model.toLowerCase().includes(wanted));
  return found.length === 0 ? models : found;
}

/** Loads the provider’s own list on request. The list is gone as soon as the form names another address or key. */
function useAvailableModels(draft: ModelDraft, profileId: ModelProfileId | null) {
  const client = useClient();
  const request = requestOf(draft, profileId);
  const loading = useMutation({
    mutationFn: (asked: AvailableModelsRequest) => client.models.available(asked),
  });
  const isCurrent = JSON.stringify(loading.variables) === JSON.stringify(request);
  return {
    /** Null if the address cannot be asked. */
    load: request === null ? null : () => loading.mutate(request),
    isLoading: isCurrent && loading.isPending,
    error: isCurrent ? loading.error : null,
    models: isCurrent ? (loading.data?.items ?? null) : null,
  };
}

function requestOf(draft: ModelDraft, profileId: ModelProfileId | null): AvailableModelsRequest | null {
  const baseUrl = draft.baseUrl.trim();
  if (draft.provider === 'openai-compatible' && baseUrl === '') return null;
  const key = toProfileKey(draft.key);
  const { data } = availableModelsRequestSchema.safeParse({
    provider: draft.provider,
    baseUrl: baseUrl === '' ? null : baseUrl,
    ...(key && { key }),
    ...(profileId !== null && { profileId }),
  });
  return data ?? null;
}
