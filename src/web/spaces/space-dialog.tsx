import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useId, useState } from 'react';
import { type AgentId, defaultAgentId } from '#schema/models/agent.ts';
import type { Space } from '#schema/spaces/space.ts';
import { useAgents } from '#web/api/list-queries.ts';
import { Button } from '#web/controls/button.tsx';
import { Picker } from '#web/controls/choice.tsx';
import { Dialog } from '#web/controls/dialog.tsx';
import { ErrorNotice } from '#web/controls/problem-notice.tsx';
import { TextField } from '#web/controls/text-field.tsx';
import { useStrings } from '#web/strings/strings-provider.tsx';
import { useSpaceActions } from './spaces-queries.ts';

interface SpaceDialogProps {
  /** Null for a new Space, which starts with a thread. */
  space: Space | null;
  onClose(): void;
}

export function SpaceDialog({ space, onClose }: SpaceDialogProps) {
  const { dialog, thread } = useStrings().spaces;
  const id = useId();
  const { create, patch, createThread } = useSpaceActions();
  const { data: agents = [] } = useAgents();
  const [name, setName] = useState(space?.name ?? '');
  const [instructions, setInstructions] = useState(space?.instructions ?? '');
  const [agentId, setAgentId] = useState(space?.agentId ?? defaultAgentId);
  const save = useMutation({
    async mutationFn() {
      const input = { name: name.trim(), instructions, ...(agentId !== space?.agentId && { agentId }) };
      if (space === null) createThread.mutate((await create.mutateAsync(input)).id);
      else await patch.mutateAsync({ id: space.id, ...input });
    },
    onSuccess: onClose,
  });
  const canSave = name.trim() !== '' && !save.isPending;

  function submit(event: FormEvent): void {
    event.preventDefault();
    if (canSave) save.mutate();
  }

  return (
    <Dialog
      open
      title={space === null ? dialog.create : dialog.edit}
      closeLabel={dialog.cancel}
      onClose={onClose}
    >
      <form onSubmit={submit} className="space-y-4">
        <TextField
          data-autofocus
          label={dialog.name}
          value={name}
          maxLength={120}
          onChange={(event) => setName(event.target.value)}
        />
        <div>
          <label htmlFor={`${id}-instructions`} className="mb-1 block text-xs text-muted">
            {dialog.instructions}
          </label>
          <textarea
            id={`${id}-instructions`}
            aria-describedby={`${id}-hint`}
            rows={5}
            maxLength={20_000}
            value={instructions}
            onChange={(event) => setInstructions(event.target.value)}
            className="max-h-[40vh] min-h-24 w-full rounded-md border border-edge/60 bg-surface px-2.5 py-2 text-[0.875rem]"
          />
          <p id={`${id}-hint`} className="mt-1 text-xs text-muted">
            {dialog.instructionsHint}
          </p>
        </div>
        <div>
          <p aria-hidden className="mb-1 text-xs text-muted">
            {dialog.agent}
          </p>
          <Picker<AgentId>
            label={dialog.agent}
            value={agentId}
            options={[
              ...agents.map((agent) => ({ value: agent.id, label: agent.name })),
              // The Space's agent was deleted. Messages cannot be sent until another agent is chosen.
              ...(agents.some((agent) => agent.id === agentId)
                ? []
                : [{ value: agentId, label: thread.agentDeleted(agentId) }]),
            ]}
            onChoose={setAgentId}
            className="w-full"
          />
        </div>
        <ErrorNotice error={save.error} />
        <div className="flex justify-end gap-2">
          <Button look="quiet" onClick={onClose}>
            {dialog.cancel}
          </Button>
          <Button look="primary" type="submit" disabled={!canSave}>
            {save.isPending ? dialog.saving : dialog.save}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
