import { requireSummary } from '#engine/answers/check-answer.ts';
import { askModel } from '#engine/ask-model.ts';
import type { ModelAnswer } from '#engine/calls/call-model.ts';
import { cancelIfThere } from '#engine/create-engine.ts';
import { defineTask, type RunContext, type Task } from '#engine/define-task.ts';
import type { Model } from '#engine/ports.ts';
import type { HistorianModel, HistorianRequest } from '#memory/historian/ports.ts';
import { type MemoryMessage, renderTranscript } from '#memory/thread-state.ts';
import { AppError } from '#schema/app-error.ts';
import { type HistorianInput, historianInputSchema } from '#schema/conversations/conversation.ts';
import type { ConversationId } from '#schema/conversations/conversations-wire.ts';
import type { RunId } from '#schema/ids.ts';
import type { Run, TaskType } from '#schema/runs/run.ts';
import type { ConversationsPorts, HistorianRoute } from '#sources/conversation/ports.ts';

/** These runs save nothing: the Historian judges the answers and stores those it accepts with the conversation. */
const historianTask = {
  subject: historianInputSchema,
  isGrounded: true,
  answer: answerQuestion,
  announces: ['conversations'],
  retryRefusal: 'The turn that started this run has ended. The next turn starts it again automatically.',
} satisfies Partial<Task<HistorianInput>>;

/** Summarizes a long reply in one sentence. */
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

/** Writes the narrative of the turns that are no longer kept word for word. */
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
  const asked = {
    model,
    templateId: run.templateId,
    ...(correction === null ? {} : { passing: { correction } }),
  };
  const answer = await askModel(context, {
    ...asked,
    sourceText: textOf(run.taskType, messages),
    ...(previous === null ? {} : { texts: { previousSummary: previous } }),
    // The offline model only quotes sentences of the texts.
    offline: async (textWork, signal) => [
      isReply
        ? await textWork.run('quoteReply', [input.sourceText], signal)
        : await textWork.run('retellTurns', [{ previous, messages }], signal),
    ],
    streamed: false,
  });
  // The Historian judges the answer of the last model itself, and may ask a second time or quote the turns.
  const isLast = trace.failures.length === run.route.length - 1;
  const answered = { ...asked, covered: input.sourceText, text: answer.text, isTalk: true };
  await requireSummary(context, { ...answered, faults: isLast ? ['echo'] : null });
  trace.coverage.chunksRead = part;
  log.text(answer.text);
  return answer;
}

/** The text that a question is about, without the previous narrative. */
function textOf(taskType: TaskType, messages: HistorianInput['messages']): string {
  return taskType === 'turn-summary' ? messages.map(({ text }) => text).join('') : renderTranscript(messages);
}

interface RunHistorianOptions {
  id: ConversationId;
  route: HistorianRoute;
  /** Identifies the turn. The mark of a run is this and a hash of the question. */
  turnMark: string;
  /** Runs that a dead process started for the same turn. Their answers are reused instead of paying for new ones. */
  left: Run[];
  /** Called with each run as soon as it exists. */
  onRun(runId: RunId): void;
  signal: AbortSignal;
}

type From = Pick<ConversationsPorts, 'engine' | 'bus' | 'hash'>;

/** Submits each question of the Historian to the engine as a run and waits for its end. */
export function createRunHistorian(ports: From, options: RunHistorianOptions): HistorianModel {
  return {
    summarizeReply: (request) =>
      askByRun(ports, options, toQuestion(request, [{ role: 'assistant', text: request.reply }])),
    compressTurns: (request) => askByRun(ports, options, toQuestion(request, request.messages)),
  };
}

type Question = { taskType: 'turn-summary' | 'history-narrative'; subject: HistorianInput };

function toQuestion(
  { task, previous, part, parts, correction }: HistorianRequest & { task: Question['taskType'] },
  messages: readonly MemoryMessage[],
): Question {
  const said = messages.map(({ role, text }) => ({
    role: role === 'user' ? ('user' as const) : ('assistant' as const),
    text,
  }));
  return { taskType: task, subject: { messages: said, previous, part, parts, correction } };
}

/** Rejects with the error of the run, which includes the run's id. */
async function askByRun(ports: From, options: RunHistorianOptions, question: Question): Promise<string> {
  options.signal.throwIfAborted();
  const mark = `${options.turnMark}.${ports.hash(JSON.stringify(question)).slice(0, 16)}`;
  const left = options.left.find((run) => run.parameters.mark === mark && isOfUse(run));
  if (left !== undefined) {
    const text = await awaitAnswer(ports, options, left.id);
    // The text is empty if the event log of the run has already been deleted.
    if (text !== '') return text;
  }
  const run = await submit(ports, options, { question, mark });
  return awaitAnswer(ports, options, run.id);
}

function isOfUse({ status }: Run): boolean {
  return status === 'queued' || status === 'running' || status === 'succeeded';
}

async function submit(
  { engine, bus }: From,
  { id, route }: RunHistorianOptions,
  { question, mark }: { question: Question; mark: string },
): Promise<Run> {
  const { taskType, subject } = question;
  const run = await engine.submit({
    taskType,
    source: { kind: 'conversation', id, title: id },
    agentId: route.agentId,
    // Programs send turns unattended, so the spending caps apply.
    trigger: 'auto',
    route: route.route,
    parameters: { part: String(subject.part), parts: String(subject.parts), mark },
    input: { sourceText: sourceTextOf(question), subject },
  });
  await bus.publish({ kind: 'changed', what: 'conversations' });
  return run;
}

async function awaitAnswer(
  { engine }: From,
  { onRun, signal }: RunHistorianOptions,
  runId: RunId,
): Promise<string> {
  onRun(runId);
  let text = '';
  for await (const events of engine.subscribe(runId, { afterSeq: 0, signal })) {
    for (const event of events) {
      if (event.type === 'text-reset') text = '';
      if (event.type === 'text-delta') text += event.text;
      if (event.type !== 'run-end') continue;
      if (event.status === 'succeeded') return text;
      throw new AppError(event.errorCode ?? 'internal', event.message ?? 'The run failed.', {
        details: { runId },
      });
    }
  }
  // Nothing waits for this run anymore.
  await cancelIfThere(engine, runId);
  throw signal.reason;
}

/** Includes the previous narrative, because the answer is checked against both. */
function sourceTextOf({ taskType, subject: { messages, previous } }: Question): string {
  const text = textOf(taskType, messages);
  return previous === null ? text : `${previous}\n\n${text}`;
}
