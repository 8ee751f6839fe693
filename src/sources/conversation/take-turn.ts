import { cancelIfThere } from '#engine/create-engine.ts';
import type { TextWork } from '#engine/ports.ts';
import type { HistorianWork } from '#memory/historian/historian-work.ts';
import type { HistorianIssue } from '#memory/historian/ports.ts';
import { AppError } from '#schema/app-error.ts';
import type { HistorianOutput, HistorianStateInput } from '#schema/conversations/conversation.ts';
import type {
  ConversationId,
  TurnIssue,
  TurnRequest,
  TurnResult,
} from '#schema/conversations/conversations-wire.ts';
import { issueIdSchema, type RunId } from '#schema/ids.ts';
import type { Run } from '#schema/runs/run.ts';
import { loadTokenizer } from '#text/tokens/tokens.ts';
import { type HeldLease, holdLease } from './hold-lease.ts';
import type { ConversationsPorts, HistorianRoute } from './ports.ts';
import { createRunHistorian } from './tasks/historian.ts';

export interface TakenTurn {
  result: TurnResult;
  /** True if the turn was added earlier with the same key. */
  replayed: boolean;
}

interface Turn {
  id: ConversationId;
  request: TurnRequest;
  requestHash: string;
  route: HistorianRoute;
}

/** Limits how often a turn is retried after its lease expired, for example while the machine slept. */
const maxTries = 3;

/** Tokens of the instructions in the two prompts, with a reserve for other tokenizers. */
const overheadTokens = 600;

/** Adds one turn to its conversation; no other process adds one at the same time. A turn that throws is not saved. */
export async function takeTurn(
  ports: ConversationsPorts,
  { id, request, signal }: { id: ConversationId; request: TurnRequest; signal: AbortSignal },
): Promise<TakenTurn> {
  const route = await ports.routeOf(request.agent_id);
  const { idempotency_key: _key, ...said } = request;
  const turn: Turn = { id, request, requestHash: ports.hash(JSON.stringify(said)), route };
  for (let tries = 0; tries < maxTries; tries++) {
    const taken = await holdLease(ports, { id, signal }, (held) => takeHeldTurn(ports, turn, held));
    if (taken !== null) return taken;
  }
  throw new AppError(
    'conflict',
    'Other turns kept being saved first. This turn was not saved. Send it again.',
  );
}

/** Null if the lease was lost. Nothing is saved then. */
async function takeHeldTurn(
  ports: ConversationsPorts,
  turn: Turn,
  held: HeldLease,
): Promise<TakenTurn | null> {
  const answered = await findAnswered(ports, turn);
  if (answered !== null) return answered;
  const turnMark = ports.hash(`${held.revision} ${turn.requestHash}`).slice(0, 16);
  const left = held.takenOver ? await ports.store.listNewestRuns(turn.id) : [];
  await cancelOthers(ports, left, turnMark);

  const at = ports.clock.now();
  const runIds: RunId[] = [];
  const issues: HistorianIssue[] = [];
  // Loaded on first use because its rules have large tables.
  const { summarizeTurn } = await import('#memory/historian/summarize-turn.ts');
  const output = await summarizeTurn(stateOf(turn.request, held.state), {
    model: createRunHistorian(ports, {
      id: turn.id,
      route: turn.route,
      turnMark,
      left,
      onRun: (runId) => runIds.push(runId),
      signal: held.signal,
    }),
    count: (await loadTokenizer()).count,
    work: runHistorianWork(ports.textWork, held.signal),
    now: () => new Date(at).toISOString(),
    recordIssue: (issue) => issues.push(issue),
    tokenBudget: turn.route.tokenBudget,
    overheadTokens,
  });
  // An aborted call looks like a failed one, and the turn must not be saved without its answer.
  held.signal.throwIfAborted();

  const result: TurnResult = {
    conversationId: turn.id,
    turn: output.current_turn,
    state: pickOutput(output),
    runIds,
    issues: issues.map((issue) => toTurnIssue(issue, runIds)),
  };
  const saved = await ports.store.saveTurn({ ...held, ...toSave(turn, result, at) });
  if (saved === 'lost') return null;
  if (saved === 'gone') throw deletedMeanwhile();
  for (const [at, issue] of issues.entries()) {
    const told = result.issues[at];
    if (told !== undefined) await reportRefusal(ports, { ...result, issue: told, cause: issue.cause });
  }
  await ports.bus.publish({ kind: 'changed', what: 'conversations' });
  const { history_summary } = output.conversation;
  if (history_summary !== held.state?.conversation.history_summary) ports.checkNarrative(turn.id);
  return { result, replayed: false };
}

