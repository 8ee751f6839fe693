import { type RefObject, useRef, useState } from 'react';
import type { ThreadView } from '#schema/spaces/spaces-wire.ts';
import { useAgents } from '#web/api/use-agents.ts';
import { BackButton } from '#web/controls/icon-button.tsx';
import { DrawerButton } from '#web/controls/layout/side-drawer.tsx';
import type { Drawer } from '#web/controls/layout/use-drawer.ts';
import { Picker } from '#web/controls/picker.tsx';
import { NoticeFrame } from '#web/controls/problem-notice.tsx';
import { useSpaceActions } from '#web/spaces/space-actions.ts';
import { useStrings } from '#web/strings/strings-provider.tsx';
import { ThreadMenu } from './thread-menu.tsx';
import { TitleField } from './title-field.tsx';
import { useThreadEdits } from './use-thread.ts';

interface ThreadHeadProps {
  view: ThreadView;
  drawer: Drawer;
  headingRef: RefObject<HTMLHeadingElement | null>;
  onBack(): void;
  onError(error: unknown): void;
}

export function ThreadHead(props: ThreadHeadProps) {
  const { view, drawer, headingRef, onBack, onError } = props;
  const { spaces } = useStrings();
  const { thread: words, list, summary } = spaces;
  const { rename } = useThreadEdits(view.thread.id);
  const [isNaming, setNaming] = useState(false);
  const titleRef = useRef<HTMLButtonElement>(null);
  const title = view.thread.title ?? list.untitled;

  return (
    <header className="flex h-12 shrink-0 items-center gap-1 border-b border-line px-3 lg:px-4">
      <BackButton onClick={onBack} label={spaces.back} className="lg:hidden" />
      {isNaming ? (
        <TitleField
          thread={view.thread}
          onSave={(next) => rename.mutate(next, { onError })}
          onClose={() => {
            setNaming(false);
            requestAnimationFrame(() => titleRef.current?.focus());
          }}
        />
      ) : (
        <h1
          ref={headingRef}
          tabIndex={-1}
          className="flex min-w-0 flex-1 text-base font-semibold outline-none"
        >
          <button
            ref={titleRef}
            type="button"
            title={words.editTitle}
            onClick={() => setNaming(true)}
            className="-ms-1.5 min-w-0 cursor-text truncate rounded-md px-1.5 py-0.5 hover:bg-sunken"
          >
            {title}
          </button>
        </h1>
      )}
      <AgentPicker view={view} onError={onError} />
      <DrawerButton drawer={drawer} words={summary} />
      <ThreadMenu thread={view.thread} onRename={() => setNaming(true)} onError={onError} />
    </header>
  );
}

type ViewProps = Pick<ThreadHeadProps, 'view' | 'onError'>;

function AgentPicker({ view: { space }, onError }: ViewProps) {
  const { thread: words } = useStrings().spaces;
  const { data: agents = [] } = useAgents();
  const { patch } = useSpaceActions();
  if (!agents.some(({ id }) => id === space.agentId)) return null;
  return (
    <Picker
      label={words.agent}
      value={space.agentId}
      options={agents.map(({ id, name }) => ({ value: id, label: name }))}
      onChoose={(agentId) => patch.mutate({ id: space.id, agentId }, { onError })}
      className="max-w-28 shrink-0 sm:max-w-44"
    />
  );
}

/** In place of the picker in the head, where a person has to see it before writing. */
export function MissingAgent({ view: { space }, onError }: ViewProps) {
  const { thread: words } = useStrings().spaces;
  const { data: agents } = useAgents();
  const { patch } = useSpaceActions();
  if (agents === undefined || agents.some(({ id }) => id === space.agentId)) return null;
  return (
    <NoticeFrame tone="caution" title={words.agentMissing}>
      <p>{words.agentMissingNote}</p>
      <Picker
        label={words.agent}
        value=""
        options={[
          { value: '', label: words.chooseAgent },
          ...agents.map(({ id, name }) => ({ value: id as string, label: name })),
        ]}
        onChoose={(chosen) => {
          const agentId = agents.find(({ id }) => id === chosen)?.id;
          if (agentId !== undefined) patch.mutate({ id: space.id, agentId }, { onError });
        }}
        className="mt-1.5 max-w-full"
      />
    </NoticeFrame>
  );
}
