import { Link } from '@tanstack/react-router';
import type { ConversationHead, ConversationId } from '#schema/conversations/conversations-wire.ts';
import { groupDays } from '#web/controls/days/group-days.ts';
import { LoadedList } from '#web/controls/loaded-list.tsx';
import type { useConversations } from '#web/conversations/use-conversations.ts';
import { useFormats, useStrings } from '#web/strings/strings-provider.tsx';

interface ConversationsListProps {
  list: ReturnType<typeof useConversations>;
  openId: ConversationId | null;
}

export function ConversationsList({ list, openId }: ConversationsListProps) {
  const { conversations: words } = useStrings();
  const formats = useFormats();
  return (
    <nav aria-label={words.heading} className="flex min-h-0 flex-1 flex-col bg-paper">
      <h1 className="flex h-12 shrink-0 items-center px-4 text-base font-semibold">{words.heading}</h1>
      <div className="min-h-0 flex-1 overflow-y-auto px-2 pb-4">
        <LoadedList of={list} empty={null} moreClass="mt-1">
          {(heads) =>
            groupDays(heads, ({ updatedAt }) => updatedAt).map(({ day, at, items }) => (
              <section key={day} aria-label={formats.day(at)}>
                <h2 className="sticky top-0 z-10 bg-paper/95 px-2.5 pt-2 pb-1 text-xs font-medium text-muted">
                  {formats.day(at)}
                </h2>
                <ul className="space-y-px">
                  {items.map((head) => (
                    <ConversationRow key={head.id} head={head} isCurrent={head.id === openId} />
                  ))}
                </ul>
              </section>
            ))
          }
        </LoadedList>
      </div>
    </nav>
  );
}

function ConversationRow({ head, isCurrent }: { head: ConversationHead; isCurrent: boolean }) {
  const { conversations: words, separator } = useStrings();
  const formats = useFormats();
  return (
    <li>
      <Link
        to="/conversations/$conversationId"
        params={{ conversationId: head.id }}
        preload={false}
        aria-current={isCurrent ? 'page' : undefined}
        className={`block rounded-md px-2.5 py-1.5 -outline-offset-2 ${
          isCurrent ? 'bg-accent-wash' : 'hover:bg-sunken'
        }`}
      >
        <span className="flex items-baseline gap-2">
          <span
            title={head.id}
            className={`min-w-0 flex-1 truncate font-medium ${isCurrent ? 'text-accent' : ''}`}
          >
            {head.id}
          </span>
          <time
            dateTime={new Date(head.updatedAt).toISOString()}
            title={formats.fullTime(head.updatedAt)}
            className="numeric shrink-0 text-xs text-muted"
          >
            {formats.age(head.updatedAt)}
          </time>
        </span>
        <span dir="auto" className="block truncate text-muted">
          {head.lastUserMessage}
        </span>
        <span className="numeric block truncate text-xs text-muted">
          {words.list.turns(head.turns)}
          {head.pending === null ? null : (
            <span className="text-caution">{separator + words.context.pending}</span>
          )}
        </span>
      </Link>
    </li>
  );
}
