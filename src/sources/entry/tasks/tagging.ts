import { z } from 'zod';
import { askObject } from '#engine/answers/ask-object.ts';
import { splitToFit } from '#engine/answers/read-source.ts';
import { inputTokensOf, readsAnyLength } from '#engine/ask-model.ts';
import type { ModelAnswer } from '#engine/calls/call-model.ts';
import { defineTask, type RunContext, type SubmitRequest } from '#engine/define-task.ts';
import type { Model } from '#engine/ports.ts';
import { AppError } from '#schema/app-error.ts';
import { type Entry, entryIdSchema } from '#schema/entry.ts';
import type { ModelProfileId } from '#schema/ids.ts';
import { summaryRoute } from '#schema/named-in-settings.ts';
import type { Run } from '#schema/runs/run.ts';
import type { Settings } from '#schema/settings.ts';
import {
  batchIdSchema,
  maxSuggestions,
  type TaggingBatch,
  type TaggingMode,
  taggingModeSchema,
} from '#schema/tag-wire.ts';
import { sourceOf } from '#sources/entry/require-entry.ts';
import type { TagStore } from '#sources/entry/tags/ports.ts';
import type { FoundTag } from '#text/tags/read-tags.ts';
import type { LibraryTag } from '#text/tags/suggest-tags.ts';

interface Ports {
  store: Pick<TagStore, 'listLibrary' | 'saveFoundTags'>;
  /** Called when a run of a batch has ended. */
  continueBatches(): void;
}

const subjectSchema = z.object({
  mode: taggingModeSchema,
  batchId: batchIdSchema.nullable(),
  /** Only older tags are offered, because what a batch adds must not change what it suggests next. */
  libraryBefore: z.number().nullable(),
});
type TaggingSubject = z.infer<typeof subjectSchema>;

/** The list has no maximum: if a model returns too many tags, the best are used instead of asking again. */
const answerSchema = z.object({ tags: z.array(z.object({ name: z.string(), quote: z.string() })) });
type GivenTag = z.infer<typeof answerSchema>['tags'][number];

/** Maximum tokens of the library in a prompt, enough for about 200 names. */
const libraryTokens = 600;
/** Maximum share of the library in the tokens that a call may read. */
const libraryShare = 0.1;

/** Suggests tags for an entry, each with the passage that justifies it. */
export function createTaggingTask({ store, continueBatches }: Ports) {
  return defineTask<TaggingSubject, FoundTag[]>({
    type: 'tagging',
    subject: subjectSchema,
    templateId: 'tagging.default',
    sample: {
      parameters: {},
      texts: {
        sourceText:
          'The harbour of Lunde was closed for eleven days after the storm of 3 March. Divers found two sunken barges across the main channel, and the port authority hired a crane ship to lift them. On 14 March the first ferry came in again.',
        title: 'The harbour of Lunde is open again',
        library: 'ferries\nshipping',
      },
      further: new Map([['tagging.form', { problem: 'it has no JSON object' }]]),
    },
    isGrounded: false,
    joinKey: ({ mode, batchId }) => [mode, batchId],
    async answer(context, model) {
      const library = await store.listLibrary(context.input.subject.libraryBefore);
      const { answer, given } = await askForTags(context, model, library);
      const found = await context.ports.textWork.run(
        'readTags',
        [context.input.sourceText, given, maxSuggestions],
        context.signal,
      );
      if (given.length > 0 && found.length === 0) {
        const { name } = model.profile;
        throw new AppError('model_bad_response', `${name} returned no tag with a passage in the article.`);
      }
      return { ...answer, text: '', value: found };
    },
    async save({ run, input }, { answer, at }) {
      const { mode, batchId } = input.subject;
      const found = (answer.value ?? []).map(({ name, quote }) => ({ name, quote }));
      const entryId = entryIdSchema.parse(Number(run.source.id));
      return (tx) => store.saveFoundTags(tx, { entryId, runId: run.id, batchId, mode, found, at });
    },
    announces: ['entries', 'tags'],
    async afterEnd({ parameters }) {
      if (parameters.batchId !== undefined) continueBatches();
    },
  });
}

interface Given {
  answer: ModelAnswer;
  given: GivenTag[];
}

/** Asks in one call if the article fits into the context, otherwise in parts. Tags found in most parts come first. */
async function askForTags(
  context: RunContext<TaggingSubject>,
  model: Model,
  library: readonly LibraryTag[],
): Promise<Given> {
  const { run, input, log, trace, ports } = context;
  const texts = await libraryFor(context, model, library);
  const { templateId } = run;
  const { sourceText, title } = input;
  const chunks = await splitToFit(context, {
    model,
    text: sourceText,
    templateId,
    chunkTemplateId: templateId,
    texts,
  });
  const coverage = { chunksRead: 0, chunksTotal: chunks.length, sourceCharacters: sourceText.length };
  trace.coverage = coverage;
  const given: GivenTag[][] = [];
  let last: ModelAnswer | null = null;
  for (const [index, chunk] of chunks.entries()) {
    log.emit({ type: 'progress', phase: 'reading', done: index, total: chunks.length });
    const { answer, value } = await askObject(context, {
      model,
      templateId,
      repairTemplateId: 'tagging.form',
      sourceText: chunk,
      texts,
      output: answerSchema,
      offline: async (textWork, signal) => {
        const options = { title: title ?? undefined, library, limit: maxSuggestions };
        return [JSON.stringify({ tags: await textWork.run('suggestTags', [sourceText, options], signal) })];
      },
    });
    last = answer;
    given.push(value.tags);
    coverage.chunksRead = index + 1;
  }
  if (last === null) throw new AppError('source_empty', 'The article has no text.');
  const merged = given.length === 1 ? given[0] : await ports.textWork.run('mergeTags', [given]);
  return { answer: last, given: merged ?? [] };
}

async function libraryFor(
  { ports, input, signal }: RunContext,
  model: Model,
  library: readonly LibraryTag[],
): Promise<Record<string, string>> {
  if (library.length === 0 || readsAnyLength(model)) return {};
  const maxTokens = Math.min(libraryTokens, Math.floor(inputTokensOf(model) * libraryShare));
  const names = await ports.textWork.run('chooseLibrary', [input.sourceText, library, { maxTokens }], signal);
  return names.length === 0 ? {} : { library: names.join('\n') };
}

type Models = Pick<Settings, 'summaryAgent' | 'tagging'>;

interface Order {
  settings: Models;
  mode: TaggingMode;
  trigger: Run['trigger'];
  batch?: Pick<TaggingBatch, 'id' | 'createdAt'>;
}

/** The models that suggest tags, in the order they are tried. */
export function taggingRoute({ tagging, summaryAgent }: Models): ModelProfileId[] {
  const { primaryModelProfileId: primary, fallbackModelProfileId: fallback } = tagging;
  const route = primary === null ? summaryRoute(summaryAgent) : [primary];
  return fallback === null || route.includes(fallback) ? route : [...route, fallback];
}

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
