import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { type Agent, defaultAgentId } from '#schema/models/agent.ts';
import { Button, buttonClass } from '#web/controls/button.tsx';
import { ConfirmDialog } from '#web/controls/confirm-dialog.tsx';
import { ErrorNotice } from '#web/controls/problem-notice.tsx';
import { useDrafts } from '#web/settings/drafts/drafts-provider.tsx';
import { Tag } from '#web/settings/tag.tsx';
import { useStrings } from '#web/strings/strings-provider.tsx';
import { useExportAgent, useRemoveAgent } from './agent-actions.ts';
import { useModelLabel } from './use-model-label.ts';

export function AgentCard({ agent }: { agent: Agent }) {
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
      {agent.warnings.length === 0 ? null : <p className="mt-1 text-caution">{words.agents.keyWaits}</p>}
      <div className="mt-2.5 flex flex-wrap items-center gap-2">
        <Link
          to="/settings/$section"
          params={{ section: 'agents' }}
          search={{ open: agent.id }}
          aria-label={words.edit(agent.name)}
          className={buttonClass('plain')}
        >
          {words.editShort}
        </Link>
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

/** The default agent cannot be removed; it is reset to its original settings. */
function RemoveAgent({ agent, isDefault }: { agent: Agent; isDefault: boolean }) {
  const { settings: words } = useStrings();
  const drafts = useDrafts();
  const remove = useRemoveAgent();
  const [asking, setAsking] = useState(false);
  // Never saved, so there is nothing to reset.
  if (isDefault && agent.updatedAt === 0) return null;
  const short = isDefault ? words.agents.resetShort : words.removeShort;
  return (
    <>
      <Button
        look="quiet"
        aria-label={isDefault ? words.agents.reset(agent.name) : words.remove(agent.name)}
        onClick={() => setAsking(true)}
      >
        {short}
      </Button>
      {asking ? (
        <ConfirmDialog
          title={isDefault ? words.agents.resetSure(agent.name) : words.agents.removeSure(agent.name)}
          note={isDefault ? words.agents.resetNote : words.agents.removeNote}
          yes={short}
          onConfirm={async () => {
            await remove.mutateAsync(agent.id);
            drafts.drop(`agents/${agent.id}`);
          }}
          onClose={() => setAsking(false)}
        />
      ) : null}
    </>
  );
}
