import { cancelIfThere } from '#engine/cancel-if-there.ts';
import type { HistorianModel, HistorianRequest } from '#memory/historian/ports.ts';
import type { MemoryMessage } from '#memory/thread-state.ts';
import { AppError } from '#schema/app-error.ts';
import type { HistorianInput } from '#schema/conversations/conversation-input.ts';
import type { ConversationId } from '#schema/conversations/conversations-wire.ts';
import type { RunId } from '#schema/ids.ts';
import type { Run } from '#schema/runs/run.ts';
import type { ConversationsPorts, HistorianRoute } from './ports.ts';
import { textOf } from './tasks/historian.ts';

interface RunHistorianOptions {
  id: ConversationId;
  route: HistorianRoute;
  /** Identifies the turn; with the question, it identifies a run. */
  turnMark: string;
  /** Runs of a dead process that took the same turn: an existing answer is not paid for again. */
  left: Run[];
  /** Each run, as soon as there is one. */
  onRun(runId: RunId): void;
  signal: AbortSignal;
}

type From = Pick<ConversationsPorts, 'engine' | 'bus' | 'hash'>;

/** Puts each question of the Historian to the engine as a run, and waits for its end. */
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

/** Rejects with the run's own error, which names the run. */
async function askByRun(ports: From, options: RunHistorianOptions, question: Question): Promise<string> {
  options.signal.throwIfAborted();
  const mark = `${options.turnMark}.${ports.hash(JSON.stringify(question)).slice(0, 16)}`;
  const left = options.left.find((run) => run.parameters.mark === mark && isOfUse(run));
  if (left !== undefined) {
    const text = await awaitAnswer(ports, options, left.id);
    // Only old event logs are swept.
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
  // Nothing waits for it any more.
  await cancelIfThere(engine, runId);
  throw signal.reason;
}

/** With what came before: the answer is checked against both. */
function sourceTextOf({ taskType, subject: { messages, previous } }: Question): string {
  const text = textOf(taskType, messages);
  return previous === null ? text : `${previous}\n\n${text}`;
}
