import { askObject, type ObjectAnswer } from '#engine/answers/ask-object.ts';
import { requireSummary } from '#engine/answers/check-answer.ts';
import { readParts, splitToFit } from '#engine/answers/read-source.ts';
import { defineTask, type RunContext, type SubmitRequest } from '#engine/define-task.ts';
import type { Bus, Model } from '#engine/ports.ts';
import { AppError } from '#schema/app-error.ts';
import type { CheckTarget } from '#schema/runs/check-wire.ts';
import type { Grounding } from '#schema/runs/grounding.ts';
import type { SourceRef } from '#schema/runs/run.ts';
import {
  groundFields,
  presentFields,
  type SessionAnswer,
  type SessionInput,
  type SummaryFields,
  sessionAnswerSchema,
  sessionIdSchema,
  sessionInputSchema,
} from '#schema/sessions/session.ts';
import type { SessionResults } from '#sources/session/ports.ts';
import { stripContext } from '#text/privacy/context-tag.ts';
import { stripPrivate } from '#text/privacy/hide-private.ts';

interface Ports {
  store: SessionResults;
  bus: Pick<Bus, 'publish'>;
  /** The check or correction by a model that follows a new summary. */
  planAfter(made: NewSummary): Promise<SubmitRequest | null>;
}

interface NewSummary {
  target: CheckTarget;
  source: SourceRef;
  text: string;
  grounding: Grounding;
  sourceText: string;
  trigger: 'auto';
}

/** Summarizes a turn of a coding session in six fields. */
export function createSessionTask({ store, bus, planAfter }: Ports) {
  return defineTask({
    type: 'session',
    subject: sessionInputSchema,
    templateId: 'session-summary',
    sample: {
      parameters: {},
      texts: {
        sourceText: `User, prompt 1:\nWhy does the page of Lunde show no ferry?\n\nTool read:\nsrc/ferries.ts\nResult:\nexport const opensAt = '2026-04-14';\n\nAssistant:\nThe month was wrong; I set it to March.`,
      },
      further: new Map([['session-summary.repair', { problem: 'it has no JSON object' }]]),
    },
    isGrounded: true,
    async answer(context, model) {
      const { answer, value } = await readTurn(context, { model, text: context.input.sourceText });
      const text = presentFields(value);
      context.log.text(text);
      return { ...answer, text, value };
    },
    async save({ run, input }, { answer, grounding, at }) {
      const { sessionId, promptNumber } = input.subject;
      const fields = answer.value as SummaryFields;
      const summary = { sessionId, promptNumber, fields, grounding: groundFields(fields, grounding) };
      return (tx) => store.saveSessionSummary(tx, { ...summary, runId: run.id, at });
    },
    /** Runs while the source text exists: the assistant's last message is not stored. */
    async next({ run: { id, source }, input: { sourceText } }, { answer: { text }, grounding }) {
      if (grounding === null) return null;
      const target = { kind: 'session' as const, id };
      return planAfter({ target, source, text, grounding, sourceText, trigger: 'auto' });
    },
    announces: [],
    /** Announces the summary like any other new one. */
    async afterEnd(run) {
      const id = await store.findSessionSummary(run.id);
      if (id === null) return;
      const sessionDbId = sessionIdSchema.parse(Number(run.source.id));
      await bus.publish({ kind: 'session', event: { type: 'new_summary', sessionDbId, id } });
    },
  });
}

type Told = ObjectAnswer<SummaryFields>;

/** Asks in one call if the turn fits into the context, otherwise in parts whose fields are then merged. */
async function readTurn(
  context: RunContext<SessionInput>,
  { model, text }: { model: Model; text: string },
): Promise<Told> {
  const { run, input, log, trace } = context;
  const { templateId } = run;
  const chunks = await splitToFit(context, { model, text, templateId, chunkTemplateId: templateId });
  const isWhole = text === input.sourceText;
  if (isWhole) {
    trace.coverage = { chunksRead: 0, chunksTotal: chunks.length, sourceCharacters: text.length };
  }
  const coverage = isWhole && trace.coverage !== null ? trace.coverage : undefined;
  if (chunks.length === 1) {
    log.emit({ type: 'progress', phase: 'writing', done: 0, total: 1 });
    const whole = await tell(context, { model, text });
    if (coverage !== undefined) coverage.chunksRead = 1;
    return whole;
  }
  const told = await readParts(context, { chunks, coverage }, (chunk) =>
    tell(context, { model, text: chunk }),
  );
  const [only, ...others] = told;
  if (only !== undefined && others.length === 0) return only;
  const joined = told.map(({ value }, index) => `Part ${index + 1}:\n${JSON.stringify(value)}`).join('\n\n');
  if (joined.length >= text.length) {
    throw new AppError(
      'model_context_exceeded',
      `The context of ${model.profile.name} (${model.profile.contextTokens} tokens) leaves no room for the turn.`,
    );
  }
  return readTurn(context, { model, text: joined });
}

async function tell(
  context: RunContext<SessionInput>,
  { model, text }: { model: Model; text: string },
): Promise<Told> {
  const { answer, value } = await askObject(context, {
    model,
    templateId: context.run.templateId,
    repairTemplateId: 'session-summary.repair',
    sourceText: text,
    output: sessionAnswerSchema,
    offline: async (textWork, signal) => {
      const { prompts, observations, lastAssistantMessage } = context.input.subject;
      const record = {
        // Earlier prompts belong to turns of their own.
        prompts: prompts.slice(-1).map((prompt) => prompt.text),
        observations,
        lastAnswers: lastAssistantMessage.trim() === '' ? [] : [lastAssistantMessage],
      };
      return [JSON.stringify(await textWork.run('extractSession', [record], signal))];
    },
  });
  const fields = cleanFields(value);
  if (presentFields(fields) === '')
    throw new AppError('model_output_empty', `${model.profile.name} left all six fields empty.`);
  await requireSummary(context, {
    model,
    templateId: context.run.templateId,
    covered: text,
    text: Object.values(fields)
      .filter((field) => field !== null && field !== '')
      .join('\n\n'),
    isTalk: true,
  });
  return { answer, value: fields };
}

/** The model's input is clean, but its output may contain tags that it made up. */
export function cleanFields(fields: SessionAnswer): SummaryFields {
  const clean = (text: string) => stripPrivate(stripContext(stripPrivate(text).text)).text.trim();
  const notes = clean(fields.notes);
  return {
    request: clean(fields.request),
    investigated: clean(fields.investigated),
    learned: clean(fields.learned),
    completed: clean(fields.completed),
    next_steps: clean(fields.next_steps),
    notes: notes === '' ? null : notes,
  };
}
