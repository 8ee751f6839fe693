import { type MemoryMessage, renderTranscript } from '#memory/thread-state.ts';
import { AppError, toAppError } from '#schema/app-error.ts';
import {
  type Conversation,
  conversationSchema,
  type Entity,
  type EntityContext,
  entityContextSchema,
  fullDetailTurns,
  type HistorianOutput,
  type HistorianState,
  type HistorianStateInput,
  historianStateSchema,
  type PendingClarification,
  summarizeThreshold,
  type Turn,
} from '#schema/conversations/conversation.ts';
import { inSentences, toInvalidInput } from '#schema/faults/say-faults.ts';
import { summarizerTokenBudget } from '#schema/models/token-budget.ts';
import type { AnswerRules, Verdict } from './create-judge.ts';
import { keyOf } from './entities/collect-entities.ts';
import { removeIds } from './entities/remove-ids.ts';
import { createLocalWork, type HistorianWork } from './historian-work.ts';
import type { HistorianIssue, HistorianPorts, HistorianRequest } from './ports.ts';
import { isLongerThan, narrativeBounds } from './turns/cut.ts';

/**
 * Adds the turn that just ended to the conversation. Only the model port is not pure, and none of its failures is
 * thrown. After a failure the turns stay as they are, the rest is still done, and an issue is recorded.
 */
export async function summarizeTurn<S extends HistorianStateInput>(
  input: S,
  ports: HistorianPorts,
): Promise<S & HistorianOutput> {
  const state = parseState(input);
  const turn = (state.current_turn ?? 0) + 1;
  const { conversation: kept, ...said } = state;
  const conversation = kept ?? conversationSchema.parse({});
  const work = ports.work ?? createLocalWork(ports.count);
  const { ledger, labels, ids, mentioned, constraints } = await work.digestTurn({ state: said, turn });
  const summary = await summarizeReply({ reply: state.final_response, turn, labels }, { ...ports, work });
  const recorded = recordTurn(state, {
    summary,
    timestamp: ports.now?.(),
    mentioned,
  });
  const history = {
    history_summary: conversation.history_summary,
    recent_turns: [...conversation.recent_turns, recorded],
  };
  return {
    ...input,
    conversation: {
      ...conversation,
      ...(await compressTurns({ history, turn, labels, ids }, { ...ports, work })),
      pending_clarification: trackClarification(state),
    },
    summarize_output: ledger,
    entity_context: addEntities(state.entity_context, {
      turn,
      created: ledger.entities_created,
      deleted: ledger.entities_deleted,
    }),
    session_constraints: constraints,
    current_turn: turn,
  };
}

interface TurnNotes {
  summary: string | null;
  timestamp: string | undefined;
  mentioned: string[];
}

function recordTurn(
  { user_message, final_response, router_output }: HistorianState,
  { summary, timestamp, mentioned }: TurnNotes,
): Turn {
  const { agent, goal, complexity } = router_output ?? {};
  return {
    user: user_message,
    assistant: final_response,
    ...(summary === null ? {} : { assistant_summary: summary }),
    ...(timestamp === undefined ? {} : { timestamp }),
    ...(router_output ? { routing: { agent, goal, complexity } } : {}),
    entities_mentioned: mentioned,
  };
}

/** Throws AppError `invalid_input` that names the field. */
function parseState(state: unknown): HistorianState {
  const parsed = historianStateSchema.safeParse(state, inSentences);
  if (parsed.success) return parsed.data;
  throw toInvalidInput(parsed.error, 'state');
}

interface TurnEntities {
  turn: number;
  created: readonly Entity[];
  deleted: readonly Entity[];
}

/** Adds new entities to the active tier. Every other entity stays where and as it is. */
function addEntities(
  context: EntityContext | null | undefined,
  { turn, created, deleted }: TurnEntities,
): EntityContext {
  const before = context ?? entityContextSchema.parse({});
  const known = new Set([...before.active, ...before.background, ...deleted].map(keyOf));
  const fresh = created
    .filter((entity) => !known.has(keyOf(entity)))
    .map((entity) => ({ ...entity, last_referenced_turn: turn }));
  return { ...before, active: [...before.active, ...fresh], current_turn: turn };
}

/** Returns what the next turn has to know about an open question. Understand's question comes before Think's. */
function trackClarification({
  understand_output,
  think_output,
}: HistorianState): PendingClarification | null {
  const { needs_clarification, clarification_questions: asked = null } = understand_output ?? {};
  const { decision, goal, proposal_message, clarification_questions } = think_output ?? {};
  const understood = questionsOf(asked?.length ? asked : clarification_questions);
  const isAsked = needs_clarification ?? (decision !== 'plan_direct' && asked?.length);
  if (isAsked || decision === 'understand') return { type: 'understand', ...understood };
  const aim = goal ? { goal } : {};
  if (decision === 'clarify') return { type: decision, ...aim, ...questionsOf(clarification_questions) };
  if (decision !== 'propose') return null;
  return { type: decision, ...aim, ...(proposal_message ? { proposal_message } : {}) };
}

function questionsOf(questions: string[] | null | undefined): { questions?: string[] } {
  return questions && questions.length > 0 ? { questions } : {};
}

/** A summary must be shorter than the replies that need no summary. */
const bounds = { maxSentences: 1, maxCharacters: summarizeThreshold };

/** Makes one sentence about a long reply. Returns null for a short reply, or if the model failed. */
async function summarizeReply(
  { reply, turn, labels }: { reply: string; turn: number; labels: readonly string[] },
  ports: WorkingPorts,
): Promise<string | null> {
  if (!isLongerThan(reply, summarizeThreshold)) return null;
  const answer = await askModel(
    {
      task: 'turn-summary',
      turn,
      messages: [{ role: 'assistant', text: reply }],
      previous: null,
      rules: { source: reply, labels, ids: null, ...bounds },
      ask: ({ messages, ...part }) =>
        ports.model.summarizeReply({
          ...part,
          task: 'turn-summary',
          reply: messages.map(({ text }) => text).join(''),
        }),
    },
    ports,
  );
  if (answer.kind === 'failed') return null;
  return answer.kind === 'answered' ? answer.text : ports.work.quoteReply(reply);
}

