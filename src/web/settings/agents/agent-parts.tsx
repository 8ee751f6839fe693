import { useId, useState } from 'react';
import {
  type Agent,
  type AgentPart,
  llmNumberNames,
  type MemoryPolicyName,
  memoryNumberNames,
  memoryNumbers,
  memoryPolicies,
  primaryModelName,
  summarizerNumberNames,
} from '#schema/models/agent.ts';
import { useClient } from '#web/api/client-provider.tsx';
import { useModels } from '#web/api/list-queries.ts';
import { Button } from '#web/controls/button.tsx';
import { TestResult, testKey, useStartTest, useTestResult } from '#web/settings/connection-test.tsx';
import { FieldHelp, Fields, type OwnProps, SecondInput, Select } from '#web/settings/form/fields.tsx';
import { FieldGrid, FieldGroup, type Form } from '#web/settings/form/form.tsx';
import { numberRows } from '#web/settings/form/settings-form.tsx';
import { useStrings } from '#web/strings/strings-provider.tsx';
import { useModelLabel } from './agent-actions.ts';
import { type AgentDraft, effectiveSummarizer } from './agent-draft.ts';

interface PartProps {
  form: Form<AgentDraft>;
  /** The saved agent, or null for a new one. */
  agent: Agent | null;
}

/** Returns the words and values of a part for its tables of fields. */
function useFields<P extends 'llm' | 'summarizer' | 'memory'>({
  form,
  part,
}: {
  form: Form<AgentDraft>;
  part: P;
}) {
  const { agents, models } = useStrings().settings;
  const shared = { apiBase: models.fields.baseUrl, apiKey: models.fields.key };
  return {
    part,
    words: { fields: { ...agents.fields, ...shared }, help: agents.help },
    values: form.value[part],
    change: (patch: Partial<AgentDraft[P]>) => form.change({ [part]: { ...form.value[part], ...patch } }),
  };
}

/** Shows the fields of the model that the agent uses to answer. */
export function LlmFields({ form, agent }: PartProps) {
  const { agents } = useStrings().settings;
  const fields = useFields({ form, part: 'llm' });
  return (
    <FieldGroup title={agents.llm} note={agents.llmNote}>
      <FieldGrid columns={2}>
        <Fields
          {...fields}
          rows={[
            {
              name: 'model',
              kind: 'own',
              render: (field) => <ModelNameField {...field} placeholder={agents.anotherModelPlaceholder} />,
            },
            ...numberRows(llmNumberNames, () => agents.profilesOwn),
            { name: 'apiBase', input: { inputMode: 'url', placeholder: agents.profilesOwn } },
          ]}
        />
      </FieldGrid>
      <Fields
        {...fields}
        rows={[
          {
            name: 'apiKey',
            kind: 'key',
            saved: agent?.llm.apiKey ?? { kind: 'none' },
            none: agents.profileKey,
          },
        ]}
      />
      <PartTest agent={agent} part="llm" isChanged={form.isChanged} />
    </FieldGroup>
  );
}

/** Shows the fields of the model that writes the summary. Each field has its own fallback and shows it. */
export function SummarizerFields({ form, agent }: PartProps) {
  const { agents, key } = useStrings().settings;
  const labelOf = useModelLabel();
  const { words, ...fields } = useFields({ form, part: 'summarizer' });
  const effective = effectiveSummarizer(form.value, agent, form.isChanged);
  const ownHelp = {
    ...words.help,
    model: words.help.summarizerModel,
    temperature: words.help.summarizerTemperature,
    apiBase: words.help.summarizerApiBase,
    apiKey: words.help.summarizerApiKey,
  };

  /** Describes the value in effect and where it comes from. */
  function hintOf(name: Exclude<keyof typeof effective, 'apiKey'>): string {
    const { value, from } = effective[name];
    const shown = name === 'model' ? labelOf(value ?? '') : value;
    return agents.effective(shown ?? agents.unset[name], agents.from[from]);
  }

  function keyHint(): string {
    const { value, from } = effective.apiKey;
    return agents.effective(value === null ? agents.profileKey : key.state(value), agents.from[from]);
  }

  const own = { ...fields, words: { fields: words.fields, help: ownHelp } };
  return (
    <FieldGroup title={agents.summarizer} note={agents.summarizerNote}>
      <FieldGrid columns={2}>
        <Fields
          {...own}
          rows={[
            {
              name: 'model',
              hint: hintOf('model'),
              kind: 'own',
              render: (field) => (
                <ModelNameField
                  {...field}
                  inherited={agents.asAgent}
                  placeholder={agents.summarizerModelPlaceholder}
                />
              ),
            },
            ...numberRows(summarizerNumberNames, () => undefined, hintOf),
            { name: 'apiBase', hint: hintOf('apiBase'), input: { inputMode: 'url' } },
          ]}
        />
      </FieldGrid>
      <Fields
        {...own}
        rows={[
          {
            name: 'apiKey',
            hint: keyHint(),
            kind: 'key',
            saved: agent?.summarizer?.apiKey ?? { kind: 'none' },
            none: agents.asAgent,
          },
        ]}
      />
      <PartTest agent={agent} part="summarizer" isChanged={form.isChanged} />
    </FieldGroup>
  );
}

