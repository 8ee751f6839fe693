import { z } from 'zod';
import { defineTask, type RunContext, type TemplateSample } from '#engine/define-task.ts';
import { nap } from '#engine/nap.ts';
import { outlastOutage } from '#engine/outlast-outage.ts';
import { RunStopped } from '#engine/stop-reason.ts';
import { entryIdSchema } from '#schema/entry.ts';
import { languageSchema } from '#schema/language.ts';
import {
  glossaryTermSchema,
  paragraphKeySchema,
  type TranslatedParagraph,
} from '#schema/translations/translation.ts';
import type { translateParagraphs } from '#sources/entry/translations/batches/translate-paragraphs.ts';
import type { NewParagraph, TranslationStore } from '#sources/entry/translations/ports.ts';

const paragraphSchema = z.object({ key: paragraphKeySchema, markup: z.string() });
const subjectSchema = z.object({
  sourceLanguage: languageSchema.nullable(),
  glossary: z.array(glossaryTermSchema),
});

export const translationSubjectSchema = subjectSchema.extend({
  /** The title comes first. Duplicates are omitted. */
  paragraphs: z.array(paragraphSchema),
  /** Translates paragraphs again that already have a translation. */
  again: z.boolean(),
});
export type TranslationSubject = z.infer<typeof translationSubjectSchema>;

/** Titles of several entries. */
export const titlesSubjectSchema = subjectSchema.extend({
  targetLanguage: languageSchema,
  titles: z.array(paragraphSchema.extend({ entryId: entryIdSchema })),
});
export type TitlesSubject = z.infer<typeof titlesSubjectSchema>;

/** A text that is not an entry. */
export const textTranslationSubjectSchema = subjectSchema.extend({
  targetLanguage: languageSchema,
  paragraphs: z.array(paragraphSchema),
});
export type TextTranslationSubject = z.infer<typeof textTranslationSubjectSchema>;

type Store = Pick<
  TranslationStore,
  'saveParagraphs' | 'listOfRun' | 'listParagraphs' | 'saveTranslation' | 'settle'
>;

const templateId = 'translation.default';
const sample: TemplateSample = {
  parameters: { targetLanguage: 'de', targetLanguageDisplayName: 'German (de)' },
  texts: {
    sourceText:
      '1: The harbour of Lunde is open again\n2: Read <1>the report</1> of the port authority, which lifted two barges on 14 March.',
    glossary: 'port authority = Hafenamt',
  },
};

/** Translates an entry paragraph by paragraph. Paragraphs that have arrived are stored even if the run fails. */
export function createTranslationTask(store: Store) {
  return defineTask<TranslationSubject>({
    type: 'translation',
    subject: translationSubjectSchema,
    templateId,
    sample,
    slot: {
      variant: z.object({ targetLanguage: languageSchema }),
      cap: ({ storage }) => storage.translationCap,
    },
    isGrounded: false,
    joinKey: ({ paragraphs, again }) => [paragraphs.map(({ key }) => key), again],
    async answer(context, model) {
      const { run, input } = context;
      const { paragraphs, sourceLanguage, glossary, again } = input.subject;
      const entryId = entryIdSchema.parse(Number(run.source.id));
      const targetLanguage = run.targetLanguage ?? '';
      const ofRun = await store.listOfRun(run.id);
      const stored = await store.listParagraphs({ entryId, targetLanguage });
      const done = keysOf(again ? ofRun : [...ofRun, ...stored]);
      const writer = createParagraphWriter(context, {
        store,
        targetLanguage,
        rowsOf: (paragraph) => [{ ...paragraph, entryId }],
        onStored: countProgress(context, done, paragraphs.length),
      });
      return translate(context, {
        model,
        paragraphs: paragraphs.filter(({ key }) => !done.has(key)),
        stored: new Map(stored.flatMap(({ key, text }) => (text === null ? [] : [[key, text]]))),
        languages: { source: sourceLanguage, target: targetLanguage },
        glossary,
        writer,
      });
    },
    async save({ run }) {
      return async (tx) => (evicted) => store.saveTranslation(tx, run.id, evicted);
    },
    afterEnd: (run) => store.settle(run.id),
    announces: ['entries'],
  });
}

/** Translates the titles of several entries. Each becomes the first paragraph of its entry's translation. */
export function createTitleTranslationTask(store: Store) {
  return defineTask<TitlesSubject>({
    type: 'title-translation',
    subject: titlesSubjectSchema,
    templateId,
    sample,
    isGrounded: false,
    joinKey: (subject) => subject,
    async answer(context, model) {
      const { titles, targetLanguage, sourceLanguage, glossary } = context.input.subject;
      const done = keysOf(await store.listOfRun(context.run.id));
      const byKey = Map.groupBy(titles, ({ key }) => key);
      const writer = createParagraphWriter(context, {
        store,
        targetLanguage,
        rowsOf: (paragraph): NewParagraph[] =>
          (byKey.get(paragraph.key) ?? []).map(({ entryId }) => ({ ...paragraph, entryId })),
        onStored: countProgress(context, done, byKey.size),
      });
      return translate(context, {
        model,
        paragraphs: [...byKey.values()].flatMap(([first]) => (first && !done.has(first.key) ? [first] : [])),
        languages: { source: sourceLanguage, target: targetLanguage },
        glossary,
        writer,
      });
    },
    afterEnd: (run) => store.settle(run.id),
    announces: ['entries'],
  });
}

