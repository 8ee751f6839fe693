import type { SubmitRequest } from '#engine/submit-request.ts';
import type { Entry } from '#schema/entry.ts';
import type { ModelProfileId } from '#schema/ids.ts';
import type { Run } from '#schema/runs/run.ts';
import type { Settings } from '#schema/settings.ts';
import { summaryRoute } from '#schema/summary-route.ts';
import type { TaggingBatch, TaggingMode } from '#schema/tags/tag-wire.ts';
import { sourceOf } from '#sources/entry/entry-source.ts';
import type { TaggingSubject } from '#sources/entry/tasks/tagging.ts';

type Models = Pick<Settings, 'summaryAgent' | 'tagging'>;

interface Order {
  settings: Models;
  mode: TaggingMode;
  trigger: Run['trigger'];
  batch?: Pick<TaggingBatch, 'id' | 'createdAt'>;
}

/** The models that suggest tags, in the order they are asked. */
export function taggingRoute({ tagging, summaryAgent }: Models): ModelProfileId[] {
  const { primaryModelProfileId: primary, fallbackModelProfileId: fallback } = tagging;
  const route = primary === null ? summaryRoute(summaryAgent) : [primary];
  return fallback === null || route.includes(fallback) ? route : [...route, fallback];
}

/** The run that tags an entry. */
export function planTagging(entry: Entry, { mode, trigger, settings, batch }: Order): SubmitRequest {
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
    route: taggingRoute(settings),
    templateId: settings.tagging.templateId,
    input: { sourceText: entry.text, title: entry.title, contentHash: entry.contentHash, subject },
    parameters: batch === undefined ? {} : { batchId: batch.id },
  };
}
