import { type ReactNode, useEffect, useId, useMemo, useRef, useState } from 'react';
import type {
  EntityContext,
  HistorianOutput,
  PendingClarification,
  SessionConstraints,
} from '#schema/conversations/conversation.ts';
import type { ConversationId, ConversationView } from '#schema/conversations/conversations-wire.ts';
import { BackButton, Button } from '#web/controls/button.tsx';
import { type Drawer, DrawerButton, SideDrawer, useDrawer } from '#web/controls/layout/side-drawer.tsx';
import { EmptyState, Loaded } from '#web/controls/loaded.tsx';
import { MoreMenu } from '#web/controls/more-menu.tsx';
import { useStrings } from '#web/strings/strings-provider.tsx';
import { measureMemory } from './measure-memory.ts';
import { Narrative } from './narrative.tsx';
import { TurnsPane, useRevealTurn } from './turns-pane.tsx';
import { useConversation, useRemoveConversation, useTurns } from './use-conversations.ts';

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

/** Shows the turns beside the agent's context, which overlays them on narrow screens. */
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

interface ContextDrawerProps {
  state: HistorianOutput;
  drawer: Drawer;
}

const widths = { initial: 300, min: 240, max: 520 };

function ContextDrawer({ state, drawer }: ContextDrawerProps) {
  const { resizeContext, context } = useStrings().conversations;
  return (
    <SideDrawer
      words={{ heading: context.heading, hide: context.hide, resize: resizeContext }}
      keptAs="precis.conversation-context-width"
      widths={widths}
      drawer={drawer}
    >
      <ContextPart state={state} />
    </SideDrawer>
  );
}

interface ConversationHeadProps {
  view: ConversationView;
  drawer: Drawer;
  onBack(): void;
}

function ConversationHead({ view, drawer, onBack }: ConversationHeadProps) {
  const { conversations: words, separator } = useStrings();
  const { context } = words;
  const tokens = useMemo(() => measureMemory(view.state), [view.state]);
  const headingRef = useRef<HTMLHeadingElement>(null);
  // When the conversation replaces the list on a narrow screen, focus would be lost with the list.
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

function ContextPart({ state }: { state: HistorianOutput }) {
  const { context: words } = useStrings().conversations;
  const { active, background } = state.entity_context;
  return (
    <div className="min-h-0 flex-1 space-y-5 overflow-y-auto px-4 pb-6">
      <Pending pending={state.conversation.pending_clarification} />
      <Part title={words.active} count={active.length}>
        <EntityList entities={active} />
      </Part>
      <Part title={words.background} count={background.length}>
        <EntityList entities={background} />
      </Part>
      <Constraints constraints={state.session_constraints} />
    </div>
  );
}

interface PartProps {
  title: string;
  count?: number;
  children: ReactNode;
}

function Part({ title, count, children }: PartProps) {
  const id = useId();
  return (
    <section aria-labelledby={id}>
      <h3 id={id} className="numeric mb-1.5 text-xs font-medium text-muted">
        {count === undefined ? title : `${title} (${count})`}
      </h3>
      {children}
    </section>
  );
}

function Pending({ pending }: { pending: PendingClarification | null }) {
  const { context: words } = useStrings().conversations;
  if (pending === null) return null;
  return (
    <section data-testid="pending" className="space-y-1 rounded-lg bg-caution-wash px-3.5 py-3 wrap-anywhere">
      <h3 className="text-xs font-medium text-caution">{words.pending}</h3>
      <p className="font-medium">{words.pendingKind[pending.type]}</p>
      {pending.proposal_message === undefined ? null : <p dir="auto">{pending.proposal_message}</p>}
      {pending.questions === undefined || pending.questions.length === 0 ? null : (
        <ul dir="auto" className="list-disc ps-4">
          {pending.questions.map((question) => (
            <li key={question}>{question}</li>
          ))}
        </ul>
      )}
      {pending.goal === undefined ? null : (
        <p dir="auto" className="text-muted">
          {words.goal(pending.goal)}
        </p>
      )}
    </section>
  );
}

function Constraints({ constraints }: { constraints: SessionConstraints }) {
  const { context: words } = useStrings().conversations;
  const { permanent_constraints, active_goal } = constraints;
  const all = [...new Set([...permanent_constraints, ...(active_goal?.constraints ?? [])])];
  return (
    <>
      {active_goal === null ? null : (
        <Part title={words.activeGoal}>
          <p dir="auto" className="wrap-anywhere">
            {active_goal.description}
          </p>
        </Part>
      )}
      {all.length === 0 ? null : (
        <Part title={words.constraints} count={all.length}>
          <ul dir="auto" className="list-disc space-y-0.5 ps-4 wrap-anywhere">
            {all.map((constraint) => (
              <li key={constraint}>{constraint}</li>
            ))}
          </ul>
        </Part>
      )}
    </>
  );
}

type ContextEntity = EntityContext['active'][number] | EntityContext['background'][number];

/** An agent that never removes entities accumulates thousands, so the list starts with this many. */
const firstShown = 30;

function EntityList({ entities }: { entities: readonly ContextEntity[] }) {
  const { context: words } = useStrings().conversations;
  const [isWhole, setWhole] = useState(false);
  if (entities.length === 0) return <p className="text-muted">{words.noEntities}</p>;
  const shown = isWhole ? entities : entities.slice(-firstShown);
  return (
    <>
      {shown.length === entities.length ? null : (
        <Button
          look="quiet"
          onClick={() => setWhole(true)}
          className="-ms-2 mb-1 px-2 font-normal text-muted"
        >
          {words.more(entities.length)}
        </Button>
      )}
      <ul className="space-y-1.5">
        {shown.map((entity) => (
          <EntityRow key={`${entity.type}/${entity.id}`} entity={entity} />
        ))}
      </ul>
    </>
  );
}

function EntityRow({ entity }: { entity: ContextEntity }) {
  const { conversations, separator } = useStrings();
  const reason = 'relevance_reason' in entity ? entity.relevance_reason : null;
  const notes = [
    entity.type,
    typeof entity.last_referenced_turn === 'number'
      ? conversations.context.lastTurn(entity.last_referenced_turn)
      : '',
  ].filter((note) => note !== '');
  return (
    <li title={entity.id} className="wrap-anywhere">
      <span dir="auto">{entity.label}</span>{' '}
      <span className="numeric text-xs text-muted">{notes.join(separator)}</span>
      {typeof reason === 'string' && reason !== '' ? (
        <span dir="auto" className="block text-xs text-muted">
          {reason}
        </span>
      ) : null}
    </li>
  );
}
