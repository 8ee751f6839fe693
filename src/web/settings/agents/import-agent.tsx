import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { type Agent, type AgentConfig, agentIdSchema } from '#schema/models/agent.ts';
import { Dialog } from '#web/controls/dialog.tsx';
import { ErrorNotice, NoticeFrame } from '#web/controls/problem-notice.tsx';
import { TextField } from '#web/controls/text-field.tsx';
import { DialogForm } from '#web/settings/form/form.tsx';
import { FileButton } from '#web/settings/section-parts.tsx';
import { useStrings } from '#web/strings/strings-provider.tsx';
import { useSaveAgent } from './agent-actions.ts';
import { type AgentFile, readAgentFile, suggestAgentId } from './agent-draft.ts';

interface Chosen {
  name: string;
  file: AgentFile;
}

/** Imports an agent from a JSON file, after showing its name and what it replaces. */
export function ImportAgent({ agents }: { agents: readonly Agent[] }) {
  const { agents: words } = useStrings().settings;
  const [chosen, setChosen] = useState<Chosen | null>(null);

  async function read(file: File): Promise<void> {
    setChosen({ name: file.name, file: readAgentFile(await file.text()) });
  }

  const close = () => setChosen(null);
  return (
    <>
      <FileButton label={words.importFile} onChoose={(file) => void read(file)}>
        {words.importShort}
      </FileButton>
      {chosen === null ? null : chosen.file.ok ? (
        <ImportDialog name={chosen.name} config={chosen.file.config} agents={agents} onClose={close} />
      ) : (
        <Dialog open title={words.importTitle(chosen.name)} closeLabel={words.importCancel} onClose={close}>
          <NoticeFrame
            tone="danger"
            title={chosen.file.reason === 'not-json' ? words.importNotJson : words.importRefused}
          >
            <ul>
              {chosen.file.findings.map((finding) => (
                <li key={finding}>{finding}</li>
              ))}
            </ul>
          </NoticeFrame>
        </Dialog>
      )}
    </>
  );
}

interface ImportDialogProps {
  /** Of the file. */
  name: string;
  config: AgentConfig;
  agents: readonly Agent[];
  onClose(): void;
}

function ImportDialog({ name, config, agents, onClose }: ImportDialogProps) {
  const { agents: words } = useStrings().settings;
  const navigate = useNavigate();
  const save = useSaveAgent();
  const [typed, setTyped] = useState(() => suggestAgentId(name.replace(/\.json$/i, ''), []));
  const id = agentIdSchema.safeParse(typed.trim()).data;
  const replaced = agents.find((agent) => agent.id === id);

  function submit(): void {
    if (id === undefined) return;
    save.mutate(
      { id, input: config },
      {
        onSuccess() {
          onClose();
          void navigate({ to: '/settings/$section', params: { section: 'agents' }, search: { open: id } });
        },
      },
    );
  }

  return (
    <DialogForm
      title={words.importTitle(name)}
      cancel={words.importCancel}
      submit={replaced === undefined ? words.importYes : words.importReplace}
      isBlocked={id === undefined || save.isPending}
      onSubmit={submit}
      onClose={onClose}
    >
      <p>{words.importFound(config.name)}</p>
      <TextField
        data-autofocus
        label={words.fields.id}
        hint={id === undefined ? words.idForm : words.help.id}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
      />
      {replaced === undefined ? null : <p className="text-caution">{words.importReplaces(replaced.name)}</p>}
      <ErrorNotice error={save.error} />
    </DialogForm>
  );
}
