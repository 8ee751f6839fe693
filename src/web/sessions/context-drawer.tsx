import type { SessionContext } from '#schema/sessions/sessions-wire.ts';
import { Button } from '#web/controls/button.tsx';
import { scrollable } from '#web/controls/layout/panes.tsx';
import { type Drawer, SideDrawer } from '#web/controls/layout/side-drawer.tsx';
import { Loaded } from '#web/controls/loaded.tsx';
import { useCopy } from '#web/controls/use-copy.ts';
import { useFormats, useStrings } from '#web/strings/strings-provider.tsx';
import { useContext } from './sessions-queries.ts';

interface ContextDrawerProps {
  /** Null means all projects. */
  project: string | null;
  drawer: Drawer;
}

const widths = { initial: 360, min: 260, max: 640 };

export function ContextDrawer({ project, drawer }: ContextDrawerProps) {
  const { resizeContext, context } = useStrings().sessions;
  return (
    <SideDrawer
      words={{ heading: context.heading, hide: context.hide, resize: resizeContext }}
      keptAs="precis.sessions-context-width"
      widths={widths}
      drawer={drawer}
    >
      <ContextPart project={project} />
    </SideDrawer>
  );
}

/** Shows the context exactly as a session receives it. */
function ContextPart({ project }: { project: string | null }) {
  const { context: words } = useStrings().sessions;
  const context = useContext(project);
  const { copied, hasFailed, copy } = useCopy();
  return (
    <div className="flex min-h-0 flex-1 flex-col gap-3 px-4 pb-4">
      <p className="text-xs text-muted wrap-anywhere">
        {project === null ? words.noteAll : words.note(project)}
      </p>
      <Loaded of={context} className="">
        {(loaded) =>
          loaded.text === '' ? (
            <div>
              <p>{words.empty}</p>
              <p className="mt-0.5 text-muted">{words.emptyNext}</p>
            </div>
          ) : (
            <>
              <div className="flex items-center gap-2">
                <span data-testid="context-tokens" className="numeric min-w-0 flex-1 text-xs">
                  {words.tokens(loaded.tokens, loaded.budgetTokens)}
                </span>
                <Button onClick={() => void copy(loaded.text)}>{copied ? words.copied : words.copy}</Button>
              </div>
              <BudgetBar context={loaded} />
              {hasFailed ? <p className="text-xs text-caution">{words.copyFailed}</p> : null}
              <pre
                data-testid="context-text"
                {...scrollable}
                className="min-h-0 flex-1 overflow-y-auto rounded-md border border-line bg-surface px-3 py-2 font-mono text-xs leading-relaxed wrap-anywhere whitespace-pre-wrap"
              >
                {loaded.text}
              </pre>
            </>
          )
        }
      </Loaded>
    </div>
  );
}

/** The colours also differ in lightness, and the parts are named below the bar. */
const fills: Record<BudgetPart, string> = {
  memories: 'fill-ink/70',
  summaries: 'fill-accent',
  prompts: 'fill-caution',
  frame: 'fill-edge/60',
};
const dots: Record<BudgetPart, string> = {
  memories: 'bg-ink/70',
  summaries: 'bg-accent',
  prompts: 'bg-caution',
  frame: 'bg-edge/60',
};

/** The token budget as a bar of its parts and the free space. */
function BudgetBar({ context }: { context: SessionContext }) {
  const { context: words } = useStrings().sessions;
  const { tokens, budgetTokens } = context;
  const parts = shareBudget(context);
  const starts = parts.map((_, index) => parts.slice(0, index).reduce((sum, { share }) => sum + share, 0));
  return (
    <div className="space-y-2">
      <svg
        role="img"
        aria-label={words.bar(tokens, budgetTokens)}
        viewBox="0 0 100 4"
        preserveAspectRatio="none"
        className="block h-2.5 w-full overflow-hidden rounded-full bg-sunken"
      >
        {parts.map((part, index) => (
          <rect
            key={part.part}
            x={starts[index]}
            y={0}
            width={part.share}
            height={4}
            className={`${fills[part.part]} stroke-surface [stroke-width:0.3]`}
          >
            <title>{words.share(words.parts[part.part], part.tokens, Math.round(part.share))}</title>
          </rect>
        ))}
      </svg>
      <ul className="space-y-0.5 text-xs">
        {parts.map((part) => (
          <Row key={part.part} part={part} />
        ))}
        <FreeRow tokens={Math.max(0, budgetTokens - tokens)} />
      </ul>
    </div>
  );
}

function Row({ part }: { part: BudgetShare }) {
  const { context: words } = useStrings().sessions;
  const formats = useFormats();
  return (
    <li
      title={words.share(words.parts[part.part], part.tokens, Math.round(part.share))}
      className="flex items-center gap-2"
    >
      <span aria-hidden className={`size-2 shrink-0 rounded-full ${dots[part.part]}`} />
      <span className="min-w-0 flex-1 truncate">
        {words.parts[part.part]}
        {part.records === 0 ? null : (
          <span className="numeric text-muted"> {formats.number(part.records)}</span>
        )}
      </span>
      <span className="numeric text-muted">{words.count(part.tokens)}</span>
    </li>
  );
}

function FreeRow({ tokens }: { tokens: number }) {
  const { context: words } = useStrings().sessions;
  return (
    <li className="flex items-center gap-2 text-muted">
      <span aria-hidden className="size-2 shrink-0 rounded-full border border-edge bg-sunken" />
      <span className="flex-1">{words.free}</span>
      <span className="numeric">{words.count(tokens)}</span>
    </li>
  );
}

/** `frame` is the introduction and the dates and times. */
type BudgetPart = 'memories' | 'summaries' | 'prompts' | 'frame';

interface BudgetShare {
  part: BudgetPart;
  tokens: number;
  records: number;
  /** Percentage of the budget. */
  share: number;
}

/** Divides the budget by part. Together, the parts have exactly the tokens of the context. */
export function shareBudget({ items, tokens, budgetTokens }: SessionContext): BudgetShare[] {
  const ofMemories = items.filter(({ ref }) => ref.startsWith('M'));
  const ofSummaries = items.filter(({ ref }) => ref.startsWith('S'));
  const ofPrompts = items.filter(({ ref }) => ref.startsWith('P'));
  const sum = (records: typeof items) => records.reduce((total, record) => total + record.tokens, 0);
  // The sum of the texts can exceed their joint count, because a token may span two texts.
  const memories = Math.min(tokens, sum(ofMemories));
  const summaries = Math.min(tokens - memories, sum(ofSummaries));
  const prompts = Math.min(tokens - memories - summaries, sum(ofPrompts));
  const parts = [
    { part: 'memories', tokens: memories, records: ofMemories.length },
    { part: 'summaries', tokens: summaries, records: ofSummaries.length },
    { part: 'prompts', tokens: prompts, records: ofPrompts.length },
    { part: 'frame', tokens: tokens - memories - summaries - prompts, records: 0 },
  ] as const;
  return parts
    .filter((part) => part.tokens > 0)
    .map((part) => ({ ...part, share: (part.tokens / Math.max(budgetTokens, tokens)) * 100 }));
}
