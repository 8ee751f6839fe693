import type { RecordKind } from '#schema/sessions/session.ts';
import type { ActivityDay } from '#schema/sessions/sessions-wire.ts';
import { dayKey } from '#web/controls/days/day-key.ts';

type Counts = Omit<ActivityDay, 'day'>;

export interface ActivityBar {
  /** Its first and last day, such as 2026-01-31. */
  from: string;
  to: string;
  /** When the first and the last day start. */
  fromAt: number;
  toAt: number;
  counts: Counts;
  /** What the bar shows: all records, or those of one kind. */
  count: number;
  /** Of the height of the chart, in percent. */
  height: number;
}

interface Chart {
  bars: number;
  daysPerBar: number;
  today: Date;
  /** Null: all kinds. */
  kind: RecordKind | null;
}

const none: Counts = { prompts: 0, observations: 0, summaries: 0 };
const names = { prompt: 'prompts', observation: 'observations', summary: 'summaries' } as const;
/** A single record stays visible beside a day with thousands. */
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
