import { useNavigate, useParams } from '@tanstack/react-router';
import type { CSSProperties } from 'react';
import { toAppError } from '#schema/app-error.ts';
import { conversationIdSchema } from '#schema/conversations/conversations-wire.ts';
import { Button } from '#web/controls/button.tsx';
import { EmptyState } from '#web/controls/empty-state.tsx';
import { ProblemNotice } from '#web/controls/problem-notice.tsx';
import { Splitter } from '#web/controls/splitter.tsx';
import { useKeptSize } from '#web/kept/use-kept-size.ts';
import { useStrings } from '#web/strings/strings-provider.tsx';
import { ConversationScreen } from './conversation-screen.tsx';
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
      {list.data !== undefined ? (
        list.data.pages[0]?.items.length === 0 && named === undefined ? (
          <FirstTurn />
        ) : (
          <ConversationPanes list={list} named={named ?? null} />
        )
      ) : list.error === null ? null : (
        <div className="p-6">
          <ProblemNotice problem={toAppError(list.error)}>
            <Button onClick={() => void list.refetch()}>{strings.problem.retry}</Button>
          </ProblemNotice>
        </div>
      )}
    </>
  );
}

interface ConversationPanesProps {
  list: ReturnType<typeof useConversations>;
  /** From the URL. */
  named: string | null;
}

/** The list and the conversation: both, or one of them, depending on the screen width. */
function ConversationPanes({ list, named }: ConversationPanesProps) {
  const { conversations: words } = useStrings();
  const navigate = useNavigate();
  const openId = conversationIdSchema.safeParse(named).data ?? null;
  const [width, setWidth] = useKeptSize({ key: 'precis.conversations-width', ...widths });
  const leave = () => void navigate({ to: '/conversations' });
  return (
    <div className="flex h-full">
      <div
        style={{ '--width': `${width}px` } as CSSProperties}
        className={`min-w-0 flex-col lg:flex lg:w-(--width) lg:flex-none ${named === null ? 'flex flex-1' : 'hidden'}`}
      >
        <ConversationsList list={list} openId={openId} />
      </div>
      <Splitter
        label={words.resizeList}
        orientation="vertical"
        size={width}
        {...widths}
        onResize={setWidth}
        className="hidden lg:block"
      />
      <div
        className={`min-h-0 min-w-0 flex-1 flex-col bg-surface lg:flex ${named === null ? 'hidden' : 'flex'}`}
      >
        {named === null ? (
          <EmptyState title={words.none} next={words.noneNext} />
        ) : openId === null ? (
          <EmptyState title={words.gone} next={words.goneNext}>
            <Button onClick={leave}>{words.back}</Button>
          </EmptyState>
        ) : (
          <ConversationScreen key={openId} id={openId} onBack={leave} />
        )}
      </div>
    </div>
  );
}
