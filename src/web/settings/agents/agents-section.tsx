import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { AppError } from '#schema/app-error.ts';
import {
  type Agent,
  type AgentConfig,
  type AgentId,
  agentIdSchema,
  defaultAgentId,
} from '#schema/models/agent.ts';
import { useClient } from '#web/api/client-provider.tsx';
import { useAgents, useSpaces } from '#web/api/list-queries.ts';
import { queryKeys } from '#web/api/queries.ts';
import { Button, buttonClass } from '#web/controls/button.tsx';
import { ConfirmDialog, Dialog } from '#web/controls/dialog.tsx';
import { Loaded } from '#web/controls/loaded.tsx';
import { ErrorNotice, NoticeFrame } from '#web/controls/problem-notice.tsx';
import { TextField } from '#web/controls/text-field.tsx';
import { DialogForm, useDrafts } from '#web/settings/form/form.tsx';
import { ReaderSwitch } from '#web/settings/reader-switch.tsx';
import {
  FileButton,
  Replacement,
  SectionHead,
  SectionLink,
  SectionPart,
  Tag,
} from '#web/settings/section-parts.tsx';
import { useAction } from '#web/settings/use-settings-actions.ts';
import { useStrings } from '#web/strings/strings-provider.tsx';
import { useExportAgent, useModelLabel, useSaveAgent } from './agent-actions.ts';
import { type AgentFile, readAgentFile, suggestAgentId } from './agent-draft.ts';
import { AgentForm } from './agent-form.tsx';

const route = getRouteApi('/settings/$section');

export function AgentsSection() {
  const { agents: words } = useStrings().settings;
  const { open, add } = route.useSearch();
  const agents = useAgents();
  return (
    <Loaded of={agents}>
      {(all) => {
        if (add === true) return <AgentForm agent={null} agents={all} />;
        const opened = all.find(({ id }) => id === open);
        if (opened !== undefined) return <AgentForm agent={opened} agents={all} />;
        return (
          <>
            <SectionHead title={words.heading} note={words.note}>
              <ImportAgent agents={all} />
              <SectionLink section="agents" search={{ add: true }} className={buttonClass('primary')}>
                {words.add}
              </SectionLink>
            </SectionHead>
            {open === undefined ? null : <p className="mb-4 text-muted">{words.gone(open)}</p>}
            <ul className="space-y-3">
              {all.map((agent) => (
                <li key={agent.id}>
                  <AgentCard agent={agent} />
                </li>
              ))}
            </ul>
            <SectionPart title={words.coding.heading} note={words.coding.note}>
              <ReaderSwitch
                field="allowAgents"
                label={words.coding.articles}
                words={words.coding.choices}
                help={words.coding.help}
              />
            </SectionPart>
          </>
        );
      }}
    </Loaded>
  );
}

function AgentCard({ agent }: { agent: Agent }) {
  const { settings: words, separator } = useStrings();
  const drafts = useDrafts();
  const labelOf = useModelLabel();
  const exported = useExportAgent();
  const isDefault = agent.id === defaultAgentId;
  const facts = [
    labelOf(agent.llm.model),
    words.agents.policies[agent.memory.policy].name,
    agent.summarizer === null ? words.agents.noSummarizer : words.agents.ownSummarizer,
  ];
  return (
    <article
      aria-label={agent.name}
      className="rounded-lg border border-line bg-surface px-4 py-3.5 wrap-anywhere"
    >
      <div className="flex flex-wrap items-center gap-2">
        <h3 className="font-medium">{agent.name}</h3>
        {isDefault ? <Tag>{words.agents.isDefault}</Tag> : null}
        {drafts.byKey.has(`agents/${agent.id}`) ? <Tag>{words.form.unsaved}</Tag> : null}
      </div>
      {agent.description === undefined ? null : <p className="mt-0.5">{agent.description}</p>}
      <p className="mt-0.5 text-muted">{facts.join(separator)}</p>
      {agent.warnings.some(({ kind }) => kind === 'origin') ? (
        <p className="mt-1 text-caution">{words.agents.keyWaits}</p>
      ) : null}
      {agent.warnings.some(({ kind }) => kind === 'key') ? (
        <p className="mt-1 text-caution">{words.agents.keyMissing}</p>
      ) : null}
      <div className="mt-2.5 flex flex-wrap items-center gap-2">
        <SectionLink
          section="agents"
          search={{ open: agent.id }}
          label={words.edit(agent.name)}
          className={buttonClass('plain')}
        >
          {words.editShort}
        </SectionLink>
        <Button
          look="quiet"
          aria-label={words.agents.exportOne(agent.name)}
          disabled={exported.isPending}
          onClick={() => exported.mutate(agent.id)}
        >
          {words.agents.exportShort}
        </Button>
        <RemoveAgent agent={agent} isDefault={isDefault} />
      </div>
      <ErrorNotice error={exported.error} />
      {exported.isSuccess ? (
        <output className="mt-1 block text-muted">{words.agents.exported(exported.data.length)}</output>
      ) : null}
    </article>
  );
}

/** Removes an agent. The default agent cannot be removed, so it is reset to its original settings. */
function RemoveAgent({ agent, isDefault }: { agent: Agent; isDefault: boolean }) {
  const { settings: words } = useStrings();
  const [asking, setAsking] = useState(false);
  // An agent that was never saved has nothing to reset.
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
 * If Spaces use the agent, a replacement is chosen first. None is suggested, because the threads go to the
 * replacement's server. For a reset, the server says whether a replacement is needed. The agent can then be its own
 * replacement.
 */
function AskToRemove({ agent, isDefault, onClose }: AskProps) {
  const { settings: words } = useStrings();
  const drafts = useDrafts();
  const client = useClient();
  const remove = useAction(
    (chosen: AgentId | undefined) => client.agents.remove(agent.id, chosen),
    [queryKeys.agents(), queryKeys.spaces()],
  );
  const { data: agents = [] } = useAgents();
  const spaces = useSpaces();
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
          await remove.mutateAsync(mustChoose && replacement !== '' ? replacement : undefined);
        } catch (error) {
          if (error instanceof AppError && error.code === 'in_use') setIsRefused(true);
          throw error;
        }
        drafts.drop(`agents/${agent.id}`);
      }}
      onClose={onClose}
    >
      {!mustChoose ? null : (
        <Replacement<AgentId | ''>
          reason={words.agents.replaceBy(users.map(({ name }) => name))}
          label={words.agents.replacement}
          value={replacement}
          options={[{ value: '', label: words.agents.chooseReplacement }, ...others]}
          onChoose={setReplacement}
        />
      )}
    </ConfirmDialog>
  );
}

interface Chosen {
  name: string;
  file: AgentFile;
}

/** Imports an agent from a JSON file, after showing its name and what it replaces. */
function ImportAgent({ agents }: { agents: readonly Agent[] }) {
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
  /** The name of the file. */
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
