import { z } from 'zod';
import { defineTask, type RunContext } from '#engine/define-task.ts';
import { embedTexts } from '#engine/embed-texts.ts';
import type { Model } from '#engine/ports.ts';
import { AppError } from '#schema/app-error.ts';
import { recordKinds } from '#schema/sessions/session.ts';
import type { MeaningStore, RecordText, RecordVector, Vector } from '#sources/session/meaning/ports.ts';
import { cutCharacters } from '#text/sentences/cut-text.ts';

/** Fewer than the limit of any provider, and few enough for a small machine to answer in time. */
const textsPerCall = 16;
/** Statuses for a text that is too long or that a filter refuses, which must not block the others. */
const ofText: ReadonlySet<unknown> = new Set([400, 413, 422]);
/** Cuts texts for models with a small context. Code and Chinese have more tokens per character than prose. */
const charactersPerToken = 2;

const subjectSchema = z.object({
  records: z.array(z.object({ kind: z.enum(recordKinds), id: z.int().positive() })),
});

interface Read {
  /** The key of the model that made the vectors. */
  model: string;
  vectors: RecordVector[];
}

/** Makes vectors of records. Their texts are read when the run starts, so that none is stored with it. */
export function createEmbeddingTask(store: MeaningStore) {
  // A run that fails later stores what it has read so far, because that is paid for.
  const soFar = new WeakMap<RunContext, Read>();
  return defineTask<z.infer<typeof subjectSchema>, Read>({
    type: 'embedding',
    subject: subjectSchema,
    templateId: 'embedding',
    sample: { parameters: {}, texts: {} },
    isGrounded: false,
    joinKey: (subject) => subject,
    async answer(context, model) {
      const texts = await store.readTexts(context.input.subject.records);
      const key = modelKey(model.profile, context.ports.hash);
      const value: Read = { model: key, vectors: texts.filter(({ text }) => text === '').map(withoutVector) };
      soFar.set(context, value);
      await readAll(context, { model, texts, dimensions: await store.measure(key), read: value.vectors });
      return { text: '', model: model.profile.model, value };
    },
    save: async (_, { answer }) => {
      const made = answer.value as Read;
      return (tx) => store.saveVectors(tx, made);
    },
    saveFailed: (context) => (tx) => store.saveVectors(tx, soFar.get(context) ?? { model: '', vectors: [] }),
    announces: [],
  });
}

interface Reading {
  model: Model;
  texts: RecordText[];
  /** Dimensions of the vectors of earlier runs. */
  dimensions: number | null;
  /** Receives the vectors. */
  read: RecordVector[];
}

async function readAll(context: RunContext, { model, texts, dimensions, read }: Reading): Promise<void> {
  const full = texts.filter(({ text }) => text !== '');
  let known = dimensions;
  for (let from = 0; from < full.length; from += textsPerCall) {
    context.log.emit({ type: 'progress', phase: 'reading', done: from, total: full.length });
    const part = full.slice(from, from + textsPerCall);
    for (const one of await readPart(context, { model, texts: part, isTrusted: read.some(hasVector) })) {
      known ??= one.vector?.length ?? null;
      if (one.vector !== null && one.vector.length !== known)
        throw otherLength(model, { vector: one.vector, known });
      read.push(one);
    }
  }
}

interface Part {
  model: Model;
  texts: RecordText[];
  /** True if the model has read other texts of this run, so that a refusal is caused by the text. */
  isTrusted: boolean;
}

async function readPart(context: RunContext, { model, texts, isTrusted }: Part): Promise<RecordVector[]> {
  try {
    return await embed(context, { model, texts });
  } catch (error) {
    if (!isOfText(error) || (texts.length === 1 && !isTrusted)) throw error;
  }
  const parts: RecordVector[] = [];
  for (const record of texts) {
    try {
      parts.push(...(await embed(context, { model, texts: [record] })));
    } catch (error) {
      // After two refusals and no success the model is the cause, and each further call may cost money.
      if (!isOfText(error) || (!isTrusted && parts.length > 0 && !parts.some(hasVector))) throw error;
      parts.push(withoutVector(record));
    }
  }
  return parts;
}

async function embed(
  context: RunContext,
  { model, texts }: Pick<Part, 'model' | 'texts'>,
): Promise<RecordVector[]> {
  const most = model.profile.contextTokens * charactersPerToken;
  const cut = texts.map(({ text }) => cutCharacters(text, most));
  const vectors = await embedTexts(context, { model, texts: cut });
  return texts.map((record, at) => ({ ...record, vector: vectors[at] ?? null }));
}

function isOfText(error: unknown): boolean {
  if (!(error instanceof AppError)) return false;
  const { code, details } = error;
  return code === 'model_context_exceeded' || (code === 'model_refused' && ofText.has(details?.status));
}

function hasVector({ vector }: RecordVector): boolean {
  return vector !== null;
}

function withoutVector(record: RecordText): RecordVector {
  return { ...record, vector: null };
}

function otherLength(model: Model, { vector, known }: { vector: Vector; known: number | null }): AppError {
  return new AppError(
    'model_bad_response',
    `${model.profile.name} sent a vector of ${vector.length} numbers; its earlier ones have ${known}. Turn search by meaning off and on again to read all records again.`,
  );
}

/** Identifies a model, because vectors of different models cannot be compared. */
export function modelKey(
  { provider, baseUrl, model }: Pick<Model['profile'], 'provider' | 'baseUrl' | 'model'>,
  hash: (text: string) => string,
): string {
  return hash(JSON.stringify([provider, baseUrl, model])).slice(0, 24);
}
