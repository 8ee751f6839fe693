import { useId, useState } from 'react';
import { AppError } from '#schema/app-error.ts';
import type { Agent, AgentId } from '#schema/models/agent.ts';
import { useAgents } from '#web/api/use-agents.ts';
import { useSpaces } from '#web/api/use-spaces.ts';
import { Button } from '#web/controls/button.tsx';
import { ConfirmDialog } from '#web/controls/confirm-dialog.tsx';
import { Picker } from '#web/controls/picker.tsx';
import { useDrafts } from '#web/settings/drafts/drafts-provider.tsx';
import { useStrings } from '#web/strings/strings-provider.tsx';
import { useRemoveAgent } from './agent-actions.ts';

/** The default agent cannot be removed; it is reset to its original settings. */
export function RemoveAgent({ agent, isDefault }: { agent: Agent; isDefault: boolean }) {
  const { settings: words } = useStrings();
  const [asking, setAsking] = useState(false);
  // Never saved, so there is nothing to reset.
  if (isDefault && agent.updatedAt === 0) return null;
  return (
    <>
      <Button
        look="quiet"
        aria-label={isDefault ? words.agents.reset(agent.name) : words.remove(agent.name)}
        onClick={() => setAsking(true)}
      >
        {isDefault ? words.agents.resetShort : words.removeShort}
      </Button>
      {asking ? <AskToRemove agent={agent} isDefault={isDefault} onClose={() => setAsking(false)} /> : null}
    </>
  );
}

interface AskProps {
  agent: Agent;
  isDefault: boolean;
  onClose(): void;
}

/**
 * If Spaces use it, a replacement is chosen first, without a suggestion: their threads go to its server. Whether that is
 * so after a reset, the server says; then the agent can be its own replacement.
 */
function AskToRemove({ agent, isDefault, onClose }: AskProps) {
  const { settings: words } = useStrings();
  const drafts = useDrafts();
  const remove = useRemoveAgent();
  const { data: agents = [] } = useAgents();
  const spaces = useSpaces();
  const pickerId = useId();
  const [replacement, setReplacement] = useState<AgentId | ''>('');
  const [isRefused, setIsRefused] = useState(false);
  const users = (spaces.data ?? []).filter(({ agentId }) => agentId === agent.id);
  const mustChoose = isRefused || (!isDefault && users.length > 0);
  const others = agents
    .filter(({ id }) => isDefault || id !== agent.id)
    .map(({ id, name }) => ({
      value: id as AgentId | '',
      label: id === agent.id ? words.agents.afterReset(name) : name,
    }));
  return (
    <ConfirmDialog
      title={isDefault ? words.agents.resetSure(agent.name) : words.agents.removeSure(agent.name)}
      note={isDefault ? words.agents.resetNote : words.agents.removeNote}
      yes={isDefault ? words.agents.resetShort : words.removeShort}
      isBlocked={mustChoose && replacement === ''}
      onConfirm={async () => {
        try {
          const chosen = mustChoose && replacement !== '' ? replacement : undefined;
          await remove.mutateAsync({ id: agent.id, replacement: chosen });
        } catch (error) {
          if (error instanceof AppError && error.code === 'in_use') setIsRefused(true);
          throw error;
        }
        drafts.drop(`agents/${agent.id}`);
      }}
      onClose={onClose}
    >
      {!mustChoose ? null : (
        <div className="space-y-1.5">
          <label htmlFor={pickerId}>{words.agents.replaceBy(users.map(({ name }) => name))}</label>
          <Picker<AgentId | ''>
            label={words.agents.replacement}
            value={replacement}
            options={[{ value: '', label: words.agents.chooseReplacement }, ...others]}
            onChoose={setReplacement}
            control={{ id: pickerId }}
            className="w-full"
          />
        </div>
      )}
    </ConfirmDialog>
  );
}
