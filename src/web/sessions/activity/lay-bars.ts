import type { RecordKind } from '#schema/sessions/session.ts';
import type { ActivityDay } from '#schema/sessions/sessions-wire.ts';
import { dayKey } from '#web/controls/days/day-key.ts';

export interface DayBar {
  /** Such as 2026-01-31. */
  day: string;
  /** When it starts. */
  at: number;
  counts: Omit<ActivityDay, 'day'>;
  /** What the bar shows: all records, or those of one kind. */
  count: number;
  /** Of the height of the chart, in percent. */
  height: number;
}

interface Chart {
  days: number;
  today: Date;
  /** Null: all kinds. */
  kind: RecordKind | null;
}

const none = { prompts: 0, observations: 0, summaries: 0 };
const names = { prompt: 'prompts', observation: 'observations', summary: 'summaries' } as const;
/** A single record stays visible beside a day with thousands. */
const leastHeight = 6;

/** One bar for each of the last days, ending today, including days without records. */
export function layBars(activity: readonly ActivityDay[], { days, today, kind }: Chart): DayBar[] {
  const known = new Map(activity.map(({ day, ...counts }) => [day, counts]));
  const bars = Array.from({ length: days }, (_, index) => {
    const date = new Date(today.getFullYear(), today.getMonth(), today.getDate() - (days - 1 - index));
    const counts = known.get(dayKey(date)) ?? none;
    const { prompts, observations, summaries } = counts;
    const count = kind === null ? prompts + observations + summaries : counts[names[kind]];
    return { day: dayKey(date), at: date.getTime(), counts, count };
  });
  const most = Math.max(1, ...bars.map(({ count }) => count));
  return bars.map((bar) => ({
    ...bar,
    height: bar.count === 0 ? 0 : Math.max(leastHeight, Math.round((bar.count / most) * 100)),
  }));
}
