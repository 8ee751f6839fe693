import { FieldGroup, FieldRow } from '#web/settings/form/form-frame.tsx';
import { NumberInput, TextInput } from '#web/settings/form/inputs.tsx';
import { KeyField } from '#web/settings/form/key-field.tsx';
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
        <NumberInput
          name="llm.temperature"
          label={fields.temperature}
          help={help.temperature}
          value={llm.temperature}
          onText={(temperature) => changeLlm({ temperature })}
          input={{ placeholder: agents.profilesOwn }}
        />
        <NumberInput
          name="llm.maxOutputTokens"
          label={fields.maxOutputTokens}
          help={help.maxOutputTokens}
          value={llm.maxOutputTokens}
          onText={(maxOutputTokens) => changeLlm({ maxOutputTokens })}
          input={{ placeholder: agents.profilesOwn }}
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
