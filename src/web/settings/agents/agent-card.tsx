import { Link } from '@tanstack/react-router';
import { type Agent, defaultAgentId } from '#schema/models/agent.ts';
import { Button, buttonClass } from '#web/controls/button.tsx';
import { ErrorNotice } from '#web/controls/problem-notice.tsx';
import { useDrafts } from '#web/settings/drafts/drafts-provider.tsx';
import { Tag } from '#web/settings/tag.tsx';
import { useStrings } from '#web/strings/strings-provider.tsx';
import { useExportAgent } from './agent-actions.ts';
import { RemoveAgent } from './remove-agent.tsx';
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
      {agent.warnings.some(({ kind }) => kind === 'origin') ? (
        <p className="mt-1 text-caution">{words.agents.keyWaits}</p>
      ) : null}
      {agent.warnings.some(({ kind }) => kind === 'key') ? (
        <p className="mt-1 text-caution">{words.agents.keyMissing}</p>
      ) : null}
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
