import { type ReactNode, useId } from 'react';
import type {
  HistorianOutput,
  PendingClarification,
  SessionConstraints,
} from '#schema/conversations/conversation.ts';
import { useStrings } from '#web/strings/strings-provider.tsx';
import { EntityList } from './entity-list.tsx';

/** What the agent knows for its next turn: what it is waiting for, its entities by tier, its constraints. */
export function ContextPart({ state }: { state: HistorianOutput }) {
  const { context: words } = useStrings().conversations;
  const { active, background } = state.entity_context;
  return (
    <div className="min-h-0 flex-1 space-y-5 overflow-y-auto px-4 pb-6">
      <Pending pending={state.conversation.pending_clarification} />
      <Part title={words.active} count={active.length}>
        <EntityList entities={active} />
      </Part>
      <Part title={words.background} count={background.length}>
        <EntityList entities={background} />
      </Part>
      <Constraints constraints={state.session_constraints} />
    </div>
  );
}

interface PartProps {
  title: string;
  count?: number;
  children: ReactNode;
}

function Part({ title, count, children }: PartProps) {
  const id = useId();
  return (
    <section aria-labelledby={id}>
      <h3 id={id} className="numeric mb-1.5 text-xs font-medium text-muted">
        {count === undefined ? title : `${title} (${count})`}
      </h3>
      {children}
    </section>
  );
}

function Pending({ pending }: { pending: PendingClarification | null }) {
  const { context: words } = useStrings().conversations;
  if (pending === null) return null;
  return (
    <section data-testid="pending" className="space-y-1 rounded-lg bg-caution-wash px-3.5 py-3 wrap-anywhere">
      <h3 className="text-xs font-medium text-caution">{words.pending}</h3>
      <p className="font-medium">{words.pendingKind[pending.type]}</p>
      {pending.proposal_message === undefined ? null : <p dir="auto">{pending.proposal_message}</p>}
      {pending.questions === undefined || pending.questions.length === 0 ? null : (
        <ul dir="auto" className="list-disc ps-4">
          {pending.questions.map((question) => (
            <li key={question}>{question}</li>
          ))}
        </ul>
      )}
      {pending.goal === undefined ? null : (
        <p dir="auto" className="text-muted">
          {words.goal(pending.goal)}
        </p>
      )}
    </section>
  );
}

function Constraints({ constraints }: { constraints: SessionConstraints }) {
  const { context: words } = useStrings().conversations;
  const { permanent_constraints, active_goal } = constraints;
  const all = [...new Set([...permanent_constraints, ...(active_goal?.constraints ?? [])])];
  return (
    <>
      {active_goal === null ? null : (
        <Part title={words.activeGoal}>
          <p dir="auto" className="wrap-anywhere">
            {active_goal.description}
          </p>
        </Part>
      )}
      {all.length === 0 ? null : (
        <Part title={words.constraints} count={all.length}>
          <ul dir="auto" className="list-disc space-y-0.5 ps-4 wrap-anywhere">
            {all.map((constraint) => (
              <li key={constraint}>{constraint}</li>
            ))}
          </ul>
        </Part>
      )}
    </>
  );
}
