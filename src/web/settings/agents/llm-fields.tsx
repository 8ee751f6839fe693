import { llmNumberNames } from '#schema/models/agent-fields.ts';
import { FieldGroup, FieldRow } from '#web/settings/form/form-frame.tsx';
import { TextInput } from '#web/settings/form/inputs.tsx';
import { KeyField } from '#web/settings/form/key-field.tsx';
import { NumberFields } from '#web/settings/form/number-fields.tsx';
import { useStrings } from '#web/strings/strings-provider.tsx';
import type { AgentDraft } from './agent-draft.ts';
import type { AgentPartProps } from './agent-part.ts';
import { ModelNameField } from './model-name-field.tsx';
import { PartTest } from './part-test.tsx';

/** The model the agent uses to answer. */
export function LlmFields({ draft, agent, isChanged, change }: AgentPartProps) {
  const { agents, models } = useStrings().settings;
  const { fields, help } = agents;
  const { llm } = draft;
  const changeLlm = (patch: Partial<AgentDraft['llm']>) => change({ llm: { ...llm, ...patch } });
  return (
    <FieldGroup title={agents.llm} note={agents.llmNote}>
      <FieldRow>
        <ModelNameField
          name="llm.model"
          label={fields.model}
          help={help.model}
          placeholder={agents.anotherModelPlaceholder}
          value={llm.model}
          onText={(model) => changeLlm({ model })}
        />
        <NumberFields
          part="llm"
          names={llmNumberNames}
          words={agents}
          values={llm}
          change={changeLlm}
          placeholder={() => agents.profilesOwn}
        />
        <TextInput
          name="llm.apiBase"
          label={models.fields.baseUrl}
          help={help.apiBase}
          value={llm.apiBase}
          onText={(apiBase) => changeLlm({ apiBase })}
          input={{ inputMode: 'url', placeholder: agents.profilesOwn }}
        />
      </FieldRow>
      <KeyField
        name="llm.apiKey"
        label={models.fields.key}
        help={help.apiKey}
        saved={agent?.llm.apiKey ?? { kind: 'none' }}
        draft={llm.apiKey}
        onDraft={(apiKey) => changeLlm({ apiKey })}
        none={agents.profileKey}
      />
      <PartTest agent={agent} part="llm" isChanged={isChanged} />
    </FieldGroup>
  );
}
