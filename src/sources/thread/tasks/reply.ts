import { askModel, inputTokensOf, readsAnyLength, renderPrompt } from '#engine/ask-model.ts';
import { defineTask, type RunContext, type TaskAnswer, type TaskInput } from '#engine/define-task.ts';
import { isOutage } from '#engine/outlast-outage.ts';
import type { Model, TextWork } from '#engine/ports.ts';
import { alternateRoles } from '#memory/thread-state.ts';
import { AppError } from '#schema/app-error.ts';
import { agentIdSchema } from '#schema/models/agent.ts';
import type { Run } from '#schema/runs/run.ts';
import {
  messageIdSchema,
  type ReplyInput,
  type ReplyRead,
  replyInputSchema,
  type ThreadId,
  threadIdSchema,
} from '#schema/spaces/space.ts';
import { planFoldAhead } from '#sources/thread/plan-fold.ts';
import type { SpacesPorts } from '#sources/thread/ports.ts';
import { readSent, requireThreadInSpace, sentText } from '#sources/thread/require-thread.ts';
import { articleShare, readAgent } from '#sources/thread/thread-agent.ts';
import { boundTokens, loadTokenizer } from '#text/tokens/tokens.ts';
import { sampleQuestion, sampleSummary } from './fold.ts';
import { describeRead, findFor, fitPassages, renderFor, requirePlace, withArticle } from './place-article.ts';
import { quoteArticle, quotePassages } from './quote-passages.ts';

const passageCount = 4;

type From = Pick<
  SpacesPorts,
  | 'store'
  | 'engine'
  | 'getAgent'
  | 'routeOf'
  | 'getArticle'
  | 'passagesOf'
  | 'searchLibrary'
  | 'hash'
  | 'clock'
  | 'newId'
>;

/** Answers the newest message of a thread. `sendNext` sends the next queued message after the answer has ended. */
export function createReplyTask(ports: From, sendNext: (threadId: ThreadId) => Promise<void>) {
  return defineTask<ReplyInput, ReplyRead>({
    type: 'reply',
    subject: replyInputSchema,
    templateId: 'thread.reply',
    sample: {
      parameters: { instructions: 'Answer briefly.', prompt: sampleQuestion },
      texts: {
        sourceText: sampleQuestion,
        summary: sampleSummary,
        article: '[1] The harbour of Lunde is open again.\n[2] On 14 March the first ferry came in.',
        articleTitle: 'Ferries return to Lunde',
      },
    },
    isGrounded: false,
    begin: (run, input) => readThread(ports, run, input),
    answer: answerMessage,
    async save({ run, input, ports: { newId, log } }, { answer, provider, at }) {
      const { threadId, messageId } = input.subject;
      const { text, model, value: read } = answer;
      if (read === undefined) throw new TypeError(`reply run ${run.id} does not say what it read`);
      const tokens = (await loadTokenizer()).count(text);
      const newMessageId = messageIdSchema.parse(newId());
      const reply = { threadId, messageId, newMessageId, text, tokens, provider, model };
      const agentName = await nameAgent(ports, run);
      const foldAhead = await planFoldAhead(ports, reply).catch((error: unknown) => {
        if (isOutage(error)) throw error;
        // The next message then plans its own fold.
        log.warn({ threadId, err: error }, 'could not plan the next fold');
        return null;
      });
      const signed = { ...read, agentName };
      return (tx) =>
        ports.store.saveReply(tx, { ...reply, runId: run.id, read: signed, stoppedBy: null, at, foldAhead });
    },
    async saveStopped({ run, subject: { threadId, messageId }, text, at }) {
      const stopped = { text, stoppedBy: 'user' as const };
      const { provider, model } = run;
      const reply = { ...stopped, threadId, messageId, runId: run.id, provider, model, read: null, at };
      const newMessageId = messageIdSchema.parse(ports.newId());
      const tokens = (await loadTokenizer()).count(sentText(stopped));
      return (tx) => ports.store.saveReply(tx, { ...reply, newMessageId, tokens, foldAhead: null });
    },
    announces: ['threads'],
    cancelsAwaited: true,
    afterEnd: async ({ source }) => {
      if (source.id !== null) await sendNext(threadIdSchema.parse(source.id));
    },
  });
}

/** Falls back to the id, because the agent may have been deleted during the answer. */
async function nameAgent({ getAgent }: Pick<From, 'getAgent'>, { agentId }: Run): Promise<string> {
  return getAgent(agentIdSchema.parse(agentId)).then(
    ({ name }) => name,
    (error: unknown) => {
      if (isOutage(error)) throw error;
      return agentId;
    },
  );
}

