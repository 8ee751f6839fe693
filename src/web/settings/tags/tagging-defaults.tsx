import type { ModelProfile } from '#schema/models/model-profile.ts';
import type { Settings } from '#schema/settings.ts';
import { templateSteps } from '#schema/template.ts';
import { useModels } from '#web/api/use-models.ts';
import { useSettings } from '#web/api/use-settings.ts';
import { useTemplates } from '#web/api/use-templates.ts';
import { Loaded } from '#web/controls/loaded.tsx';
import { ErrorNotice } from '#web/controls/problem-notice.tsx';
import { Select } from '#web/settings/form/inputs.tsx';
import { profileOptions, withChosen } from '#web/settings/summaries/options.ts';
import { useSameModels } from '#web/settings/summaries/use-same-models.ts';
import { usePatchSettings } from '#web/settings/use-settings-actions.ts';
import { useStrings } from '#web/strings/strings-provider.tsx';

/** Which models suggest tags, and how they are asked. */
export function TaggingDefaults() {
  const { models: words } = useStrings().tags;
  const settings = useSettings();
  const models = useModels();
  return (
    <details className="mb-6 rounded-lg border border-line px-4 py-2.5">
      <summary className="cursor-pointer rounded font-medium">{words.heading}</summary>
      <p className="mt-1 mb-4 text-muted">{words.note}</p>
      <Loaded of={settings}>
        {(saved) => (
          <Loaded of={models}>
            {(profiles) => <DefaultsForm saved={saved.tagging} profiles={profiles} />}
          </Loaded>
        )}
      </Loaded>
    </details>
  );
}

interface DefaultsFormProps {
  saved: Settings['tagging'];
  profiles: readonly ModelProfile[];
}

/** Each choice takes effect immediately. */
function DefaultsForm({ saved, profiles }: DefaultsFormProps) {
  const { settings, tags, panel } = useStrings();
  const { summaries, form } = settings;
  const { data: templates } = useTemplates();
  const patch = usePatchSettings();
  const same = useSameModels();
  const choose = (tagging: Partial<Settings['tagging']>) => patch.mutate({ tagging });
  const { primaryModelProfileId: primary, fallbackModelProfileId: fallback } = saved;
  const offered = profileOptions(profiles, settings.models.builtin);
  const idOf = (value: string) => profiles.find(({ id }) => id === value)?.id ?? null;
  const templateOptions = (templates?.items ?? [])
    .filter(({ id, taskType }) => taskType === 'tagging' && !templateSteps.has(id))
    .map(({ id, origin }) => ({ value: id, label: origin === 'user' ? summaries.ownTemplate(id) : id }));

  return (
    <div className="max-w-md space-y-5">
      <Select
        name="primaryModelProfileId"
        label={summaries.primary}
        help={tags.models.primary}
        value={String(primary ?? '')}
        options={[{ value: '', label: same.primary }, ...withChosen(offered, primary)]}
        onChoose={(value) => {
          const chosen = idOf(value);
          choose({
            primaryModelProfileId: chosen,
            ...(chosen !== null && chosen === fallback ? { fallbackModelProfileId: null } : {}),
          });
        }}
      />
      <Select
        name="fallbackModelProfileId"
        label={summaries.fallback}
        help={tags.models.fallback}
        value={String(fallback ?? '')}
        options={[
          { value: '', label: primary === null ? same.fallback : summaries.noFallback },
          ...withChosen(
            offered.filter(({ value }) => value !== primary),
            fallback,
          ),
        ]}
        onChoose={(value) => choose({ fallbackModelProfileId: idOf(value) })}
      />
      <Select
        name="templateId"
        label={panel.template}
        help={tags.models.template}
        value={saved.templateId}
        options={withChosen(templateOptions, saved.templateId)}
        onChoose={(templateId) => choose({ templateId })}
      />
      <ErrorNotice error={patch.error} />
      <output className="block min-h-5 text-muted">
        {patch.isPending ? form.saving : patch.isSuccess ? form.saved : null}
      </output>
    </div>
  );
}
