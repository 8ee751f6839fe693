import { useNavigate, useParams } from '@tanstack/react-router';
import { conversationIdSchema } from '#schema/conversations/conversations-wire.ts';
import { EmptyState } from '#web/controls/empty-state.tsx';
import { ListDetail } from '#web/controls/layout/list-detail.tsx';
import { Loaded } from '#web/controls/loaded.tsx';
import { useStrings } from '#web/strings/strings-provider.tsx';
import { ConversationGone, ConversationScreen } from './conversation-screen.tsx';
import { FirstTurn } from './first-turn.tsx';
import { ConversationsList } from './list/conversations-list.tsx';
import { useConversations } from './use-conversations.ts';

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
  /** From the URL. */
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