/** Reads the current thread when the run begins. */
async function readThread(
  ports: From,
  run: Run,
  input: TaskInput<ReplyInput>,
): Promise<TaskInput<ReplyInput>> {
  const { threadId, messageId } = input.subject;
  const { thread, space } = await requireThreadInSpace(ports, threadId);
  const acting = await readAgent(ports, { thread, space });
  const { summaryThroughSeq: afterSeq, lastSeq: throughSeq } = thread;
  const messages = await readSent(ports.store, { threadId, afterSeq, throughSeq });
  // A fold may have covered the question in the meantime.
  const question = messages.find(({ id }) => id === messageId) ?? (await ports.store.getMessage(messageId));
  if (question === null) {
    throw new AppError(
      'conflict',
      'The message was edited or removed before it could be answered. Send it again.',
    );
  }
  const live = messages.filter(({ seq }) => seq < question.seq);
  // The offline model cannot converse, only quote, so it needs passages.
  const passages =
    run.route[0] === acting.route.llm && acting.route.quotes && acting.article === null
      ? await ports.searchLibrary({ text: question.text, limit: passageCount, exceptThread: threadId })
      : [];
  return {
    ...input,
    sourceText: question.text,
    subject: {
      ...input.subject,
      instructions: acting.instructions,
      article: acting.article,
      deletedArticle: acting.article === null ? (thread.article?.title ?? null) : null,
      summary: thread.summary,
      summaryTokens: thread.summaryTokens,
      history: live.map(({ role, text }) => ({ role, text })),
      historyTokens: live.reduce((sum, { tokens }) => sum + tokens, 0),
      questionTokens: question.tokens,
      passages,
    },
  };
}

async function answerMessage(context: RunContext<ReplyInput>, model: Model): Promise<TaskAnswer<ReplyRead>> {
  const { run, input, log } = context;
  const { instructions, summary, deletedArticle, history: live, passages, article } = input.subject;
  const { history, prompt } = alternateRoles(live, input.sourceText);
  const ask = {
    model,
    templateId: run.templateId,
    sourceText: input.sourceText,
    parameters: { instructions },
    passing: { prompt },
    texts: textsOf({ summary, deletedArticle }),
    history,
    offline: async (textWork: TextWork, signal: AbortSignal) => {
      if (article === null) return quotePassages(input.sourceText, passages);
      const found = await findFor(textWork, { article, question: input.sourceText }, signal);
      return quoteArticle(input.sourceText, article, found);
    },
    streamed: true,
  };
  const beside = await renderPrompt(
    context,
    article === null ? ask : withArticle(ask, article, { text: '.', passages: 0 }),
  );
  if (article !== null && !readsAnyLength(model)) requirePlace(beside);
  const texts = [beside.system, beside.prompt, ...history.map(({ text }) => text)];
  const left = await roomBeside(context, model, texts);
  const numbers = article === null ? [] : await fitPassages(context, model, { article, left });
  log.emit({ type: 'progress', phase: 'writing', done: 0, total: 1 });
  const answer = await askModel(
    context,
    article === null
      ? ask
      : withArticle(ask, article, {
          text: renderFor(model, article, numbers),
          passages: numbers.length,
        }),
  );
  const value = {
    ...talkRead(model, input.subject),
    article: article === null ? null : describeRead(article, numbers, answer.text),
  };
  return { ...answer, value };
}

/** The built-in model reads only the question. */
function talkRead(model: Model, subject: ReplyInput): Omit<ReplyRead, 'article'> {
  const { summaryTokens, history, historyTokens, questionTokens } = subject;
  if (readsAnyLength(model)) return { summaryTokens: 0, messages: 1, messageTokens: questionTokens };
  return { summaryTokens, messages: history.length + 1, messageTokens: historyTokens + questionTokens };
}

function textsOf(texts: Record<string, string | null>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(texts).filter((entry): entry is [string, string] => entry[1] !== null),
  );
}

/** The tokens that a prompt may have in addition to these texts. Throws if they alone are too long. */
async function roomBeside(
  { input, ports, signal }: RunContext<ReplyInput>,
  model: Model,
  texts: string[],
): Promise<number> {
  const room = inputTokensOf(model);
  const bound = texts.reduce((sum, text) => sum + boundTokens(text), 0);
  // Without an article, the remaining room is not used.
  const enough = input.subject.article === null ? 0 : Math.ceil(room * articleShare);
  if (bound <= room - enough) return room - bound;
  const tokens = await ports.textWork.run('countTokens', [texts], signal);
  if (tokens <= room) return room - tokens;
  throw new AppError(
    'model_context_exceeded',
    `Instructions, summary and live messages take ${tokens} tokens; ${model.profile.name} accepts at most ${room}.`,
  );
}