/** Translates a text that is not an entry. Its paragraphs are stored only in the events of the run. */
export function createTextTranslationTask(store: Pick<Store, 'saveParagraphs'>) {
  return defineTask<TextTranslationSubject>({
    type: 'text-translation',
    subject: textTranslationSubjectSchema,
    templateId,
    sample,
    isGrounded: false,
    joinKey: (subject) => subject,
    async answer(context, model) {
      const { paragraphs, targetLanguage, sourceLanguage, glossary } = context.input.subject;
      const done = keysOf(await listAnnounced(context));
      const writer = createParagraphWriter(context, {
        store,
        targetLanguage,
        rowsOf: () => [],
        onStored: countProgress(context, done, paragraphs.length),
      });
      return translate(context, {
        model,
        paragraphs: paragraphs.filter(({ key }) => !done.has(key)),
        languages: { source: sourceLanguage, target: targetLanguage },
        glossary,
        writer,
      });
    },
    announces: [],
  });
}

const eventsPerRead = 1000;

/** The paragraphs that this run has announced so far, from any model and attempt. */
async function listAnnounced({ run, log, ports }: RunContext): Promise<TranslatedParagraph[]> {
  await log.settled();
  const found = new Map<string, TranslatedParagraph>();
  let afterSeq = 0;
  for (;;) {
    const events = await ports.store.readEvents({ runId: run.id, afterSeq, limit: eventsPerRead });
    for (const event of events) if (event.type === 'paragraph') found.set(event.key, event);
    const last = events.at(-1);
    if (last === undefined) return [...found.values()];
    afterSeq = last.seq;
  }
}

/** Loaded on first use because the tables of all languages need time and much memory. */
async function translate(...given: Parameters<typeof translateParagraphs>) {
  const batches = await import('#sources/entry/translations/batches/translate-paragraphs.ts');
  return batches.translateParagraphs(...given);
}

function keysOf(paragraphs: readonly { key: string; text: string | null }[]): Set<string> {
  return new Set(paragraphs.filter(({ text }) => text !== null).map(({ key }) => key));
}

function countProgress({ log }: RunContext, before: ReadonlySet<string>, total: number) {
  const done = new Set(before);
  return (paragraphs: readonly { key: string; text: string | null }[]): void => {
    for (const { key, text } of paragraphs) {
      if (text === null) done.delete(key);
      else done.add(key);
    }
    if (total > 0)
      log.emit({ type: 'progress', phase: 'translating', done: Math.min(done.size, total), total });
  };
}

interface ParagraphWriter {
  push(paragraph: TranslatedParagraph): void;
  /** Resolves when everything is stored and announced. Throws the error that prevented storing. */
  settled(): Promise<void>;
}

interface Writing {
  store: Pick<TranslationStore, 'saveParagraphs'>;
  targetLanguage: string;
  /** Returns several rows if the paragraph occurs in several entries. */
  rowsOf(paragraph: TranslatedParagraph): NewParagraph[];
  onStored(paragraphs: readonly TranslatedParagraph[]): void;
}

/** How long a run that can no longer store anything waits for its cancellation before it ends as lost. */
const stopMs = 30_000;

/** Stores paragraphs before it announces them, so that what a reader has seen survives a crash. */
function createParagraphWriter(
  { run, log, ports, signal }: RunContext,
  { store, targetLanguage, rowsOf, onStored }: Writing,
): ParagraphWriter {
  let waiting = new Map<string, TranslatedParagraph>();
  let writing: Promise<void> | null = null;
  let failure: unknown = null;

  async function write(): Promise<void> {
    while (waiting.size > 0 && failure === null) {
      const paragraphs = [...waiting.values()];
      waiting = new Map();
      const save = () =>
        store.saveParagraphs({
          runId: run.id,
          attempt: run.attempt,
          targetLanguage,
          paragraphs: paragraphs.flatMap(rowsOf),
          at: ports.clock.now(),
        });
      if (!(await outlastOutage({ clock: ports.clock, signal }, save))) {
        await nap(ports.clock, stopMs, signal);
        signal.throwIfAborted();
        throw new RunStopped('lost');
      }
      for (const paragraph of paragraphs) log.emit({ type: 'paragraph', ...paragraph });
      onStored(paragraphs);
    }
  }

  return {
    push(paragraph) {
      waiting.set(paragraph.key, paragraph);
      writing ??= write()
        .catch((error: unknown) => {
          failure = error;
        })
        .finally(() => {
          writing = null;
        });
    },
    async settled() {
      while (writing !== null) await writing;
      if (failure !== null) throw failure;
    },
  };
}
