import { toAppError } from '#schema/app-error.ts';
import { detailLevels } from '#schema/language.ts';
import type { ModelProfile } from '#schema/models/model-profile.ts';
import type { Settings } from '#schema/settings.ts';
import { templateSteps } from '#schema/template.ts';
import { useModels } from '#web/api/use-models.ts';
import { useSettings } from '#web/api/use-settings.ts';
import { useTemplates } from '#web/api/use-templates.ts';
import { Loaded } from '#web/controls/loaded.tsx';
import { ProblemNotice } from '#web/controls/problem-notice.tsx';
import { Select } from '#web/settings/form/inputs.tsx';
import { LanguageSelect } from '#web/settings/form/language-select.tsx';
import { SectionHead } from '#web/settings/section-head.tsx';
import { usePatchSettings } from '#web/settings/use-settings-actions.ts';
import { useStrings } from '#web/strings/strings-provider.tsx';
import { CheckSettings } from './check-settings.tsx';
import { profileOptions, withChosen } from './options.ts';

export function SummariesSection() {
  const { summaries } = useStrings().settings;
  const settings = useSettings();
  const models = useModels();
  return (
    <>
      <SectionHead title={summaries.heading} note={summaries.note} />
      <Loaded of={settings}>
        {({ summaryAgent, check }) => (
          <Loaded of={models}>
            {(profiles) => (
              <>
                <SummaryDefaults agent={summaryAgent} profiles={profiles} />
                <CheckSettings check={check} profiles={profiles} />
              </>
            )}
          </Loaded>
        )}
      </Loaded>
    </>
  );
}

interface SummaryDefaultsProps {
  agent: Settings['summaryAgent'];
  profiles: readonly ModelProfile[];
}

/** Each choice takes effect immediately. */
function SummaryDefaults({ agent, profiles }: SummaryDefaultsProps) {
  const { settings: words, panel } = useStrings();
  const { summaries, models, form } = words;
  const { data: templates } = useTemplates();
  const patch = usePatchSettings();
  const choose = (summaryAgent: Partial<Settings['summaryAgent']>) => patch.mutate({ summaryAgent });
  const offered = withChosen(profileOptions(profiles, models.builtin), agent.primaryModelProfileId);
  const templateOptions = (templates?.items ?? [])
    .filter(({ id, taskType }) => taskType === 'summary' && !templateSteps.has(id))
    .map(({ id, origin }) => ({ value: id, label: origin === 'user' ? summaries.ownTemplate(id) : id }));

  return (
    <div className="max-w-md space-y-5">
      <LanguageSelect
        name="defaultTargetLanguage"
        label={panel.targetLanguage}
        help={summaries.help.language}
        value={agent.defaultTargetLanguage}
        onChoose={(defaultTargetLanguage) => choose({ defaultTargetLanguage })}
      />
      <Select
        name="defaultDetailLevel"
        label={panel.detailLevel}
        help={summaries.help.detail}
        value={agent.defaultDetailLevel}
        options={detailLevels.map((level) => ({ value: level, label: panel.detail[level] }))}
        onChoose={(defaultDetailLevel) => choose({ defaultDetailLevel })}
      />
      <Select
        name="primaryModelProfileId"
        label={summaries.primary}
        help={summaries.help.primary}
        value={String(agent.primaryModelProfileId)}
        options={offered}
        onChoose={(value) => {
          const id = profiles.find((profile) => profile.id === value)?.id;
          if (id !== undefined) choose({ primaryModelProfileId: id });
        }}
      />
      <Select
        name="fallbackModelProfileId"
        label={summaries.fallback}
        help={summaries.help.fallback}
        value={String(agent.fallbackModelProfileId ?? '')}
        options={[
          { value: '', label: summaries.noFallback },
          ...withChosen(
            offered.filter(({ value }) => value !== agent.primaryModelProfileId),
            agent.fallbackModelProfileId,
          ),
        ]}
        onChoose={(value) =>
          choose({ fallbackModelProfileId: profiles.find((profile) => profile.id === value)?.id ?? null })
        }
      />
      <Select
        name="templateId"
        label={panel.template}
        help={summaries.help.template}
        value={agent.templateId}
        options={withChosen(templateOptions, agent.templateId)}
        onChoose={(templateId) => choose({ templateId })}
      />
      {patch.error === null ? null : <ProblemNotice problem={toAppError(patch.error)} />}
      <output className="block min-h-5 text-muted">
        {patch.isPending ? form.saving : patch.isSuccess ? form.saved : null}
      </output>
    </div>
  );
}
