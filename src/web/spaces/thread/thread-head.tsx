import { type RefObject, useEffect, useRef, useState } from 'react';
import type { Thread } from '#schema/spaces/space.ts';
import type { ThreadView } from '#schema/spaces/spaces-wire.ts';
import { useClient } from '#web/api/client-provider.tsx';
import { useAgents } from '#web/api/list-queries.ts';
import { BackButton } from '#web/controls/button.tsx';
import { Picker } from '#web/controls/choice.tsx';
import { downloadText, fileNameOf } from '#web/controls/files/download-text.ts';
import { type Drawer, DrawerButton } from '#web/controls/layout/side-drawer.tsx';
import { MenuItem, MoreMenu } from '#web/controls/more-menu.tsx';
import { NoticeFrame } from '#web/controls/problem-notice.tsx';
import { fieldClass } from '#web/controls/text-field.tsx';
import { useSpaceActions } from '#web/spaces/spaces-queries.ts';
import { useStrings } from '#web/strings/strings-provider.tsx';
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

/** Asks for another agent if the Space's agent was deleted. Shown where the user sees it before writing. */
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

interface TitleFieldProps {
  thread: Thread;
  onSave(title: string): void;
  onClose(): void;
}

/** Enter and blur save the title. Escape discards it. */
function TitleField({ thread, onSave, onClose }: TitleFieldProps) {
  const { thread: words } = useStrings().spaces;
  const [title, setTitle] = useState(thread.title ?? '');
  const fieldRef = useRef<HTMLInputElement>(null);
  const isDone = useRef(false);
  useEffect(() => fieldRef.current?.select(), []);

  function finish(isWanted: boolean): void {
    if (isDone.current) return;
    isDone.current = true;
    const next = title.trim();
    if (isWanted && next !== '' && next !== thread.title) onSave(next);
    onClose();
  }

  return (
    <input
      ref={fieldRef}
      aria-label={words.title}
      value={title}
      maxLength={300}
      autoComplete="off"
      onChange={(event) => setTitle(event.target.value)}
      onBlur={() => finish(true)}
      onKeyDown={(event) => {
        if (event.nativeEvent.isComposing) return;
        if (event.key !== 'Enter' && event.key !== 'Escape') return;
        event.preventDefault();
        finish(event.key === 'Enter');
      }}
      className={`${fieldClass} h-8 flex-1 font-semibold`}
    />
  );
}

interface ThreadMenuProps {
  thread: Thread;
  onRename(): void;
  onError(error: unknown): void;
}

function ThreadMenu({ thread, onRename, onError }: ThreadMenuProps) {
  const { thread: words, list } = useStrings().spaces;
  const client = useClient();
  const { remove } = useThreadEdits(thread.id);
  /** Keeps the focus from returning to the menu button, because it moves to the title. */
  const isRenaming = useRef(false);
  const title = thread.title ?? list.untitled;

  async function exportAs(extension: 'md' | 'json'): Promise<void> {
    try {
      const text =
        extension === 'md'
          ? await client.threads.exportMarkdown(thread.id)
          : JSON.stringify(await client.threads.exportJson(thread.id), null, 2);
      const type = extension === 'md' ? 'text/markdown' : 'application/json';
      downloadText({ name: fileNameOf(title, extension), type, text });
    } catch (error) {
      onError(error);
    }
  }

  return (
    <MoreMenu
      label={words.menu}
      onCloseAutoFocus={(event) => {
        if (!isRenaming.current) return;
        isRenaming.current = false;
        event.preventDefault();
        onRename();
      }}
      deletion={{
        label: words.delete,
        title: words.deleteSure(title),
        note: words.deleteNote,
        yes: words.deleteYes,
        onConfirm: () => remove.mutateAsync(),
      }}
    >
      <MenuItem
        onSelect={() => {
          isRenaming.current = true;
        }}
      >
        {words.rename}
      </MenuItem>
      <MenuItem onSelect={() => void exportAs('md')}>{words.exportMarkdown}</MenuItem>
      <MenuItem onSelect={() => void exportAs('json')}>{words.exportJson}</MenuItem>
    </MoreMenu>
  );
}
