import { summarizerNumberNames } from '#schema/models/agent-fields.ts';
import { FieldGroup, FieldRow } from '#web/settings/form/form-frame.tsx';
import { TextInput } from '#web/settings/form/inputs.tsx';
import { KeyField } from '#web/settings/form/key-field.tsx';
import { NumberFields } from '#web/settings/form/number-fields.tsx';
import { useStrings } from '#web/strings/strings-provider.tsx';
import type { AgentDraft } from './agent-draft.ts';
import type { AgentPartProps } from './agent-part.ts';
import { EffectiveKeyLine, EffectiveLine } from './effective-line.tsx';
import { effectiveSummarizer } from './effective-value.ts';
import { ModelNameField } from './model-name-field.tsx';
import { PartTest } from './part-test.tsx';
import { useModelLabel } from './use-model-label.ts';

/** The model that writes the summary. Each field has its own fallback and shows it. */
export function SummarizerFields({ draft, agent, isChanged, change }: AgentPartProps) {
  const { agents, models } = useStrings().settings;
  const { fields, help } = agents;
  const { summarizer } = draft;
  const labelOf = useModelLabel();
  const effective = effectiveSummarizer(draft, agent, isChanged);
  const changeSummarizer = (patch: Partial<AgentDraft['summarizer']>) =>
    change({ summarizer: { ...summarizer, ...patch } });
  return (
    <FieldGroup title={agents.summarizer} note={agents.summarizerNote}>
      <FieldRow>
        <ModelNameField
          name="summarizer.model"
          label={fields.model}
          help={help.summarizerModel}
          inherited={agents.asAgent}
          placeholder={agents.summarizerModelPlaceholder}
          value={summarizer.model}
          onText={(model) => changeSummarizer({ model })}
          hint={
            <EffectiveLine
              field="model"
              effective={{ ...effective.model, value: labelOf(effective.model.value ?? '') }}
            />
          }
        />
        <NumberFields
          part="summarizer"
          names={summarizerNumberNames}
          words={{ fields, help: { ...help, temperature: help.summarizerTemperature } }}
          values={summarizer}
          change={changeSummarizer}
          renderHint={(name) => <EffectiveLine field={name} effective={effective[name]} />}
        />
        <TextInput
          name="summarizer.apiBase"
          label={models.fields.baseUrl}
          help={help.summarizerApiBase}
          value={summarizer.apiBase}
          onText={(apiBase) => changeSummarizer({ apiBase })}
          input={{ inputMode: 'url' }}
          hint={<EffectiveLine field="apiBase" effective={effective.apiBase} />}
        />
      </FieldRow>
      <KeyField
        name="summarizer.apiKey"
        label={models.fields.key}
        help={help.summarizerApiKey}
        saved={agent?.summarizer?.apiKey ?? { kind: 'none' }}
        draft={summarizer.apiKey}
        onDraft={(apiKey) => changeSummarizer({ apiKey })}
        none={agents.asAgent}
        hint={<EffectiveKeyLine {...effective.apiKey} />}
      />
      <PartTest agent={agent} part="summarizer" isChanged={isChanged} />
    </FieldGroup>
  );
}