async function findAnswered(
  { store }: ConversationsPorts,
  { id, request, requestHash }: Turn,
): Promise<TakenTurn | null> {
  if (request.idempotency_key === undefined) return null;
  const answered = await store.findAnswered(id, request.idempotency_key);
  if (answered === null) return null;
  if (answered.requestHash === requestHash) return { result: answered.result, replayed: true };
  throw new AppError(
    'idempotency_key_reused',
    'This Idempotency-Key was already used for a different turn of this conversation.',
  );
}

/** Cancels the runs that a dead process started for another turn, because nobody will read them. */
async function cancelOthers({ engine }: ConversationsPorts, left: Run[], turnMark: string): Promise<void> {
  for (const run of left) {
    const isUnderWay = run.finishedAt === null;
    if (isUnderWay && isOfTurn(run) && !run.parameters.mark?.startsWith(`${turnMark}.`))
      await cancelIfThere(engine, run.id);
  }
}

/** Excludes checks of the narrative, which continue whatever turn comes next. */
export function isOfTurn({ taskType }: Run): boolean {
  return taskType === 'turn-summary' || taskType === 'history-narrative';
}

function stateOf(request: TurnRequest, kept: HistorianOutput | null): HistorianStateInput {
  return {
    ...request,
    conversation: kept?.conversation,
    entity_context: request.entity_context ?? kept?.entity_context,
    session_constraints: request.session_constraints ?? kept?.session_constraints,
    current_turn: kept?.current_turn ?? 0,
  };
}

/** Omits fields that the host sent in addition. */
function pickOutput(output: HistorianOutput): HistorianOutput {
  const { conversation, summarize_output, entity_context, session_constraints, current_turn } = output;
  return { conversation, summarize_output, entity_context, session_constraints, current_turn };
}

function toTurnIssue({ task, code, message, cause }: HistorianIssue, runIds: readonly RunId[]): TurnIssue {
  const runId = cause instanceof AppError ? (cause.details?.runId as RunId | undefined) : undefined;
  return { task, code, message, runId: runId ?? runIds.at(-1) ?? null };
}

function toSave({ request, requestHash }: Turn, { turn, state, runIds, issues }: TurnResult, at: number) {
  const recorded = state.conversation.recent_turns.at(-1);
  return {
    state,
    requestHash,
    idempotencyKey: request.idempotency_key ?? null,
    turn: {
      number: turn,
      user: request.user_message,
      assistant: request.final_response,
      assistantSummary: recorded?.assistant_summary ?? null,
      ledger: state.summarize_output,
      runIds,
      issues,
      createdAt: at,
    },
  };
}

function deletedMeanwhile(): AppError {
  return new AppError(
    'conflict',
    'The conversation was deleted in the meantime, so the turn was not saved. Send it to another one.',
  );
}

/** Runs the Historian's text work in the engine and aborts it with the turn. */
function runHistorianWork(textWork: TextWork, signal: AbortSignal): HistorianWork {
  return {
    digestTurn: (given) => textWork.run('digestTurn', [given], signal),
    packMessages: (given) => textWork.run('packMessages', [given], signal),
    judgeAnswer: (given) => textWork.run('judgeAnswer', [given], signal),
    quoteReply: (reply) => textWork.run('quoteReply', [reply], signal),
    retellTurns: (given) => textWork.run('retellTurns', [given], signal),
  };
}

interface Refusal {
  conversationId: ConversationId;
  turn: number;
  issue: TurnIssue;
  cause: unknown;
}

/** A refused answer comes from a run that succeeded, so the run itself creates no issue. */
async function reportRefusal(
  { addIssue, bus, clock, log, newId }: ConversationsPorts,
  { conversationId, turn, issue, cause }: Refusal,
): Promise<void> {
  const { task, code, message, runId } = issue;
  log.warn(
    { conversationId, turn, task, code, runId, err: cause },
    'the Historian continues without the model’s answer',
  );
  if (code === 'spending_capped') return;
  if (cause instanceof AppError && cause.details?.runId !== undefined) return;
  await addIssue({
    id: issueIdSchema.parse(newId()),
    kind: 'answer-refused',
    code,
    message,
    runId,
    details: { conversationId, turn, task },
    lastEvents: [],
    createdAt: clock.now(),
  });
  await bus.publish({ kind: 'changed', what: 'issues' });
}
