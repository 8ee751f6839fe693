import { useNavigate } from '@tanstack/react-router';
import { type FormEvent, useRef, useState } from 'react';
import { type AppError, toAppError } from '#schema/app-error.ts';
import { type Agent, type AgentConfig, agentIdSchema } from '#schema/models/agent.ts';
import { Button } from '#web/controls/button.tsx';
import { Dialog } from '#web/controls/dialog.tsx';
import { NoticeFrame, ProblemNotice } from '#web/controls/problem-notice.tsx';
import { TextField } from '#web/controls/text-field.tsx';
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
  const inputRef = useRef<HTMLInputElement>(null);
  const [chosen, setChosen] = useState<Chosen | null>(null);

  async function read(file: File): Promise<void> {
    setChosen({ name: file.name, file: readAgentFile(await file.text()) });
  }

  return (
    <>
      <Button onClick={() => inputRef.current?.click()}>{words.importShort}</Button>
      <input
        ref={inputRef}
        type="file"
        accept=".json,application/json"
        hidden
        aria-label={words.importFile}
        onChange={(event) => {
          const file = event.target.files?.[0];
          event.target.value = '';
          if (file !== undefined) void read(file);
        }}
      />
      {chosen === null ? null : (
        <Dialog
          open
          title={words.importTitle(chosen.name)}
          closeLabel={words.importCancel}
          onClose={() => setChosen(null)}
        >
          {chosen.file.ok ? (
            <ImportForm
              config={chosen.file.config}
              initialId={suggestAgentId(chosen.name.replace(/\.json$/i, ''), [])}
              agents={agents}
              onClose={() => setChosen(null)}
            />
          ) : (
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
          )}
        </Dialog>
      )}
    </>
  );
}

interface ImportFormProps {
  config: AgentConfig;
  initialId: string;
  agents: readonly Agent[];
  onClose(): void;
}

function ImportForm({ config, initialId, agents, onClose }: ImportFormProps) {
  const { agents: words } = useStrings().settings;
  const navigate = useNavigate();
  const save = useSaveAgent();
  const [id, setId] = useState(initialId);
  const [problem, setProblem] = useState<AppError | null>(null);
  const replaced = agents.find((agent) => agent.id === id.trim());
  const parsedId = agentIdSchema.safeParse(id.trim());

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault();
    if (!parsedId.success || save.isPending) return;
    try {
      await save.mutateAsync({ id: parsedId.data, input: config });
      onClose();
      await navigate({
        to: '/settings/$section',
        params: { section: 'agents' },
        search: { open: parsedId.data },
      });
    } catch (thrown) {
      setProblem(toAppError(thrown));
    }
  }

  return (
    <form onSubmit={(event) => void submit(event)} className="space-y-4">
      <p>{words.importFound(config.name)}</p>
      <TextField
        data-autofocus
        label={words.fields.id}
        hint={parsedId.success ? words.help.id : words.idForm}
        value={id}
        onChange={(event) => setId(event.target.value)}
      />
      {replaced === undefined ? null : <p className="text-caution">{words.importReplaces(replaced.name)}</p>}
      {problem === null ? null : <ProblemNotice problem={problem} />}
      <div className="flex justify-end gap-2">
        <Button look="quiet" onClick={onClose}>
          {words.importCancel}
        </Button>
        <Button look="primary" type="submit" disabled={!parsedId.success || save.isPending}>
          {replaced === undefined ? words.importYes : words.importReplace}
        </Button>
      </div>
    </form>
  );
}
