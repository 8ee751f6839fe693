import type { Agent, AgentWarning } from '#schema/models/agent.ts';
import { Button } from '#web/controls/button.tsx';
import { ErrorNotice, NoticeFrame } from '#web/controls/problem-notice.tsx';
import { useStrings } from '#web/strings/strings-provider.tsx';
import { useSaveAgent } from './agent-actions.ts';
import { inputOf } from './agent-draft.ts';

type Of<Kind extends AgentWarning['kind']> = Extract<AgentWarning, { kind: Kind }>;

/** What would make a call of this agent fail. */
export function WarningNotice({ agent, warning }: { agent: Agent; warning: AgentWarning }) {
  return warning.kind === 'origin' ? (
    <OriginNotice agent={agent} warning={warning} />
  ) : (
    <KeyNotice warning={warning} />
  );
}

function KeyNotice({ warning: { part, origin, variable } }: { warning: Of<'key'> }) {
  const { agents } = useStrings().settings;
  return (
    <NoticeFrame tone="caution" title={agents.keyMissingTitle[part]}>
      <p>{variable === null ? agents.keyLeft(origin) : agents.keyVariable(variable, origin)}</p>
    </NoticeFrame>
  );
}

/** A key would be sent to an origin it was not entered for. It is withheld until the user confirms. */
function OriginNotice({ agent, warning }: { agent: Agent; warning: Of<'origin'> }) {
  const { agents } = useStrings().settings;
  const save = useSaveAgent();
  const { part, givenFor, wouldGoTo } = warning;
  return (
    <NoticeFrame tone="caution" title={agents.originTitle[part]}>
      <p>{agents.origin(givenFor, wouldGoTo)}</p>
      <p>{agents.originNext}</p>
      <ErrorNotice error={save.error} />
      <div className="mt-2">
        <Button
          disabled={save.isPending}
          onClick={() =>
            save.mutate({ id: agent.id, input: { ...inputOf(agent), confirmKeyOrigins: [wouldGoTo] } })
          }
          className="!h-auto min-h-8 py-1 !whitespace-normal text-start wrap-anywhere"
        >
          {agents.originConfirm(wouldGoTo)}
        </Button>
      </div>
    </NoticeFrame>
  );
}
