import { useEffect, useMemo, useRef } from 'react';
import type { ConversationView } from '#schema/conversations/conversations-wire.ts';
import { BackButton } from '#web/controls/icon-button.tsx';
import { DrawerButton } from '#web/controls/layout/side-drawer.tsx';
import type { Drawer } from '#web/controls/layout/use-drawer.ts';
import { MoreMenu } from '#web/controls/more-menu.tsx';
import { useStrings } from '#web/strings/strings-provider.tsx';
import { measureMemory } from './measure-memory.ts';
import { useRemoveConversation } from './use-conversations.ts';

interface ConversationHeadProps {
  view: ConversationView;
  drawer: Drawer;
  onBack(): void;
}

export function ConversationHead({ view, drawer, onBack }: ConversationHeadProps) {
  const { conversations: words, separator } = useStrings();
  const { context } = words;
  const tokens = useMemo(() => measureMemory(view.state), [view.state]);
  const headingRef = useRef<HTMLHeadingElement>(null);
  // Where the conversation replaces the list, the focus moves with it.
  useEffect(() => {
    if (document.activeElement === null || document.activeElement === document.body)
      headingRef.current?.focus();
  }, []);
  return (
    <header className="flex h-12 shrink-0 items-center gap-1 border-b border-line px-3 lg:px-4">
      <BackButton onClick={onBack} label={words.back} className="lg:hidden" />
      <h1
        ref={headingRef}
        tabIndex={-1}
        title={view.id}
        className="min-w-0 truncate text-base font-semibold outline-none"
      >
        {view.id}
      </h1>
      <span
        title={words.list.memoryHelp}
        className="numeric me-auto min-w-0 truncate px-1.5 text-xs text-muted"
      >
        {words.list.turns(view.turns)}
        <span className="max-sm:hidden">{separator + words.list.memory(tokens)}</span>
      </span>
      <DrawerButton drawer={drawer} words={context} />
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
