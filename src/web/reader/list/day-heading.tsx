import { useFormats } from '#web/strings/strings-provider.tsx';
import type { Line } from './lay-lines.ts';

/** The heading of a day. It stays at the top of the list while entries of the day are in sight. */
export function DayHeading({ line }: { line: Extract<Line, { kind: 'day' }> }) {
  const { day } = useFormats();
  return (
    // Not a heading element: a list may contain only its items.
    <div
      className="pointer-events-none absolute inset-x-0 z-10"
      style={{ top: line.start, height: line.span }}
    >
      <div
        data-testid="day"
        className="sticky top-0 flex items-end bg-surface px-4 pb-1.5 text-2xs font-semibold text-muted"
        style={{ height: line.size }}
      >
        {day(line.at)}
      </div>
    </div>
  );
}
