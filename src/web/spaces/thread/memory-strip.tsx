import { Popover } from 'radix-ui';
import type { ThreadView } from '#schema/spaces/spaces-wire.ts';
import { useFormats, useStrings } from '#web/strings/strings-provider.tsx';

const colours: Record<MemoryPart, string> = {
  instructions: 'bg-ink/70',
  article: 'bg-accent/45',
  summary: 'bg-accent',
  verbatim: 'bg-muted/65',
  room: 'bg-sunken',
};

/** Shows the parts of the next prompt as one bar, with exact values on request. */
export function MemoryStrip({ view }: { view: ThreadView }) {
  const { memory: words } = useStrings().spaces;
  const laid = layMemory(view);
  if (view.thread.messageCount === 0 && view.article === null) return null;
  const summed = words.summed(laid);
  return (
    <div data-testid="memory" className="text-xs text-muted">
      <div
        role="meter"
        aria-label={words.heading}
        aria-valuenow={laid.sent}
        aria-valuemin={0}
        aria-valuemax={Math.max(laid.full, laid.sent)}
        aria-valuetext={summed}
        title={summed}
        className="flex h-1.5 gap-0.5 overflow-hidden rounded-full"
      >
        {laid.shares.map(({ part, percent }) => (
          <span
            key={part}
            data-part={part}
            className={`min-w-0.5 ${colours[part]}`}
            style={{ width: `${percent}%` }}
          />
        ))}
      </div>
      <Popover.Root>
        <Popover.Trigger className="numeric relative mt-1 flex w-full flex-wrap items-baseline justify-between gap-x-4 rounded-sm text-start hover:text-ink">
          <span className="flex min-w-0 flex-wrap gap-x-3">
            {legendOf(laid).map((part) => (
              <span key={part} className="flex items-baseline gap-1.5 whitespace-nowrap">
                <span aria-hidden className={`size-2 self-center rounded-xs ${colours[part]}`} />
                {part === 'verbatim' ? words.turns(view.window.liveTurns) : words.parts[part]}
                <span className="font-medium text-ink">{words.tokens(laid.tokens[part])}</span>
              </span>
            ))}
          </span>
          <span className="whitespace-nowrap">
            {laid.saved > 0 ? words.saved(laid.saved, laid.full) : words.next(laid.sent)}
          </span>
          <span className="sr-only">{`. ${words.details}`}</span>
        </Popover.Trigger>
        <MemoryDetails view={view} laid={laid} />
      </Popover.Root>
    </div>
  );
}

type Shown = Exclude<MemoryPart, 'room'>;

/** Instructions are omitted from the legend, because they rarely take a notable share. */
function legendOf({ tokens }: LaidMemory): Shown[] {
  return (['article', 'summary', 'verbatim'] as const).filter((part) => tokens[part] > 0);
}

function MemoryDetails({ view, laid }: { view: ThreadView; laid: LaidMemory }) {
  const { memory: words } = useStrings().spaces;
  const formats = useFormats();
  const all = Object.keys(laid.tokens) as Shown[];
  const rows = [
    ...all
      .filter((part) => laid.tokens[part] > 0)
      .map((part) => ({
        name: part === 'verbatim' ? words.turns(view.window.liveTurns) : words.parts[part],
        value: laid.tokens[part],
      })),
    { name: words.prompt, value: laid.sent },
    { name: words.whole, value: laid.full },
  ];
  return (
    <Popover.Portal>
      <Popover.Content
        side="top"
        align="start"
        sideOffset={6}
        collisionPadding={12}
        aria-label={words.heading}
        className="z-50 max-w-[min(22rem,calc(100vw-1.5rem))] rounded-lg border border-line bg-surface px-4 py-3 text-xs text-ink shadow-lg"
      >
        <p className="mb-1.5 font-medium">{words.heading}</p>
        <dl className="numeric grid grid-cols-[1fr_auto] gap-x-6 gap-y-1">
          {rows.map(({ name, value }) => (
            <div key={name} className="contents">
              <dt className="first-letter:uppercase">{name}</dt>
              <dd className="text-end">{formats.number(value)}</dd>
            </div>
          ))}
        </dl>
        <p className="mt-2 text-muted">{words.room(laid.roomTurns)}</p>
      </Popover.Content>
    </Popover.Portal>
  );
}

type MemoryPart = 'instructions' | 'article' | 'summary' | 'verbatim' | 'room';

interface LaidMemory {
  /** Tokens of each part of the next prompt, in prompt order. */
  tokens: Record<Exclude<MemoryPart, 'room'>, number>;
  /** Maximum number of turns that fit before the next fold. */
  roomTurns: number;
  /** Percentages of the bar. Parts without tokens are omitted. */
  shares: { part: MemoryPart; percent: number }[];
  sent: number;
  full: number;
  /** Share of tokens that folding saves; 0 if it saves nothing. */
  saved: number;
}

/** Typical tokens of a question and its answer, used until a thread has live turns of its own. */
const usualTurnTokens = 300;

/** Calculates the parts of the next prompt. Free space is drawn as further turns of this thread's average length. */
export function layMemory({
  thread,
  article,
  window: { liveTurns, maxTurns },
  meter: { sentTokens: sent, fullTokens: full },
}: Pick<ThreadView, 'thread' | 'article' | 'window' | 'meter'>): LaidMemory {
  const articleTokens = article?.tokens ?? 0;
  const { summaryTokens: summary, liveTokens: verbatim } = thread;
  const tokens = {
    instructions: Math.max(0, sent - articleTokens - summary - verbatim),
    article: articleTokens,
    summary,
    verbatim,
  };
  const roomTurns = Math.max(0, maxTurns - liveTurns);
  const room = roomTurns * (liveTurns === 0 ? usualTurnTokens : verbatim / liveTurns);
  const parts = Object.entries({ ...tokens, room }) as [MemoryPart, number][];
  const total = parts.reduce((sum, [, size]) => sum + size, 0);
  return {
    tokens,
    roomTurns,
    shares: parts
      .filter(([, size]) => size > 0)
      .map(([part, size]) => ({ part, percent: (size / total) * 100 })),
    sent,
    full,
    saved: full > 0 ? Math.max(0, 1 - sent / full) : 0,
  };
}
