import { getRouteApi, Link } from '@tanstack/react-router';
import { useAgents } from '#web/api/use-agents.ts';
import { buttonClass } from '#web/controls/button.tsx';
import { Loaded } from '#web/controls/loaded.tsx';
import { SectionHead } from '#web/settings/section-head.tsx';
import { useStrings } from '#web/strings/strings-provider.tsx';
import { AgentCard } from './agent-card.tsx';
import { AgentForm } from './agent-form.tsx';
import { ImportAgent } from './import-agent.tsx';

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
              <Link
                to="/settings/$section"
                params={{ section: 'agents' }}
                search={{ add: true }}
                className={buttonClass('primary')}
              >
                {words.add}
              </Link>
            </SectionHead>
            {open === undefined ? null : <p className="mb-4 text-muted">{words.gone(open)}</p>}
            <ul className="space-y-3">
              {all.map((agent) => (
                <li key={agent.id}>
                  <AgentCard agent={agent} />
                </li>
              ))}
            </ul>
          </>
        );
      }}
    </Loaded>
  );
}
