import { z } from 'zod';
import { askModel, inputTokensOf, outputTokensOf, renderPrompt } from '#engine/ask-model.ts';
import type { ModelAnswer } from '#engine/calls/call-model.ts';
import { tracePrompt } from '#engine/calls/trace-prompt.ts';
import type { RunContext } from '#engine/define-task.ts';
import type { Model } from '#engine/ports.ts';
import { AppError } from '#schema/app-error.ts';
import type { ErrorCode } from '#schema/error-codes.ts';
import type {
  GlossaryTerm,
  TranslatedParagraph,
  TranslationProblem,
} from '#schema/translations/translation.ts';
import { checkParagraph } from '#text/paragraphs/checks/check-paragraph.ts';
import { type Languages, termsFor, termsIn } from '#text/paragraphs/checks/glossary.ts';
import { createBatchJudge, type Judgement } from './judge-batch.ts';
import { type AskedParagraph, type Item, planBatches, splitAgain } from './plan-batches.ts';
import { createPairReader } from './read-pairs.ts';

interface Translation {
  model: Model;
  paragraphs: readonly AskedParagraph[];
  /** The translations so far by the key of their paragraph, if the paragraphs are translated again. */
  stored?: ReadonlyMap<string, string>;
  languages: Languages;
  glossary: readonly GlossaryTerm[];
  writer: { push(paragraph: TranslatedParagraph): void; settled(): Promise<void> };
}

/** Reserve for the template and for differences between tokenizers. */
const aroundTokens = 1200;
/** The run fails if the model gives this many useless answers without translating a single paragraph. */
const mostFailures = 8;

/** The answer was cut off, declined or useless, but the model is available, so the rest may be requested again. */
const contentFailures: ReadonlySet<ErrorCode> = new Set([
  'model_output_cut_off',
  'model_output_filtered',
  'model_output_empty',
  'model_stream_cut',
  'model_idle_timeout',
  'model_bad_response',
  'model_unavailable',
  'run_timeout',
]);
/** The model broke off or was too slow. Another request is worthwhile only if a new paragraph arrived. */
const brokenOff: ReadonlySet<ErrorCode> = new Set([
  'model_stream_cut',
  'model_idle_timeout',
  'model_unavailable',
  'run_timeout',
]);

/** Requests paragraphs in batches, and the missing ones of an answer again. Each is stored as soon as it arrives. */
export async function translateParagraphs(context: RunContext, work: Translation): Promise<ModelAnswer> {
  const { model, paragraphs, writer } = work;
  const arrived = createArrivals(work);
  let last: ModelAnswer | null = null;
  let failures = 0;
  let wasBroken = false;
  const room = { input: inputTokensOf(model) - aroundTokens, output: outputTokensOf(model) };
  const coverage = {
    chunksRead: 0,
    chunksTotal: 1,
    sourceCharacters: paragraphs.reduce((sum, { markup }) => sum + markup.length, 0),
  };
  if (paragraphs.length === 0) await traceOwnTemplate(context, model);
  else context.trace.coverage = coverage;
  const queue = planBatches(paragraphs, room).map((items) => ({ items, tries: 1 }));
  coverage.chunksTotal = Math.max(1, queue.length);

  for (let batch = queue.shift(); batch !== undefined; batch = queue.shift()) {
    const { items, tries } = batch;
    const { answer, rest, broken } = await askBatch(context, { ...work, items, arrived });
    // A single paragraph may cause the failure, but not two in a row.
    if (broken !== null && (items.length > 1 || wasBroken)) throw broken;
    wasBroken = broken !== null;
    last = answer ?? last;
    if (tries === 1) coverage.chunksRead += 1;
    if (rest.length === items.length) failures += 1;
    if (arrived.count() === 0 && failures >= mostFailures) throw useless(model);
    if (rest.length === 0) continue;
    if (items.length === 1) {
      for (const { item, problem } of rest) arrived.giveUp(item, problem);
      continue;
    }
    // Missing paragraphs are next in the queue, so that the article fills in order.
    const again =
      rest.length * 2 > items.length && tries === 1 ? splitAgain(rest.map(({ item }) => item)) : null;
    queue.unshift(
      ...(again ?? rest.map(({ item }) => [item])).map((each) => ({ items: each, tries: tries + 1 })),
    );
  }
  await writer.settled();
  if (paragraphs.length > 0 && arrived.count() === 0) throw useless(model);
  return last ?? { text: '', model: model.profile.model };
}

