import type { ModelProfile } from '#schema/models/model-profile.ts';
import type { Settings } from '#schema/settings.ts';
import { useModels } from '#web/api/use-models.ts';
import { useSettings } from '#web/api/use-settings.ts';
import { useTemplates } from '#web/api/use-templates.ts';
import { Loaded } from '#web/controls/loaded.tsx';
import { ErrorNotice } from '#web/controls/problem-notice.tsx';
import { Select } from '#web/settings/form/inputs.tsx';
import { LanguageSelect } from '#web/settings/form/language-select.tsx';
import { SectionHead } from '#web/settings/section-head.tsx';
import { ProfileSelect } from '#web/settings/summaries/check-settings.tsx';
import { profileOptions, withChosen } from '#web/settings/summaries/options.ts';
import { useSameModels } from '#web/settings/summaries/use-same-models.ts';
import { usePatchSettings } from '#web/settings/use-settings-actions.ts';
import { useStrings } from '#web/strings/strings-provider.tsx';
import { GlossaryEditor } from './glossary-editor.tsx';

export function TranslationSection() {
  const { translation } = useStrings().settings;
  const settings = useSettings();
  const models = useModels();
  return (
    <>
      <SectionHead title={translation.heading} note={translation.note} />
      <Loaded of={settings}>
        {(saved) => (
          <Loaded of={models}>
            {(profiles) => (
              <>
                <TranslationDefaults saved={saved.translation} profiles={profiles} />
                <GlossaryEditor
                  saved={saved.translation.glossary}
                  targetLanguage={saved.translation.defaultTargetLanguage}
                />
              </>
            )}
          </Loaded>
        )}
      </Loaded>
    </>
  );
}

interface TranslationDefaultsProps {
  saved: Settings['translation'];
  profiles: readonly ModelProfile[];
}

/** Each choice takes effect immediately. */
function TranslationDefaults({ saved, profiles }: TranslationDefaultsProps) {
  const { settings, panel } = useStrings();
  const { translation: words, summaries, form } = settings;
  const { data: templates } = useTemplates();
  const patch = usePatchSettings();
  const same = useSameModels();
  const choose = (translation: Partial<Settings['translation']>) => patch.mutate({ translation });
  const { primaryModelProfileId: primary, fallbackModelProfileId: fallback } = saved;
  // The offline model cannot translate.
  const able = profiles.filter(({ provider }) => provider !== 'builtin');
  const offered = profileOptions(able, settings.models.builtin);
  const idOf = (value: string) => profiles.find(({ id }) => id === value)?.id ?? null;
  const templateOptions = (templates?.items ?? [])
    .filter(({ taskType }) => taskType === 'translation')
    .map(({ id, origin }) => ({ value: id, label: origin === 'user' ? summaries.ownTemplate(id) : id }));

  return (
    <div className="max-w-md space-y-5">
      <LanguageSelect
        name="defaultTargetLanguage"
        label={panel.targetLanguage}
        help={words.help.language}
        value={saved.defaultTargetLanguage}
        onChoose={(defaultTargetLanguage) => choose({ defaultTargetLanguage })}
      />
      <ProfileSelect
        name="primaryModelProfileId"
        label={summaries.primary}
        help={words.help.primary}
        chosen={primary}
        profiles={profiles}
        onChoose={(primaryModelProfileId) => choose({ primaryModelProfileId })}
      />
      <Select
        name="fallbackModelProfileId"
        label={summaries.fallback}
        help={words.help.fallback}
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
        help={words.help.template}
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
