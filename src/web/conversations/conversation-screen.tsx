import { useRef } from 'react';
import type { ConversationId, ConversationView } from '#schema/conversations/conversations-wire.ts';
import { Button } from '#web/controls/button.tsx';
import { EmptyState } from '#web/controls/empty-state.tsx';
import { useDrawer } from '#web/controls/layout/use-drawer.ts';
import { Loaded } from '#web/controls/loaded.tsx';
import { useStrings } from '#web/strings/strings-provider.tsx';
import { ContextDrawer } from './context/context-drawer.tsx';
import { ConversationHead } from './conversation-head.tsx';
import { Narrative } from './narrative.tsx';
import { TurnsPane } from './turns/turns-pane.tsx';
import { useRevealTurn } from './turns/use-reveal-turn.ts';
import { useConversation, useTurns } from './use-conversations.ts';

interface ConversationScreenProps {
  id: ConversationId;
  onBack(): void;
}

export function ConversationScreen({ id, onBack }: ConversationScreenProps) {
  const conversation = useConversation(id);
  return (
    <Loaded
      of={conversation}
      gone={<ConversationGone onBack={onBack} />}
      shape="turns"
      className="flex-1 p-6"
    >
      {(view) => <OpenConversation view={view} onBack={onBack} />}
    </Loaded>
  );
}

export function ConversationGone({ onBack }: { onBack(): void }) {
  const { conversations: words } = useStrings();
  return (
    <EmptyState title={words.gone} next={words.goneNext}>
      <Button onClick={onBack}>{words.back}</Button>
    </EmptyState>
  );
}

/** The turns and the agent's context: side by side, or the context on top where there is no room. */
function OpenConversation({ view, onBack }: { view: ConversationView; onBack(): void }) {
  const { conversations: words } = useStrings();
  const context = useDrawer('precis.conversation-context');
  const turns = useTurns(view.id);
  const paneRef = useRef<HTMLDivElement>(null);
  const { reveal, opened } = useRevealTurn({ paneRef, loadBackTo: turns.loadBackTo });
  return (
    <div className="flex min-h-0 min-w-0 flex-1">
      <section aria-label={words.turns.heading} className="flex min-h-0 min-w-0 flex-1 flex-col bg-surface">
        <ConversationHead view={view} drawer={context} onBack={onBack} />
        <Narrative view={view} onReveal={(parts) => void reveal(parts)} />
        <TurnsPane view={view} query={turns.query} paneRef={paneRef} opened={opened} />
      </section>
      <ContextDrawer state={view.state} drawer={context} />
    </div>
  );
}
