import type { RunEvent } from '#schema/runs/run-event.ts';
import { modelName } from '#web/controls/model-name.ts';
import type { Strings } from '#web/strings/en/en.ts';
import { useFormats, useStrings } from '#web/strings/strings-provider.tsx';

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

/** This much text shows where a stream was; more adds nothing. */
const maxCharacters = 160;

/** Merges neighbouring pieces of text into one event, cut to its end, so that the event list stays readable. */
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
