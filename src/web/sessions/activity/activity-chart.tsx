import { Link } from '@tanstack/react-router';
import { type KeyboardEvent, useRef, useState } from 'react';
import { LoadError } from '#web/controls/loaded.tsx';
import { kindOf, type SessionsSearch } from '#web/sessions/sessions-search.ts';
import { activityDays, useActivity } from '#web/sessions/use-sessions.ts';
import { useFormats, useStrings } from '#web/strings/strings-provider.tsx';
import { nextStop } from '#web/summary-panel/grounding/next-stop.ts';
import { type DayBar, layBars } from './lay-bars.ts';

/** Days that have no room on a phone. */
const wideDays = activityDays / 2;

/** Records per day for the last weeks. A bar leads to its day; the bars are one Tab stop. */
export function ActivityChart({ search }: { search: SessionsSearch }) {
  const { activity: words } = useStrings().sessions;
  const formats = useFormats();
  const activity = useActivity(search.project ?? null);
  const kind = search.type === undefined ? null : kindOf[search.type];
  const bars = layBars(activity.data?.items ?? [], { days: activityDays, today: new Date(), kind });
  const total = bars.reduce((sum, { count }) => sum + count, 0);
  const [first, last] = [bars[0], bars.at(-1)];
  const firstNarrow = bars[wideDays];
  if (activity.data === undefined && activity.error !== null)
    return <LoadError of={activity} className="pt-3" />;
  return (
    <figure aria-label={words.heading} className="pt-3 pb-1 text-xs text-muted">
      <figcaption className="numeric min-h-4.5">
        {activity.data === undefined ? null : total === 0 ? words.none : words.total(total)}
      </figcaption>
      <Bars bars={bars} search={search} />
      <div aria-hidden className="numeric mt-1 flex justify-between text-2xs">
        <span className="max-sm:hidden">{first === undefined ? null : formats.age(first.at)}</span>
        <span className="sm:hidden">{firstNarrow === undefined ? null : formats.age(firstNarrow.at)}</span>
        <span>{last === undefined ? null : formats.day(last.at)}</span>
      </div>
    </figure>
  );
}

function Bars({ bars, search }: { bars: readonly DayBar[]; search: SessionsSearch }) {
  const { activity: words } = useStrings().sessions;
  const listRef = useRef<HTMLOListElement>(null);
  const [visited, setVisited] = useState<string | null>(null);
  const selected = search.from === search.to ? (search.from ?? null) : null;
  const linked = bars.filter(({ count }) => count > 0);
  const stop = [visited, selected].find((day) => linked.some((bar) => bar.day === day)) ?? linked.at(-1)?.day;

  function move(event: KeyboardEvent): void {
    const links = [...(listRef.current?.querySelectorAll('a') ?? [])].filter(
      ({ offsetParent }) => offsetParent !== null,
    );
    const to = nextStop({
      key: event.key,
      stops: links.map((_, index) => index),
      from: links.findIndex((link) => link === document.activeElement),
      isRightToLeft: false,
    });
    if (to === null || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    links[to]?.focus();
  }

  return (
    // Keys pressed on its links arrive here.
    // biome-ignore lint/a11y/noNoninteractiveElementInteractions: see above
    <ol
      ref={listRef}
      aria-label={words.bars}
      onKeyDown={move}
      className="mt-1.5 flex h-12 border-b border-line max-sm:[&>li:nth-child(-n+28)]:hidden"
    >
      {bars.map((bar) => (
        <li key={bar.day} data-day={bar.day} className="min-w-0 flex-1">
          {bar.count === 0 ? (
            <Bar bar={bar} isFaint={selected !== null && selected !== bar.day} />
          ) : (
            <DayLink
              bar={bar}
              search={search}
              isSelected={selected === bar.day}
              isStop={bar.day === stop}
              isFaint={selected !== null && selected !== bar.day}
              onVisit={() => setVisited(bar.day)}
            />
          )}
        </li>
      ))}
    </ol>
  );
}

interface DayLinkProps {
  bar: DayBar;
  search: SessionsSearch;
  isSelected: boolean;
  /** The one that Tab leads to. */
  isStop: boolean;
  isFaint: boolean;
  onVisit(): void;
}

function DayLink({ bar, search, isSelected, isStop, isFaint, onVisit }: DayLinkProps) {
  const { sessions: words } = useStrings();
  const formats = useFormats();
  const { from: _, to: __, at: ___, ...rest } = search;
  const name = words.activity.day(formats.day(bar.at), words.projects.counts(bar.counts));
  return (
    <Link
      to="/sessions"
      search={isSelected ? rest : { ...rest, from: bar.day, to: bar.day }}
      preload={false}
      resetScroll={false}
      aria-label={name}
      aria-current={isSelected ? 'date' : undefined}
      title={name}
      tabIndex={isStop ? 0 : -1}
      onFocus={onVisit}
      className="block h-full rounded-sm -outline-offset-1 hover:bg-sunken"
    >
      <Bar bar={bar} isFaint={isFaint} />
    </Link>
  );
}

function Bar({ bar, isFaint }: { bar: DayBar; isFaint: boolean }) {
  return (
    <svg
      aria-hidden="true"
      viewBox="0 0 10 100"
      preserveAspectRatio="none"
      className={`block size-full ${isFaint ? 'opacity-40' : ''}`}
    >
      <rect x={1} y={100 - bar.height} width={8} height={bar.height} className="fill-accent" />
    </svg>
  );
}
