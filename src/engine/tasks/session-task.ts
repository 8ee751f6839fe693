import type { ModelAnswer } from '#engine/calls/call-model.ts';
import type { Model } from '#engine/ports.ts';
import { askModel, type RunContext, type Task } from '#engine/run-context.ts';
import { AppError } from '#schema/app-error.ts';
import type { SessionInput, SummaryFields } from '#schema/sessions/session.ts';
import { splitToFit } from './read-source.ts';
import { groundFields, parseFields, presentFields } from './session-fields.ts';

const repairTemplateId = 'session-summary.repair';

/** Summarizes a turn of a coding session. Its answer is the six fields as JSON. */
export const sessionTask: Task = {
  templateId: 'session-summary',
  languageTemplateId: null,
  isChecked: true,
  present: (text) => presentFields(readAnswer(text)),
  async answer(context, model) {
    const { input, log } = context;
    const { answer, fields } = await readTurn(context, { model, text: input.sourceText });
    log.text(presentFields(fields));
    return { ...answer, text: JSON.stringify(fields) };
  },
  async makePayload(context, { text, grounding }) {
    const { sessionId, promptNumber } = sessionInputOf(context);
    const fields = readAnswer(text);
    return {
      kind: 'session',
      sessionId,
      promptNumber,
      fields,
      grounding: groundFields(fields, grounding),
    };
  },
};

interface Told {
  answer: ModelAnswer;
  fields: SummaryFields;
}

/** In one call if the turn fits the context, else in parts whose fields are then merged. */
async function readTurn(context: RunContext, { model, text }: { model: Model; text: string }): Promise<Told> {
  const { run, input, log, trace } = context;
  const { templateId } = run;
  const chunks = await splitToFit(context, { model, text, templateId, chunkTemplateId: templateId });
  const isWhole = text === input.sourceText;
  if (isWhole) {
    trace.coverage = { chunksRead: 0, chunksTotal: chunks.length, sourceCharacters: text.length };
  }
  const told: Told[] = [];
  for (const [index, chunk] of chunks.entries()) {
    const phase = chunks.length > 1 ? 'reading' : 'writing';
    log.emit({ type: 'progress', phase, done: index, total: chunks.length });
    told.push(await tell(context, { model, text: chunk }));
    if (isWhole && trace.coverage !== null) trace.coverage.chunksRead = index + 1;
  }
  const [only, ...others] = told;
  if (only !== undefined && others.length === 0) return only;
  const joined = told
    .map(({ fields }, index) => `Part ${index + 1}:\n${JSON.stringify(fields)}`)
    .join('\n\n');
  if (joined.length >= text.length) {
    throw new AppError(
      'model_context_exceeded',
      `The context of ${model.profile.name} (${model.profile.contextTokens} tokens) leaves no room for the turn.`,
    );
  }
  return readTurn(context, { model, text: joined });
}

/** An answer without the six fields gets one repair call. */
async function tell(context: RunContext, { model, text }: { model: Model; text: string }): Promise<Told> {
  const { run, log } = context;
  const session = sessionInputOf(context);
  const answer = await askModel(context, {
    model,
    templateId: run.templateId,
    sourceText: text,
    session,
    streamed: false,
  });
  const fields = parseFields(answer.text);
  if (!('problem' in fields)) return { answer, fields: refuseEmpty(fields, model) };
  log.emit({ type: 'progress', phase: 'checking', done: 0, total: 1 });
  const repaired = await askModel(context, {
    model,
    templateId: repairTemplateId,
    sourceText: answer.text,
    passing: { problem: fields.problem },
    session,
    streamed: false,
  });
  const mended = parseFields(repaired.text);
  if (!('problem' in mended)) return { answer: repaired, fields: refuseEmpty(mended, model) };
  throw new AppError(
    'model_bad_response',
    `${model.profile.name} (${model.profile.model}) did not return the six fields: ${mended.problem}.`,
  );
}

function refuseEmpty(fields: SummaryFields, model: Model): SummaryFields {
  if (presentFields(fields) !== '') return fields;
  throw new AppError('model_output_empty', `${model.profile.name} left all six fields empty.`);
}

function readAnswer(text: string): SummaryFields {
  const fields = parseFields(text);
  if ('problem' in fields) throw new TypeError(`an accepted answer is not valid: ${fields.problem}`);
  return fields;
}

function sessionInputOf({ run, input }: RunContext): SessionInput {
  if (input.subject?.kind !== 'session') throw new TypeError(`session run ${run.id} has no turn`);
  return input.subject;
}
