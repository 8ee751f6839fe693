import { useStrings } from '#web/strings/strings-provider.tsx';
import type { ModelDraft } from './model-draft.ts';
import { presets } from './presets.ts';

/** Fills in provider and address with one press. */
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
