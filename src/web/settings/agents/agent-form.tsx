import { useNavigate } from '@tanstack/react-router';
import type { Agent, AgentWarning } from '#schema/models/agent.ts';
import { Button } from '#web/controls/button.tsx';
import { ErrorNotice, NoticeFrame } from '#web/controls/problem-notice.tsx';
import { Fields } from '#web/settings/form/fields.tsx';
import { FieldGrid, FieldGroup, FormFrame, useForm } from '#web/settings/form/form.tsx';
import { SectionHead } from '#web/settings/section-parts.tsx';
import { useStrings } from '#web/strings/strings-provider.tsx';
import { useSaveAgent } from './agent-actions.ts';
import { checkAgent, draftOf, inputOf, newAgent, suggestAgentId } from './agent-draft.ts';
import { LlmFields, MemoryFields, SummarizerFields } from './agent-parts.tsx';

interface AgentFormProps {
  /** Null for a new agent. */
  agent: Agent | null;
  agents: readonly Agent[];
}

export function AgentForm({ agent, agents }: AgentFormProps) {
  const strings = useStrings();
  const navigate = useNavigate();
  const saveAgent = useSaveAgent();
  const { agents: words } = strings.settings;
  const taken = agents.map(({ id }) => id).filter((id) => id !== agent?.id);
  const title = agent?.name ?? words.add;
  const form = useForm({
    draftKey: `agents/${agent?.id ?? ''}`,
    saved: agent === null ? newAgent : draftOf(agent),
    check: (draft) => checkAgent({ draft, saved: agent, taken, words: strings }),
    save: (checked) => saveAgent.mutateAsync(checked),
    async onSaved({ id }) {
      if (agent === null)
        await navigate({ to: '/settings/$section', params: { section: 'agents' }, search: { open: id } });
    },
  });
  const fields = { words, values: form.value, change: form.change };

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
      <FormFrame isLong label={title} form={form}>
        <FieldGrid columns={2}>
          <Fields
            {...fields}
            rows={[
              { name: 'name' },
              agent === null
                ? { name: 'id', input: { placeholder: suggestAgentId(form.value.name, taken) } }
                : undefined,
            ]}
          />
        </FieldGrid>
        <Fields
          {...fields}
          rows={[
            { name: 'description', input: { autoCapitalize: 'sentences', spellCheck: true } },
            { name: 'systemPrompt', kind: 'area' },
          ]}
        />
        <LlmFields form={form} agent={agent} />
        <SummarizerFields form={form} agent={agent} />
        <MemoryFields form={form} />
        <FieldGroup title={words.autonomy} note={words.autonomyNote}>
          <Fields
            {...fields}
            rows={[
              {
                name: 'autonomy',
                kind: 'area',
                input: {
                  rows: 5,
                  spellCheck: false,
                  placeholder: '{ "enabled": false }',
                  className: 'font-mono text-xs',
                },
              },
            ]}
          />
        </FieldGroup>
      </FormFrame>
    </>
  );
}

type Of<Kind extends AgentWarning['kind']> = Extract<AgentWarning, { kind: Kind }>;

/** Says what would make a call of this agent fail. */
function WarningNotice({ agent, warning }: { agent: Agent; warning: AgentWarning }) {
  return warning.kind === 'origin' ? (
    <OriginNotice agent={agent} warning={warning} />
  ) : (
    <KeyNotice warning={warning} />
  );
}

function KeyNotice({ warning: { part, origin, variable } }: { warning: Of<'key'> }) {
  const { agents } = useStrings().settings;
  return (
    <NoticeFrame tone="caution" title={agents.keyMissingTitle[part]}>
      <p>{variable === null ? agents.keyLeft(origin) : agents.keyVariable(variable, origin)}</p>
    </NoticeFrame>
  );
}

/**
 * Says that a key would be sent to an origin for which it was not entered. The key is withheld until the user
 * confirms.
 */
function OriginNotice({ agent, warning }: { agent: Agent; warning: Of<'origin'> }) {
  const { agents } = useStrings().settings;
  const save = useSaveAgent();
  const { part, givenFor, wouldGoTo } = warning;
  return (
    <NoticeFrame tone="caution" title={agents.originTitle[part]}>
      <p>{agents.origin(givenFor, wouldGoTo)}</p>
      <p>{agents.originNext}</p>
      <ErrorNotice error={save.error} />
      <div className="mt-2">
        <Button
          disabled={save.isPending}
          onClick={() =>
            save.mutate({ id: agent.id, input: { ...inputOf(agent), confirmKeyOrigins: [wouldGoTo] } })
          }
          className="!h-auto min-h-8 py-1 !whitespace-normal text-start wrap-anywhere"
        >
          {agents.originConfirm(wouldGoTo)}
        </Button>
      </div>
    </NoticeFrame>
  );
}
