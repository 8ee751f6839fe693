import {
  type Ask,
  askModel,
  inputTokensOf,
  outputTokensOf,
  readsAnyLength,
  renderPrompt,
} from '#engine/ask-model.ts';
import type { ModelAnswer } from '#engine/calls/call-model.ts';
import { tracePrompt } from '#engine/calls/trace-prompt.ts';
import type { RunContext } from '#engine/define-task.ts';
import type { Model, OfflineAnswer } from '#engine/ports.ts';
import { AppError } from '#schema/app-error.ts';
import type { ErrorCode } from '#schema/error-codes.ts';
import type { Coverage } from '#schema/runs/run.ts';
import { boundTokens } from '#text/tokens/tokens.ts';
import { requireSummary } from './check-answer.ts';

/**
 * How to read a source. A source over the model's context is read in parts, and the answers to the parts are then
 * merged.
 */
interface Reading {
  partTemplateId: string;
  mergeTemplateId: string;
  offline: OfflineAnswer;
}

/** With less room than this for the source, the parts would be too small to be useful. */
const leastTokens = 200;

/**
 * Has one model read the whole source. A source that fits the context takes one call. A longer one is read in parts,
 * and their answers are merged into one. Nothing is cut: the coverage of the run counts every chunk.
 */
export async function readSource(context: RunContext, model: Model, reading: Reading): Promise<ModelAnswer> {
  const { run, input, log } = context;
  const { partTemplateId, offline } = reading;
  const whole = { model, templateId: run.templateId, sourceText: input.sourceText, offline, streamed: true };
  const chunks = await splitToFit(context, {
    model,
    text: input.sourceText,
    templateId: run.templateId,
    chunkTemplateId: partTemplateId,
  });
  const coverage = { chunksRead: 0, chunksTotal: chunks.length, sourceCharacters: input.sourceText.length };
  context.trace.coverage = coverage;

  if (chunks.length === 1) {
    log.emit({ type: 'progress', phase: 'writing', done: 0, total: 1 });
    const answer = await askForSummary(context, whole);
    coverage.chunksRead = 1;
    return answer;
  }

  await traceOwnTemplate(context, model);
  const answers = await readParts(context, { chunks, coverage }, (chunk, index) =>
    askForSummary(context, {
      model,
      templateId: partTemplateId,
      sourceText: chunk,
      passing: partParameters(index, chunks.length),
      streamed: false,
    }),
  );
  return mergeAnswers(context, {
    model,
    mergeTemplateId: reading.mergeTemplateId,
    answers: answers.map(({ text }) => text),
  });
}

async function askForSummary(context: RunContext, ask: Ask): Promise<ModelAnswer> {
  const answer = await askModel(context, ask);
  await requireSummary(context, { ...ask, covered: ask.sourceText, text: answer.text });
  return answer;
}

interface Parts {
  chunks: readonly string[];
  /** Counts the parts that were read. It is absent if the parts are answers to other parts. */
  coverage?: Coverage | undefined;
}

/**
 * Asks for each part of a text. A part whose answer is refused is asked for again. If that answer is refused too, the
 * part counts as not read. Throws the refusal if no part was read.
 */
export async function readParts<T>(
  { log, ports, run }: RunContext,
  { chunks, coverage }: Parts,
  ask: (chunk: string, index: number) => Promise<T>,
): Promise<T[]> {
  const answers: T[] = [];
  let refusal: AppError | null = null;
  for (const [index, chunk] of chunks.entries()) {
    log.emit({ type: 'progress', phase: 'reading', done: index, total: chunks.length });
    const answer = await unlessRefused(() => ask(chunk, index));
    const second = answer instanceof AppError ? await unlessRefused(() => ask(chunk, index)) : answer;
    if (second instanceof AppError) {
      refusal = second;
      ports.log.warn({ runId: run.id, part: index + 1, err: second }, 'a part was not read');
      continue;
    }
    answers.push(second);
    if (coverage !== undefined) coverage.chunksRead += 1;
  }
  log.emit({ type: 'progress', phase: 'reading', done: chunks.length, total: chunks.length });
  if (answers.length === 0 && refusal !== null) throw refusal;
  return answers;
}

const refusals: ReadonlySet<ErrorCode> = new Set(['summary_refused', 'model_output_empty']);

/** Returns the error if the answer was no answer. Throws any other error. */
async function unlessRefused<T>(ask: () => Promise<T>): Promise<T | AppError> {
  try {
    return await ask();
  } catch (error) {
    if (error instanceof AppError && refusals.has(error.code)) return error;
    throw error;
  }
}

/** Records the run's own template first, although a long source is read with other templates. */
async function traceOwnTemplate(context: RunContext, model: Model): Promise<void> {
  const rendered = await renderPrompt(context, { templateId: context.run.templateId, sourceText: '.' });
  tracePrompt(context, { model, maxOutputTokens: outputTokensOf(model), rendered });
}

async function mergeAnswers(
  context: RunContext,
  { model, mergeTemplateId, answers }: { model: Model; mergeTemplateId: string; answers: string[] },
): Promise<ModelAnswer> {
  const { log } = context;
  const text = answers.join('\n\n');
  const groups = await splitToFit(context, {
    model,
    text,
    templateId: mergeTemplateId,
    chunkTemplateId: mergeTemplateId,
  });
  if (groups.length === 1) {
    log.emit({ type: 'progress', phase: 'writing', done: 0, total: 1 });
    return askForSummary(context, { model, templateId: mergeTemplateId, sourceText: text, streamed: true });
  }
  if (groups.length >= answers.length) throw contextTooSmall(model);
  const merged: string[] = [];
  for (const [index, group] of groups.entries()) {
    log.emit({ type: 'progress', phase: 'merging', done: index, total: groups.length });
    const ask = { model, templateId: mergeTemplateId, sourceText: group, streamed: false };
    merged.push((await askForSummary(context, ask)).text);
  }
  return mergeAnswers(context, { model, mergeTemplateId, answers: merged });
}

interface Fit {
  model: Model;
  text: string;
  templateId: string;
  chunkTemplateId: string;
  /** Untrusted texts that go with every call beside the source. */
  texts?: Record<string, string>;
}

/** Returns the text whole if it fits one call with its template, otherwise in parts. */
export async function splitToFit(
  context: RunContext,
  { model, text, templateId, chunkTemplateId, texts }: Fit,
): Promise<string[]> {
  if (readsAnyLength(model)) return [text];
  const room = inputTokensOf(model);
  // A text far below the limit is not counted, because the prompt around it is a few hundred words.
  if (boundTokens(text) + 4096 <= room) return [text];
  const { textWork } = context.ports;

  async function roomFor(id: string): Promise<number> {
    const around = await renderPrompt(context, {
      templateId: id,
      sourceText: '.',
      passing: partParameters(0, 1),
      ...(texts === undefined ? {} : { texts }),
    });
    return room - (await textWork.run('countTokens', [[around.system, around.prompt]]));
  }

  const wholeTokens = await roomFor(templateId);
  const partTokens = await roomFor(chunkTemplateId);
  const fits = partTokens >= leastTokens ? partTokens : null;
  const chunks = await textWork.run('chunkToFit', [text, { wholeTokens, partTokens: fits }], context.signal);
  if (chunks === null) throw contextTooSmall(model);
  return chunks;
}

function partParameters(index: number, count: number): Record<string, string> {
  return { partNumber: String(index + 1), partCount: String(count) };
}

function contextTooSmall(model: Model): AppError {
  return new AppError(
    'model_context_exceeded',
    `The context of ${model.profile.name} (${model.profile.contextTokens} tokens) leaves no room for the text.`,
  );
}
