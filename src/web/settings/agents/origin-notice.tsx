import type { Agent, AgentWarning } from '#schema/models/agent.ts';
import { Button } from '#web/controls/button.tsx';
import { ErrorNotice, NoticeFrame } from '#web/controls/problem-notice.tsx';
import { useStrings } from '#web/strings/strings-provider.tsx';
import { useSaveAgent } from './agent-actions.ts';
import { inputOf } from './agent-draft.ts';

/** A key would be sent to an origin it was not entered for. It is withheld until the user confirms. */
export function OriginNotice({ agent, warning }: { agent: Agent; warning: AgentWarning }) {
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
