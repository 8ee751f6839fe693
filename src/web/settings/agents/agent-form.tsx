import { useNavigate } from '@tanstack/react-router';
import type { Agent } from '#schema/models/agent.ts';
import { useDraft } from '#web/settings/drafts/use-draft.ts';
import { FieldGroup, FieldRow, FormFrame } from '#web/settings/form/form-frame.tsx';
import { TextArea, TextInput } from '#web/settings/form/inputs.tsx';
import { useSave } from '#web/settings/form/use-save.ts';
import { SectionHead } from '#web/settings/section-head.tsx';
import { useStrings } from '#web/strings/strings-provider.tsx';
import { useSaveAgent } from './agent-actions.ts';
import { checkAgent, draftOf, newAgent, suggestAgentId } from './agent-draft.ts';
import { LlmFields } from './llm-fields.tsx';
import { MemoryFields } from './memory-fields.tsx';
import { SummarizerFields } from './summarizer-fields.tsx';
import { WarningNotice } from './warning-notice.tsx';

interface AgentFormProps {
  /** Null for a new agent. */
  agent: Agent | null;
  agents: readonly Agent[];
}

export function AgentForm({ agent, agents }: AgentFormProps) {
  const words = useStrings();
  const navigate = useNavigate();
  const saveAgent = useSaveAgent();
  const { agents: text } = words.settings;
  const saved = agent === null ? newAgent : draftOf(agent);
  const draft = useDraft(`agents/${agent?.id ?? ''}`, saved);
  const { value, change } = draft;
  const taken = agents.map(({ id }) => id).filter((id) => id !== agent?.id);
  const part = { draft: value, agent, isChanged: draft.isChanged, change };
  const title = agent?.name ?? text.add;

  const saving = useSave({
    check: () => checkAgent({ draft: value, saved: agent, taken, words }),
    async save(checked) {
      const { id } = await saveAgent.mutateAsync(checked);
      draft.discard();
      if (agent === null)
        await navigate({ to: '/settings/$section', params: { section: 'agents' }, search: { open: id } });
    },
  });

  return (
    <>
      <SectionHead title={title} back="agents" />
      {agent === null || agent.warnings.length === 0 ? null : (
        <div className="mb-5 space-y-2">
          {agent.warnings.map((warning) => (
            <WarningNotice key={warning.part} agent={agent} warning={warning} />
          ))}
        </div>
      )}
      <FormFrame isLong label={title} draft={draft} saving={saving}>
        <FieldRow>
          <TextInput
            name="name"
            label={text.fields.name}
            help={text.help.name}
            value={value.name}
            onText={(name) => change({ name })}
          />
          {agent === null ? (
            <TextInput
              name="id"
              label={text.fields.id}
              help={text.help.id}
              value={value.id}
              onText={(id) => change({ id })}
              input={{ placeholder: suggestAgentId(value.name, taken) }}
            />
          ) : null}
        </FieldRow>
        <TextInput
          name="description"
          label={text.fields.description}
          help={text.help.description}
          value={value.description}
          onText={(description) => change({ description })}
          input={{ autoCapitalize: 'sentences', spellCheck: true }}
        />
        <TextArea
          name="systemPrompt"
          label={text.fields.systemPrompt}
          help={text.help.systemPrompt}
          value={value.systemPrompt}
          onText={(systemPrompt) => change({ systemPrompt })}
        />
        <LlmFields {...part} />
        <SummarizerFields {...part} />
        <MemoryFields memory={value.memory} onMemory={(memory) => change({ memory })} />
        <FieldGroup title={text.autonomy} note={text.autonomyNote}>
          <TextArea
            name="autonomy"
            label={text.fields.autonomy}
            help={text.help.autonomy}
            value={value.autonomy}
            onText={(autonomy) => change({ autonomy })}
            input={{
              rows: 5,
              spellCheck: false,
              placeholder: '{ "enabled": false }',
              className: 'font-mono text-xs',
            }}
          />
        </FieldGroup>
      </FormFrame>
    </>
  );
}
