import { ChevronLeft, PanelRight } from 'lucide-react';
import { type RefObject, useRef, useState } from 'react';
import type { ThreadView } from '#schema/spaces/spaces-wire.ts';
import { useAgents } from '#web/api/use-agents.ts';
import { Button } from '#web/controls/button.tsx';
import { Picker } from '#web/controls/picker.tsx';
import { useSpaceActions } from '#web/spaces/space-actions.ts';
import { useStrings } from '#web/strings/strings-provider.tsx';
import { ThreadMenu } from './thread-menu.tsx';
import { TitleField } from './title-field.tsx';
import { useThreadEdits } from './use-thread.ts';

interface ThreadHeadProps {
  view: ThreadView;
  isSummaryShown: boolean;
  headingRef: RefObject<HTMLHeadingElement | null>;
  onBack(): void;
  onSummary(): void;
  onError(error: unknown): void;
}

export function ThreadHead(props: ThreadHeadProps) {
  const { view, isSummaryShown, headingRef, onBack, onSummary, onError } = props;
  const { spaces } = useStrings();
  const { thread: words, list, summary } = spaces;
  const { rename } = useThreadEdits(view.thread.id);
  const [isNaming, setNaming] = useState(false);
  const titleRef = useRef<HTMLButtonElement>(null);
  const title = view.thread.title ?? list.untitled;

  return (
    <header className="flex h-12 shrink-0 items-center gap-1 border-b border-line px-3 lg:px-4">
      <Button
        look="quiet"
        onClick={onBack}
        aria-label={spaces.back}
        title={spaces.back}
        className="-ms-2 px-1.5 lg:hidden"
      >
        <ChevronLeft aria-hidden className="size-5" />
      </Button>
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
      <Button
        look="quiet"
        aria-expanded={isSummaryShown}
        aria-label={isSummaryShown ? summary.hide : summary.show}
        title={isSummaryShown ? summary.hide : summary.show}
        onClick={onSummary}
        className="px-2"
      >
        <PanelRight aria-hidden className={`size-4 ${isSummaryShown ? 'text-accent' : ''}`} />
      </Button>
      <ThreadMenu thread={view.thread} onRename={() => setNaming(true)} onError={onError} />
    </header>
  );
}

function AgentPicker({ view: { space }, onError }: Pick<ThreadHeadProps, 'view' | 'onError'>) {
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
