import type { FeedId } from '#schema/feed.ts';
import type { TaskType } from '#schema/runs/run.ts';
import type { RecordKind } from '#schema/sessions/session.ts';

/**
 * Kept by triggers (counted.ts). A key may have several rows, one for each shard: only their sum counts.
 */
export interface CounterTables {
  /** By part: issues by kind, and slots that are not cleared by task. */
  row_counts: { name: string; part: string; shard: number; count: number };
  /** Feed 0: saved pages. */
  entry_counts: { feed_id: FeedId; shard: number; entries: number; unread: number; starred: number };
  project_counts: {
    project: string;
    shard: number;
    sessions: number;
    active: number;
    prompts: number;
    observations: number;
    summaries: number;
  };
  /** Records of coding sessions, by the quarter of an hour in which they happened. */
  record_counts: { quarter: number; kind: RecordKind; project: string; shard: number; count: number };
  /** Of runs with known usage, by the quarter of an hour of their creation. */
  spending: {
    quarter: number;
    task_type: TaskType;
    /** Empty: none. */
    provider: string;
    model: string;
    shard: number;
    runs: number;
    priced: number;
    input_tokens: number;
    cached_input_tokens: number;
    output_tokens: number;
    cost: number;
  };
}