interface Batch extends Translation {
  items: readonly Item[];
  arrived: ReturnType<typeof createArrivals>;
}

type Rest = { item: Item; problem: TranslationProblem }[];

async function askBatch(
  context: RunContext,
  { model, items, languages, glossary, arrived, writer, stored }: Batch,
): Promise<{ answer: ModelAnswer | null; rest: Rest; broken: AppError | null }> {
  const judge = createBatchJudge(items, languages, stored);
  const reader = createPairReader();
  const before = arrived.count();
  const terms = termsIn(items.map(({ markup }) => markup).join('\n'), termsFor(glossary, languages));
  let answer: ModelAnswer | null = null;
  let broken: AppError | null = null;
  try {
    answer = await askModel(context, {
      model,
      templateId: context.run.templateId,
      sourceText: items.map(({ markup }, at) => `${at + 1}: ${markup}`).join('\n'),
      texts: { glossary: terms.map(({ term, rendering }) => `${term} = ${rendering ?? term}`).join('\n') },
      output: z.record(z.string(), z.string()),
      streamed: false,
      onProgress: (text) => arrived.apply(judge.take(reader.read(text))),
    });
    arrived.apply(judge.take(reader.read(answer.text, true)));
  } catch (error) {
    if (context.signal.aborted || !(error instanceof AppError) || !contentFailures.has(error.code))
      throw error;
    if (brokenOff.has(error.code) && arrived.count() === before) broken = error;
  }
  arrived.apply(judge.end(answer !== null));
  await writer.settled();
  return { answer, rest: judge.rest(), broken };
}

/** Collects the accepted texts, and joins paragraphs that were sent in parts. */
function createArrivals({ writer, languages, glossary }: Translation) {
  const parts = new Map<string, (string | undefined)[]>();
  const done = new Set<string>();

  function add({ item, text }: Judgement['accepted'][number]): void {
    const { paragraph, part, parts: count } = item;
    const known = parts.get(paragraph.key) ?? Array.from({ length: count }, () => undefined);
    known[part] = text;
    parts.set(paragraph.key, known);
    if (known.includes(undefined)) return;
    const whole = known.join(' ');
    const marks = checkParagraph({ source: paragraph.markup, target: whole, languages, glossary });
    done.add(paragraph.key);
    writer.push({ key: paragraph.key, text: whole, problem: null, marks });
  }

  function giveUp({ paragraph, part }: Item, problem: TranslationProblem): void {
    const known = parts.get(paragraph.key);
    if (known !== undefined) known[part] = undefined;
    done.delete(paragraph.key);
    writer.push({ key: paragraph.key, text: null, problem, marks: [] });
  }

  return {
    count: () => done.size,
    giveUp,
    apply({ accepted, retracted }: Judgement) {
      for (const each of accepted) add(each);
      for (const item of retracted) giveUp(item, 'misplaced');
    },
  };
}

/** A run whose paragraphs are all stored sends no prompt but still records its template. */
async function traceOwnTemplate(context: RunContext, model: Model): Promise<void> {
  const rendered = await renderPrompt(context, { templateId: context.run.templateId, sourceText: '.' });
  tracePrompt(context, { model, maxOutputTokens: outputTokensOf(model), rendered });
}

function useless({ profile }: Model): AppError {
  return new AppError('model_bad_response', `${profile.name} (${profile.model}) translated no paragraph.`);
}