type History = Pick<Conversation, 'recent_turns' | 'history_summary'>;

interface CompressRequest {
  history: History;
  turn: number;
  labels: readonly string[];
  ids: readonly string[];
}

/** Moves the turns over the limit into the narrative. If the model fails, the history is unchanged. */
async function compressTurns(
  { history, turn, labels, ids }: CompressRequest,
  ports: WorkingPorts,
): Promise<History> {
  const oldest = history.recent_turns.slice(0, -fullDetailTurns);
  if (oldest.length === 0) return history;
  // A model cannot repeat an id that it has not read.
  const bare = (text: string) => removeIds(text, ids);
  const previous = bare(history.history_summary).trim() === '' ? null : bare(history.history_summary);
  const said = oldest.flatMap(messagesOf);
  const messages = said.map((message) => ({ ...message, text: bare(message.text) }));
  const recent_turns = history.recent_turns.slice(-fullDetailTurns);
  // Turns without a word add nothing to the narrative, and an answer to them would be refused as empty.
  if (messages.every(({ text }) => text.trim() === '')) return { ...history, recent_turns };
  const answer = await askModel(
    {
      task: 'history-narrative',
      turn,
      messages,
      previous,
      rules: {
        source: [history.history_summary, renderTranscript(said)].join('\n\n'),
        labels,
        ids,
        ...narrativeBounds,
      },
      ask: (part) =>
        ports.model.compressTurns({
          ...part,
          task: 'history-narrative',
          transcript: renderTranscript(part.messages),
        }),
    },
    ports,
  );
  if (answer.kind === 'failed') return history;
  const text =
    answer.kind === 'answered'
      ? answer.text
      : removeIds(await ports.work.retellTurns({ previous, messages }), ids);
  return { history_summary: text, recent_turns };
}

function messagesOf({ user, assistant }: Turn): MemoryMessage[] {
  return [
    { role: 'user', text: user },
    { role: 'assistant', text: assistant },
  ];
}

/** The arguments of one call of the model. */
interface Part extends HistorianRequest {
  messages: readonly MemoryMessage[];
}

interface WorkingPorts extends HistorianPorts {
  work: HistorianWork;
}

interface Question {
  task: HistorianIssue['task'];
  turn: number;
  messages: readonly MemoryMessage[];
  previous: string | null;
  rules: Omit<AnswerRules, 'instructions' | 'isQuoted'>;
  ask: (part: Part) => Promise<string>;
}

type Answer =
  | { kind: 'answered'; text: string }
  /** Both answers broke a rule, so a sentence that is made without a model may replace them. */
  | { kind: 'refused' }
  | { kind: 'failed' };

/** Signals that both answers to one part were refused. It never leaves this file. */
class RefusedTwice extends Error {
  override readonly name = 'RefusedTwice';
}

/** With less room than this for the texts, a long text would take too many calls. */
const leastRoomTokens = 100;

/**
 * Asks a question in as many parts as its text needs, each with the answer to the parts before. A part whose answer
 * is refused gets a second try.
 */
async function askModel(question: Question, ports: WorkingPorts): Promise<Answer> {
  const { task, turn, messages, ask } = question;
  const { count, work, model, tokenBudget = summarizerTokenBudget, overheadTokens = 0 } = ports;
  const rules: AnswerRules = {
    ...question.rules,
    instructions: model.instructions?.[task] ?? '',
    isQuoted: model.isQuoting ?? false,
  };
  // The limit of an answer is in characters, so its tokens are estimated from it.
  const previousTokens = Math.max(count(question.previous ?? ''), Math.ceil(rules.maxCharacters / 2));
  const maxTokens = Math.max(leastRoomTokens, tokenBudget - overheadTokens - previousTokens);
  try {
    const groups = await work.packMessages({ messages, maxTokens });
    const judge = (answer: string, isLastTry: boolean) => work.judgeAnswer({ rules, answer, isLastTry });
    let previous = question.previous;
    for (const [at, group] of groups.entries()) {
      const part = { previous, messages: group, part: at + 1, parts: groups.length };
      previous = await askTwice((correction) => ask({ ...part, correction }), judge);
    }
    return { kind: 'answered', text: previous ?? '' };
  } catch (error) {
    const refused = error instanceof RefusedTwice;
    const { code, message } = refused
      ? { code: 'summary_refused' as const, message: error.message }
      : wordsOf(error);
    ports.recordIssue?.({ task, turn, code, message, ...(refused ? {} : { cause: error }) });
    return { kind: refused ? 'refused' : 'failed' };
  }
}

async function askTwice(
  ask: (correction: string | null) => Promise<string>,
  judge: (answer: string, isLastTry: boolean) => Promise<Verdict>,
): Promise<string> {
  const first = await judge(await ask(null), false);
  if (first.accepted) return first.text;
  const second = await judge(await ask(first.problem), true);
  if (second.accepted) return second.text;
  if (second.worthless)
    throw new AppError('summary_refused', `The model’s answer was rejected twice: ${second.problem}.`);
  throw new RefusedTwice(`The model’s answer was rejected twice: ${second.problem}.`);
}

/** An error of the host's own model keeps its message. */
function wordsOf(error: unknown): Pick<HistorianIssue, 'code' | 'message'> {
  const { code, message } = toAppError(error);
  return { code, message: error instanceof Error ? error.message : message };
}
