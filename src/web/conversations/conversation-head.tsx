import { ChevronLeft, PanelRight } from 'lucide-react';
import { useEffect, useRef } from 'react';
import type { ConversationView } from '#schema/conversations/conversations-wire.ts';
import { Button } from '#web/controls/button.tsx';
import { MoreMenu } from '#web/controls/more-menu.tsx';
import { useStrings } from '#web/strings/strings-provider.tsx';
import { useRemoveConversation } from './use-conversations.ts';

interface ConversationHeadProps {
  view: ConversationView;
  isContextShown: boolean;
  onBack(): void;
  onContext(): void;
}

export function ConversationHead({ view, isContextShown, onBack, onContext }: ConversationHeadProps) {
  const { conversations: words } = useStrings();
  const { context } = words;
  const headingRef = useRef<HTMLHeadingElement>(null);
  // Where the conversation replaces the list, the focus moves with it.
  useEffect(() => {
    if (document.activeElement === null || document.activeElement === document.body)
      headingRef.current?.focus();
  }, []);
  return (
    <header className="flex h-12 shrink-0 items-center gap-1 border-b border-line px-3 lg:px-4">
      <Button
        look="quiet"
        onClick={onBack}
        aria-label={words.back}
        title={words.back}
        className="-ms-2 px-1.5 lg:hidden"
      >
        <ChevronLeft aria-hidden className="size-5" />
      </Button>
      <h1
        ref={headingRef}
        tabIndex={-1}
        title={view.id}
        className="min-w-0 truncate text-base font-semibold outline-none"
      >
        {view.id}
      </h1>
      <span className="numeric me-auto shrink-0 px-1.5 text-xs text-muted">
        {words.list.turns(view.turns)}
      </span>
      <Button
        look="quiet"
        aria-expanded={isContextShown}
        aria-label={isContextShown ? context.hide : context.show}
        title={isContextShown ? context.hide : context.show}
        onClick={onContext}
        className="px-2"
      >
        <PanelRight aria-hidden className={`size-4 ${isContextShown ? 'text-accent' : ''}`} />
      </Button>
      <ConversationMenu view={view} />
    </header>
  );
}

function ConversationMenu({ view }: { view: ConversationView }) {
  const { conversations: words } = useStrings();
  const remove = useRemoveConversation(view.id);
  return (
    <MoreMenu
      label={words.menu}
      deletion={{
        label: words.delete,
        title: words.deleteSure(view.id),
        note: words.deleteNote,
        yes: words.deleteYes,
        onConfirm: () => remove.mutateAsync(),
      }}
    />
  );
}