/** Shows how much of a thread is sent word for word, and when the rest is folded into the summary. */
export function MemoryFields({ form }: { form: Form<AgentDraft> }) {
  const { agents } = useStrings().settings;
  const fields = useFields({ form, part: 'memory' });
  return (
    <FieldGroup title={agents.memory} note={agents.memoryNote}>
      <Fields
        {...fields}
        rows={[{ name: 'policy', kind: 'own', render: (field) => <PolicyChoice {...field} /> }]}
      />
      <FieldGrid columns={3}>
        <Fields
          {...fields}
          rows={numberRows(memoryNumberNames, (name) =>
            memoryNumbers[name].initial === null ? agents.onlyTurns : undefined,
          )}
        />
      </FieldGrid>
    </FieldGroup>
  );
}

function PolicyChoice({ label, help = '', value, onValue }: OwnProps) {
  const { policies } = useStrings().settings.agents;
  const name = useId();
  return (
    <fieldset aria-describedby={`${name}-help`}>
      <legend className="mb-1.5 flex items-center gap-1.5 text-xs text-muted">
        {label}
        <FieldHelp id={name} label={label} help={help} />
      </legend>
      <div className="space-y-1.5">
        {memoryPolicies.map((policy) => (
          <div key={policy} className="flex items-start gap-2.5">
            <input
              id={`${name}-${policy}`}
              aria-describedby={`${name}-${policy}-note`}
              type="radio"
              name={name}
              checked={value === policy}
              onChange={() => onValue(policy satisfies MemoryPolicyName)}
              className="mt-1 accent-accent"
            />
            <div>
              <label htmlFor={`${name}-${policy}`} className="cursor-pointer font-medium">
                {policies[policy].name}
              </label>
              <p id={`${name}-${policy}-note`} className="text-muted">
                {policies[policy].note}
              </p>
            </div>
          </div>
        ))}
      </div>
    </fieldset>
  );
}

interface ModelNameFieldProps extends OwnProps {
  /** What leaving the model out means, if that is allowed. */
  inherited?: string;
  placeholder: string;
}

/** This value stands for a model that is not a profile. No id looks like this. */
const another = '?';

/** Chooses a model profile, the primary model, or any model by its name. */
function ModelNameField({ inherited, placeholder, ...field }: ModelNameFieldProps) {
  const { agents } = useStrings().settings;
  const { data: profiles } = useModels();
  const labelOf = useModelLabel();
  const [isTyping, setTyping] = useState(false);
  const { name, label, value, onValue } = field;
  const ids = [primaryModelName, ...(profiles ?? []).map(({ id }) => String(id))];
  const isListed = ids.includes(value) || (value === '' && inherited !== undefined);
  // Until the profiles are loaded, no name can be ruled out as a profile.
  const isOther = isTyping || (profiles !== undefined && !isListed);
  return (
    <div className="space-y-2">
      <Select
        {...field}
        value={isOther ? another : value}
        options={[
          ...(inherited === undefined ? [] : [{ value: '', label: inherited }]),
          ...ids.map((id) => ({ value: id, label: labelOf(id) })),
          { value: another, label: agents.anotherModel },
        ]}
        onValue={(chosen) => {
          setTyping(chosen === another);
          onValue(chosen === another ? '' : chosen);
        }}
      />
      {isOther ? (
        <SecondInput
          name={name}
          label={agents.anotherModelName(label)}
          placeholder={placeholder}
          value={value}
          onText={onValue}
        />
      ) : null}
    </div>
  );
}

interface PartTestProps {
  agent: Agent | null;
  part: AgentPart;
  isChanged: boolean;
}

/** Tests the model of one part with a real round trip, as the agent is saved. */
function PartTest({ agent, part, isChanged }: PartTestProps) {
  const client = useClient();
  const { agents } = useStrings().settings;
  const startTest = useStartTest();
  const key = testKey('agent', agent?.id ?? '', part);
  const tested = useTestResult(key);
  if (agent === null || isChanged) return <p className="text-xs text-muted">{agents.saveToTest}</p>;
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
      <Button
        disabled={tested.isTesting}
        onClick={() => startTest(key, () => client.agents.test(agent.id, part))}
      >
        {agents.test[part]}
      </Button>
      <TestResult {...tested} />
    </div>
  );
}
