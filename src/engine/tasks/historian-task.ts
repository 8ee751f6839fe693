import type { ModelAnswer } from '#engine/calls/call-model.ts';
import type { Model } from '#engine/ports.ts';
import { askModel, type RunContext, renderPrompt, type Task } from '#engine/run-context.ts';
import { echoesInstructions } from '#memory/folds/echo.ts';
import { flatten } from '#memory/folds/support.ts';
import { renderTranscript } from '#memory/render-transcript.ts';
import { AppError } from '#schema/app-error.ts';
import type { HistorianInput } from '#schema/conversations/conversation-input.ts';

/** The Historian judges the answers and keeps what it accepts with its conversation: these runs leave nothing else. */
const historianTask = {
  languageTemplateId: null,
  isChecked: true,
  answer: answerQuestion,
  makePayload: async () => null,
} satisfies Partial<Task>;

/** One sentence about a long reply. */
export const turnSummaryTask: Task = { ...historianTask, templateId: 'turn-summary' };

/** The narrative of the turns that are not kept word for word any more. */
export const historyNarrativeTask: Task = { ...historianTask, templateId: 'history-narrative' };

async function answerQuestion(context: RunContext, model: Model): Promise<ModelAnswer> {
  const { log, trace, input } = context;
  const question = questionOf(context);
  const { part, parts } = question;
  trace.coverage = { chunksRead: part - 1, chunksTotal: parts, sourceCharacters: input.sourceText.length };
  log.emit({ type: 'progress', phase: 'writing', done: part - 1, total: parts });
  const answer =
    model.profile.provider === 'builtin'
      ? await answerOffline(context, { question, model })
      : await askRemote(context, { question, model });
  trace.coverage.chunksRead = part;
  log.text(answer.text);
  return answer;
}

async function askRemote(
  context: RunContext,
  { question, model }: { question: HistorianInput; model: Model },
): Promise<ModelAnswer> {
  const { previous, correction } = question;
  const ask = {
    model,
    templateId: context.run.templateId,
    sourceText: textOf(question),
    ...(correction === null ? {} : { passing: { correction } }),
    ...(previous === null ? {} : { texts: { previousSummary: previous } }),
    streamed: false,
  };
  const answer = await askModel(context, ask);
  await refuseEcho(context, answer);
  return answer;
}

/** The Historian judges the answer; only here is the prompt around the texts known. */
async function refuseEcho(context: RunContext, { text }: ModelAnswer): Promise<void> {
  const covered = context.input.sourceText;
  const { system, prompt } = await renderPrompt(context, {
    templateId: context.run.templateId,
    sourceText: '.',
  });
  const said = flatten(covered);
  if (echoesInstructions(text, { instructions: `${system}\n\n${prompt}`, covered, said }))
    throw new AppError('summary_refused', 'The model repeated its instructions.', {
      details: { reason: 'echo' },
    });
}

/** In the texts' own sentences: the built-in model itself knows nothing of turns. */
async function answerOffline(
  { ports, signal }: RunContext,
  { question, model }: { question: HistorianInput; model: Model },
): Promise<ModelAnswer> {
  const { kind, previous, messages } = question;
  const text =
    kind === 'turn-summary'
      ? await ports.textWork.run('quoteReply', [sourceTextOf(question)], signal)
      : await ports.textWork.run('retellTurns', [{ previous, messages }], signal);
  if (text.trim() === '') throw new AppError('model_output_empty', 'No sentence could be extracted.');
  return { text, model: model.profile.model, usage: null };
}

function textOf({ kind, messages }: HistorianInput): string {
  return kind === 'turn-summary' ? messages.map(({ text }) => text).join('') : renderTranscript(messages);
}

function sourceTextOf(question: HistorianInput): string {
  return question.previous === null ? textOf(question) : `${question.previous}\n\n${textOf(question)}`;
}

function questionOf({ run, input }: RunContext): HistorianInput {
  const { subject } = input;
  if (subject?.kind !== 'turn-summary' && subject?.kind !== 'history-narrative') {
    throw new TypeError(`the run ${run.id} has no turns`);
  }
  return subject;
}
