import { toAppError } from '#schema/app-error.ts';
import type { ConversationId, ConversationView } from '#schema/conversations/conversations-wire.ts';
import { Button } from '#web/controls/button.tsx';
import { EmptyState } from '#web/controls/empty-state.tsx';
import { useSheet } from '#web/controls/layout/use-sheet.ts';
import { useWide } from '#web/controls/layout/use-wide.ts';
import { ProblemNotice } from '#web/controls/problem-notice.tsx';
import { useKeptState } from '#web/kept/use-kept-state.ts';
import { useStrings } from '#web/strings/strings-provider.tsx';
import { ContextDrawer } from './context/context-drawer.tsx';
import { ConversationHead } from './conversation-head.tsx';
import { Narrative } from './narrative.tsx';
import { TurnsPane } from './turns/turns-pane.tsx';
import { useConversation } from './use-conversations.ts';

interface ConversationScreenProps {
  id: ConversationId;
  onBack(): void;
}

export function ConversationScreen({ id, onBack }: ConversationScreenProps) {
  const { conversations: words, problem } = useStrings();
  const { data: view, error, refetch } = useConversation(id);
  if (error !== null && toAppError(error).code === 'not_found') {
    return (
      <EmptyState title={words.gone} next={words.goneNext}>
        <Button onClick={onBack}>{words.back}</Button>
      </EmptyState>
    );
  }
  if (view !== undefined) return <OpenConversation view={view} onBack={onBack} />;
  if (error === null) return <p className="appear-late p-6 text-muted">{words.loading}</p>;
  return (
    <div className="p-6">
      <ProblemNotice problem={toAppError(error)}>
        <Button onClick={() => void refetch()}>{problem.retry}</Button>
      </ProblemNotice>
    </div>
  );
}

/** The turns and the agent's context: side by side, or the context on top where there is no room. */
function OpenConversation({ view, onBack }: { view: ConversationView; onBack(): void }) {
  const { conversations: words } = useStrings();
  const isWide = useWide();
  const [kept, setKept] = useKeptState<'open' | 'closed'>({
    key: 'precis.conversation-context',
    area: 'local',
    parse: (stored) => (stored === 'closed' ? 'closed' : 'open'),
  });
  const sheet = useSheet(isWide);
  const isShown = isWide ? kept === 'open' : sheet.isOpen;
  const setShown = (next: boolean) => (isWide ? setKept(next ? 'open' : 'closed') : sheet.setOpen(next));
  return (
    <div className="flex min-h-0 min-w-0 flex-1">
      <section aria-label={words.turns.heading} className="flex min-h-0 min-w-0 flex-1 flex-col bg-surface">
        <ConversationHead
          view={view}
          isContextShown={isShown}
          onBack={onBack}
          onContext={() => setShown(!isShown)}
        />
        <Narrative text={view.state.conversation.history_summary} />
        <TurnsPane view={view} />
      </section>
      <ContextDrawer state={view.state} isOpen={isShown} isBeside={isWide} onClose={() => setShown(false)} />
    </div>
  );
}
