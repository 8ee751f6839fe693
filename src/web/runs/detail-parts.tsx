import { X } from 'lucide-react';
import { type ReactNode, useEffect, useRef } from 'react';
import type { RunEvent } from '#schema/runs/run-event.ts';
import { IconButton } from '#web/controls/button.tsx';
import { modelName } from '#web/controls/model-name.ts';
import type { Strings } from '#web/strings/en/en.ts';
import { useFormats, useStrings } from '#web/strings/strings-provider.tsx';

interface DetailFrameProps {
  label: string;
  title: ReactNode;
  onClose(): void;
  children: ReactNode;
}

/** The panel that a row opens beside the list, or in place of it on a narrow screen. Escape closes it. */
export function DetailFrame({ label, title, onClose, children }: DetailFrameProps) {
  const { runs } = useStrings();
  const headingRef = useRef<HTMLHeadingElement>(null);

  useEffect(() => headingRef.current?.focus(), []);

  useEffect(() => {
    const closeOnEscape = (event: KeyboardEvent) => {
      // An open menu or tooltip handles the key itself.
      if (event.key === 'Escape' && !event.defaultPrevented) onClose();
    };
    document.addEventListener('keydown', closeOnEscape);
    return () => document.removeEventListener('keydown', closeOnEscape);
  }, [onClose]);

  return (
    <aside
      aria-label={label}
      className="flex min-h-0 w-full flex-col bg-surface lg:w-[27rem] lg:shrink-0 lg:border-s lg:border-line"
    >
      <header className="flex items-start gap-3 border-b border-line px-4 py-3 lg:px-5">
        <div className="min-w-0 flex-1">
          <p className="text-xs text-muted">{label}</p>
          <h1
            ref={headingRef}
            tabIndex={-1}
            className="text-base leading-snug font-semibold wrap-anywhere outline-none"
          >
            {title}
          </h1>
        </div>
        <IconButton onClick={onClose} label={runs.close} className="-me-2 px-2">
          <X aria-hidden className="size-4" />
        </IconButton>
      </header>
      <div className="min-h-0 flex-1 space-y-5 overflow-y-auto px-4 py-4 lg:px-5">{children}</div>
    </aside>
  );
}

export function DetailPart({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section>
      <h2 className="mb-1.5 text-xs font-medium text-muted">{title}</h2>
      {children}
    </section>
  );
}

interface FactsProps {
  facts: readonly { key: string; label: ReactNode; value: ReactNode }[];
  /** Whether labels are names that should not break within a word. */
  hasLongLabels?: boolean;
}

export function Facts({ facts, hasLongLabels = false }: FactsProps) {
  const columns = hasLongLabels ? 'grid-cols-[fit-content(12.5rem)_1fr]' : 'grid-cols-[8.5rem_1fr]';
  return (
    <dl className={`grid gap-x-3 gap-y-1.5 ${columns}`}>
      {facts.map(({ key, label, value }) => (
        <div key={key} className="contents">
          <dt className="min-w-0 wrap-anywhere text-muted">{label}</dt>
          <dd className="min-w-0 wrap-anywhere">{value}</dd>
        </div>
      ))}
    </dl>
  );
}

export function EventList({ events }: { events: readonly RunEvent[] }) {
  const strings = useStrings();
  const { locale } = useFormats();
  const clock = new Intl.DateTimeFormat(locale, { timeStyle: 'medium' });
  if (events.length === 0) return <p className="text-muted">{strings.none}</p>;
  return (
    <ol className="space-y-1">
      {foldDeltas(events).map((event) => (
        <li key={event.seq} className="flex gap-3">
          <time dateTime={new Date(event.at).toISOString()} className="numeric shrink-0 text-muted">
            {clock.format(event.at)}
          </time>
          <span className="min-w-0 wrap-anywhere">{describeEvent(event, strings)}</span>
        </li>
      ))}
    </ol>
  );
}

function describeEvent(event: RunEvent, strings: Strings): string {
  if (event.type === 'model-start')
    return strings.event['model-start'](modelName(event, strings) ?? event.model);
  if (event.type === 'model-failed')
    return strings.event['model-failed'](modelName(event, strings) ?? event.modelProfileId, event.message);
  const tell = strings.event[event.type] as (told: RunEvent) => string;
  return tell(event);
}

/** The end of a text this long shows where a stream was. */
const maxCharacters = 160;

/** Merges adjacent pieces of text into one event that keeps only the end, so that the event list stays readable. */
export function foldDeltas(events: readonly RunEvent[]): RunEvent[] {
  const folded: RunEvent[] = [];
  for (const event of events) {
    const last = folded.at(-1);
    if (event.type === 'text-delta' && last?.type === 'text-delta') {
      folded[folded.length - 1] = { ...event, text: keepEnd(last.text + event.text) };
    } else {
      folded.push(event.type === 'text-delta' ? { ...event, text: keepEnd(event.text) } : event);
    }
  }
  return folded;
}

function keepEnd(text: string): string {
  return text.length <= maxCharacters ? text : `…${text.slice(-maxCharacters)}`;
}
