import { Link } from '@tanstack/react-router';
import { type KeyboardEvent, useRef, useState } from 'react';
import type { RecordKind } from '#schema/sessions/session.ts';
import type { ActivityDay } from '#schema/sessions/sessions-wire.ts';
import { dayKey } from '#web/controls/days.ts';
import { useMedia } from '#web/controls/layout/use-media.ts';
import { LoadError } from '#web/controls/loaded.tsx';
import { useFormats, useStrings } from '#web/strings/strings-provider.tsx';
import { nextStop } from '#web/summary-panel/grounding/next-stop.ts';
import { activityDays, useActivity } from './sessions-queries.ts';
import { kindOf, type SessionsSearch } from './sessions-search.ts';

/** Records per day for the last weeks. On a phone, bars are weeks, because days are too narrow to tap. */
export function ActivityChart({ search }: { search: SessionsSearch }) {
  const { activity: words } = useStrings().sessions;
  const formats = useFormats();
  const activity = useActivity(search.project ?? null);
  const daysPerBar = useMedia('(min-width: 40rem)') ? 1 : 7;
  const bars = layBars(activity.data?.items ?? [], {
    bars: activityDays / daysPerBar,
    daysPerBar,
    today: new Date(activity.dataUpdatedAt),
    kind: search.type === undefined ? null : kindOf[search.type],
  });
  const total = bars.reduce((sum, { count }) => sum + count, 0);
  const [first, last] = [bars[0], bars.at(-1)];
  if (activity.data === undefined && activity.error !== null)
    return <LoadError of={activity} className="pt-3" />;
  return (
    <figure aria-label={words.heading} className="pt-3 pb-3 text-xs text-muted">
      <figcaption className="numeric min-h-4.5">
        {activity.data === undefined ? null : total === 0 ? words.none : words.total(total)}
      </figcaption>
      <Bars bars={bars} search={search} />
      <div aria-hidden className="numeric mt-1 flex min-h-4 justify-between text-2xs">
        {activity.data === undefined || first === undefined || last === undefined ? null : (
          <>
            <span>{formats.age(first.fromAt)}</span>
            <span>{formats.day(last.toAt)}</span>
          </>
        )}
      </div>
    </figure>
  );
}

/** The bars are one Tab stop; arrow keys move between them. */
function Bars({ bars, search }: { bars: readonly ActivityBar[]; search: SessionsSearch }) {
  const { activity: words } = useStrings().sessions;
  const listRef = useRef<HTMLOListElement>(null);
  const [visited, setVisited] = useState<string | null>(null);
  const isSelected = ({ from, to }: ActivityBar) => search.from === from && search.to === to;
  const linked = bars.filter(({ count }) => count > 0);
  const stop = linked.find(({ from }) => from === visited) ?? linked.find(isSelected) ?? linked.at(-1);
  const isAnySelected = bars.some(isSelected);

  function move(event: KeyboardEvent): void {
    const links = [...(listRef.current?.querySelectorAll('a') ?? [])];
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
    <ol ref={listRef} aria-label={words.bars} className="mt-1.5 flex h-12 border-b border-line">
      {bars.map((bar) => (
        <li key={bar.from} data-day={bar.from} className="min-w-0 flex-1">
          {bar.count === 0 ? null : (
            <BarLink
              bar={bar}
              search={search}
              isSelected={isSelected(bar)}
              isStop={bar === stop}
              isFaint={isAnySelected && !isSelected(bar)}
              onVisit={() => setVisited(bar.from)}
              onKeyDown={move}
            />
          )}
        </li>
      ))}
    </ol>
  );
}

interface BarLinkProps {
  bar: ActivityBar;
  search: SessionsSearch;
  isSelected: boolean;
  /** Whether Tab focuses this bar. */
  isStop: boolean;
  isFaint: boolean;
  onVisit(): void;
  onKeyDown(event: KeyboardEvent): void;
}

/** Links to the bar's days, or back to all days if they are already shown. */
function BarLink({ bar, search, isSelected, isStop, isFaint, onVisit, onKeyDown }: BarLinkProps) {
  const { sessions: words } = useStrings();
  const formats = useFormats();
  const { from: _, to: __, at: ___, ...rest } = search;
  const days = [...new Set([bar.fromAt, bar.toAt])].map((at) => formats.day(at)).join(words.activity.to);
  const name = words.activity.bar(days, words.projects.counts(bar.counts));
  return (
    <Link
      to="/sessions"
      search={isSelected ? rest : { ...rest, from: bar.from, to: bar.to }}
      preload={false}
      resetScroll={false}
      aria-label={name}
      aria-current={isSelected ? 'page' : undefined}
      title={name}
      tabIndex={isStop ? 0 : -1}
      onFocus={onVisit}
      onKeyDown={onKeyDown}
      className="block h-full rounded-sm -outline-offset-1 hover:bg-sunken"
    >
      <svg
        aria-hidden="true"
        viewBox="0 0 10 100"
        preserveAspectRatio="none"
        className={`block size-full ${isFaint ? 'opacity-40' : ''}`}
      >
        <rect x={1} y={100 - bar.height} width={8} height={bar.height} className="fill-accent" />
      </svg>
    </Link>
  );
}

type Counts = Omit<ActivityDay, 'day'>;

interface ActivityBar {
  /** First and last day, such as 2026-01-31. */
  from: string;
  to: string;
  /** Timestamps at which the first and the last day start. */
  fromAt: number;
  toAt: number;
  counts: Counts;
  /** Number of records of all kinds, or of the selected kind. */
  count: number;
  /** Percentage of the chart's height. */
  height: number;
}

interface Chart {
  bars: number;
  daysPerBar: number;
  today: Date;
  /** Null means all kinds. */
  kind: RecordKind | null;
}

const none: Counts = { prompts: 0, observations: 0, summaries: 0 };
const names = { prompt: 'prompts', observation: 'observations', summary: 'summaries' } as const;
/** Minimum height in percent, so that one record stays visible beside a day with thousands. */
const leastHeight = 6;

/** The last days or weeks, ending today, including those without records. */
export function layBars(activity: readonly ActivityDay[], chart: Chart): ActivityBar[] {
  const { daysPerBar, today, kind } = chart;
  const known = new Map(activity.map((day) => [day.day, day]));
  const daysAgo = (days: number) => new Date(today.getFullYear(), today.getMonth(), today.getDate() - days);
  const bars = Array.from({ length: chart.bars }, (_, index) => {
    const last = (chart.bars - 1 - index) * daysPerBar;
    const days = Array.from({ length: daysPerBar }, (_day, ago) => daysAgo(last + daysPerBar - 1 - ago));
    const [from, to] = [days[0] ?? today, days.at(-1) ?? today];
    const counts = days.map((day) => known.get(dayKey(day)) ?? none).reduce(add, none);
    const { prompts, observations, summaries } = counts;
    const count = kind === null ? prompts + observations + summaries : counts[names[kind]];
    return { from: dayKey(from), to: dayKey(to), fromAt: from.getTime(), toAt: to.getTime(), counts, count };
  });
  const most = Math.max(1, ...bars.map(({ count }) => count));
  return bars.map((bar) => ({
    ...bar,
    height: bar.count === 0 ? 0 : Math.max(leastHeight, Math.round((bar.count / most) * 100)),
  }));
}

function add(one: Counts, other: Counts): Counts {
  return {
    prompts: one.prompts + other.prompts,
    observations: one.observations + other.observations,
    summaries: one.summaries + other.summaries,
  };
}
