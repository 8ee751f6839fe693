import { Link, useNavigate, useParams } from '@tanstack/react-router';
import {
  type ConversationHead,
  type ConversationId,
  conversationIdSchema,
} from '#schema/conversations/conversations-wire.ts';
import { buttonClass } from '#web/controls/button.tsx';
import { groupDays } from '#web/controls/days.ts';
import { ListDetail } from '#web/controls/layout/panes.tsx';
import { EmptyState, Loaded } from '#web/controls/loaded.tsx';
import { LoadedList } from '#web/controls/loaded-list.tsx';
import { CodeBlock } from '#web/markdown/markdown.tsx';
import { useFormats, useStrings } from '#web/strings/strings-provider.tsx';
import { ConversationGone, ConversationScreen } from './conversation-screen.tsx';
import { useConversations } from './use-conversations.ts';
import '#web/markdown/markdown.css';
import { curlLine } from './curl-line.ts';

const widths = { initial: 264, min: 200, max: 440 };

export function ConversationsScreen() {
  const strings = useStrings();
  const list = useConversations();
  const { conversationId: named } = useParams({ strict: false });
  return (
    <>
      <title>{`${strings.conversations.heading} – ${strings.productName}`}</title>
      <Loaded of={list} shape="panes" className="flex-1 p-6">
        {({ pages }) =>
          pages[0]?.items.length === 0 && named === undefined ? (
            <FirstTurn />
          ) : (
            <ConversationPanes list={list} named={named ?? null} />
          )
        }
      </Loaded>
    </>
  );
}

interface ConversationPanesProps {
  list: ReturnType<typeof useConversations>;
  /** The conversation id in the URL. */
  named: string | null;
}

function ConversationPanes({ list, named }: ConversationPanesProps) {
  const { conversations: words } = useStrings();
  const navigate = useNavigate();
  const openId = conversationIdSchema.safeParse(named).data ?? null;
  const leave = () => void navigate({ to: '/conversations' });
  return (
    <ListDetail
      resize={words.resizeList}
      keptAs="precis.conversations-width"
      widths={widths}
      shown={named === null ? 'list' : 'detail'}
      list={<ConversationsList list={list} openId={openId} />}
    >
      {named === null ? (
        <EmptyState title={words.none} next={words.noneNext} />
      ) : openId === null ? (
        <ConversationGone onBack={leave} />
      ) : (
        <ConversationScreen key={openId} id={openId} onBack={leave} />
      )}
    </ListDetail>
  );
}

interface ConversationsListProps {
  list: ReturnType<typeof useConversations>;
  openId: ConversationId | null;
}

function ConversationsList({ list, openId }: ConversationsListProps) {
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

/** Empty state: a command to copy that creates the first conversation. */
function FirstTurn() {
  const { first } = useStrings().conversations;
  return (
    <div className="flex min-h-full flex-col items-center justify-center gap-5 px-5 py-12">
      <h1 className="text-center text-2xl font-semibold tracking-tight">{first.heading}</h1>
      <p className="max-w-prose text-center text-balance text-muted">{first.text}</p>
      <div className="markdown w-full max-w-2xl min-w-0">
        <p className="mb-1.5 text-muted">{first.curl}</p>
        <CodeBlock language="sh" code={curlLine(window.location.origin, first)} />
        <p className="mt-1.5 text-muted">{first.waiting}</p>
      </div>
      <a href="/api/openapi.json" target="_blank" rel="noreferrer" className={buttonClass('plain')}>
        {first.docs}
      </a>
    </div>
  );
}
