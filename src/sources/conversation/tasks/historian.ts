import { askModel, renderPrompt } from '#engine/ask-model.ts';
import type { ModelAnswer } from '#engine/calls/call-model.ts';
import { defineTask, type RunContext, type Task } from '#engine/define-task.ts';
import type { Model } from '#engine/ports.ts';
import { echoesInstructions } from '#memory/folds/echo.ts';
import { flatten } from '#memory/folds/support.ts';
import { renderTranscript } from '#memory/render-transcript.ts';
import { AppError } from '#schema/app-error.ts';
import { type HistorianInput, historianInputSchema } from '#schema/conversations/conversation-input.ts';
import type { TaskType } from '#schema/runs/run.ts';

/** The Historian judges the answers and keeps what it accepts with its conversation: these runs save nothing. */
const historianTask = {
  subject: historianInputSchema,
  isGrounded: true,
  answer: answerQuestion,
  announces: ['conversations'],
  retryRefusal: 'The turn that started this run has ended. The next turn starts it again automatically.',
} satisfies Partial<Task<HistorianInput>>;

/** One sentence about a long reply. */
export const turnSummaryTask = defineTask({
  ...historianTask,
  type: 'turn-summary',
  templateId: 'turn-summary',
  sample: {
    parameters: {},
    texts: {
      sourceText:
        'The harbour of Lunde was closed for eleven days after the storm of 3 March. Divers found two sunken barges across the main channel. On 14 March the first ferry came in again.',
    },
  },
});

/** The narrative of the turns that are not kept word for word any more. */
export const historyNarrativeTask = defineTask({
  ...historianTask,
  type: 'history-narrative',
  templateId: 'history-narrative',
  sample: {
    parameters: {},
    texts: {
      sourceText:
        'user: When does the ferry to Lunde run again?\nassistant: Since 14 March, at the usual times.',
      previousSummary: 'The user plans a trip to Lunde in March and wants to go by ferry.',
    },
  },
});

async function answerQuestion(context: RunContext<HistorianInput>, model: Model): Promise<ModelAnswer> {
  const { run, log, trace, input } = context;
  const { part, parts, previous, correction, messages } = input.subject;
  trace.coverage = { chunksRead: part - 1, chunksTotal: parts, sourceCharacters: input.sourceText.length };
  log.emit({ type: 'progress', phase: 'writing', done: part - 1, total: parts });
  const isReply = run.taskType === 'turn-summary';
  const answer = await askModel(context, {
    model,
    templateId: run.templateId,
    sourceText: textOf(run.taskType, messages),
    ...(correction === null ? {} : { passing: { correction } }),
    ...(previous === null ? {} : { texts: { previousSummary: previous } }),
    // In the texts' own sentences.
    offline: async (textWork, signal) => [
      isReply
        ? await textWork.run('quoteReply', [input.sourceText], signal)
        : await textWork.run('retellTurns', [{ previous, messages }], signal),
    ],
    streamed: false,
  });
  if (model.writesAnyLanguage) await refuseEcho(context, answer);
  trace.coverage.chunksRead = part;
  log.text(answer.text);
  return answer;
}

/** The Historian judges the answer; only here is the prompt around the texts known. */
async function refuseEcho(context: RunContext<HistorianInput>, { text }: ModelAnswer): Promise<void> {
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

/** What a question is about, without what came before it. */
export function textOf(taskType: TaskType, messages: HistorianInput['messages']): string {
  return taskType === 'turn-summary' ? messages.map(({ text }) => text).join('') : renderTranscript(messages);
}
