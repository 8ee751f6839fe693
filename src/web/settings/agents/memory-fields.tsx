import { useId } from 'react';
import { memoryPolicies } from '#schema/models/agent.ts';
import { memoryNumberNames, memoryNumbers } from '#schema/models/agent-fields.ts';
import { HelpTip } from '#web/controls/help-tip.tsx';
import { FieldGroup } from '#web/settings/form/form-frame.tsx';
import { NumberFields } from '#web/settings/form/number-fields.tsx';
import { useStrings } from '#web/strings/strings-provider.tsx';
import type { AgentDraft } from './agent-draft.ts';

interface MemoryFieldsProps {
  memory: AgentDraft['memory'];
  onMemory(memory: AgentDraft['memory']): void;
}

/** How much of a thread is sent word for word, and when the rest is folded into the summary. */
export function MemoryFields({ memory, onMemory }: MemoryFieldsProps) {
  const { agents, form } = useStrings().settings;
  const { fields, help } = agents;
  const name = useId();
  return (
    <FieldGroup title={agents.memory} note={agents.memoryNote}>
      <fieldset aria-describedby={`${name}-help`}>
        <legend className="mb-1.5 flex items-center gap-1.5 text-xs text-muted">
          {fields.policy}
          <HelpTip label={form.about(fields.policy)}>{help.policy}</HelpTip>
        </legend>
        <p id={`${name}-help`} hidden>
          {help.policy}
        </p>
        <div className="space-y-1.5">
          {memoryPolicies.map((policy) => (
            <div key={policy} className="flex items-start gap-2.5">
              <input
                id={`${name}-${policy}`}
                aria-describedby={`${name}-${policy}-note`}
                type="radio"
                name={name}
                checked={memory.policy === policy}
                onChange={() => onMemory({ ...memory, policy })}
                className="mt-1 accent-accent"
              />
              <div>
                <label htmlFor={`${name}-${policy}`} className="cursor-pointer font-medium">
                  {agents.policies[policy].name}
                </label>
                <p id={`${name}-${policy}-note`} className="text-muted">
                  {agents.policies[policy].note}
                </p>
              </div>
            </div>
          ))}
        </div>
      </fieldset>
      <div className="grid items-start gap-4 sm:grid-cols-3">
        <NumberFields
          part="memory"
          names={memoryNumberNames}
          words={agents}
          values={memory}
          change={(patch) => onMemory({ ...memory, ...patch })}
          placeholder={(name) => (memoryNumbers[name].initial === null ? agents.onlyTurns : undefined)}
        />
      </div>
    </FieldGroup>
  );
}
