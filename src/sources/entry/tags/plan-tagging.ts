import type { SubmitRequest } from '#engine/submit-request.ts';
import type { Entry } from '#schema/entry.ts';
import type { Run } from '#schema/runs/run.ts';
import type { Settings } from '#schema/settings.ts';
import { summaryRoute } from '#schema/summary-route.ts';
import type { TaggingBatch, TaggingMode } from '#schema/tags/tag-wire.ts';
import { sourceOf } from '#sources/entry/entry-source.ts';
import type { TaggingSubject } from '#sources/entry/tasks/tagging.ts';

interface Order extends Pick<Settings, 'summaryAgent'> {
  mode: TaggingMode;
  trigger: Run['trigger'];
  batch?: Pick<TaggingBatch, 'id' | 'createdAt'>;
}

/** The run that tags an entry. The models that write summaries do it. */
export function planTagging(entry: Entry, { mode, trigger, summaryAgent, batch }: Order): SubmitRequest {
  const subject: TaggingSubject = {
    mode,
    batchId: batch?.id ?? null,
    libraryBefore: batch?.createdAt ?? null,
  };
  return {
    taskType: 'tagging',
    source: { ...sourceOf(entry.id), title: entry.title },
    agentId: 'tagging',
    trigger,
    route: summaryRoute(summaryAgent),
    input: { sourceText: entry.text, title: entry.title, contentHash: entry.contentHash, subject },
    parameters: batch === undefined ? {} : { batchId: batch.id },
  };
}
