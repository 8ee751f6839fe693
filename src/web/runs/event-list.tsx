import type { RunEvent } from '#schema/run-event.ts';
import type { Strings } from '#web/strings/en.ts';
import { useFormats, useStrings } from '#web/strings/strings-provider.tsx';
import { foldDeltas } from './fold-deltas.ts';

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

function describeEvent(event: RunEvent, { event: words }: Strings): string {
  switch (event.type) {
    case 'run-start':
      return words['run-start'](event);
    case 'model-start':
      return words['model-start'](event);
    case 'model-retry':
      return words['model-retry'](event);
    case 'progress':
      return words.progress(event);
    case 'text-reset':
      return words['text-reset'](event);
    case 'text-delta':
      return words['text-delta'](event);
    case 'run-end':
      return words['run-end'](event);
  }
}
