import type { RunEvent } from '#schema/runs/run-event.ts';
import { modelName } from '#web/controls/model-name.ts';
import type { Strings } from '#web/strings/en/en.ts';
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

function describeEvent(event: RunEvent, strings: Strings): string {
  if (event.type === 'model-start')
    return strings.event['model-start'](modelName(event, strings) ?? event.model);
  if (event.type === 'model-failed')
    return strings.event['model-failed'](modelName(event, strings) ?? event.modelProfileId, event.message);
  const tell = strings.event[event.type] as (told: RunEvent) => string;
  return tell(event);
}
