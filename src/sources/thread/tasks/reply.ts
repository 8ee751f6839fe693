import { askModel, inputTokensOf, renderPrompt } from '#engine/ask-model.ts';
import type { ModelAnswer } from '#engine/calls/call-model.ts';
import { defineTask, type RunContext, type TaskInput } from '#engine/define-task.ts';
import { isOutage } from '#engine/outlast-outage.ts';
import type { Model } from '#engine/ports.ts';
import { alternateRoles } from '#memory/alternate-roles.ts';
import { AppError } from '#schema/app-error.ts';
import type { Run } from '#schema/runs/run.ts';
import { messageIdSchema } from '#schema/spaces/space.ts';
import { type ReplyInput, replyInputSchema } from '#schema/spaces/thread-input.ts';
import { planFoldAhead } from '#sources/thread/plan-fold-ahead.ts';
import type { SpacesPorts } from '#sources/thread/ports.ts';
import { readMessages, requireThreadInSpace } from '#sources/thread/require-thread.ts';
import { readAgent } from '#sources/thread/thread-agent.ts';
import { boundTokens, loadTokenizer } from '#text/tokens/tokens.ts';
import { quotePassages } from './quote-passages.ts';
import { sampleQuestion, sampleSummary } from './sample-thread.ts';

const passageCount = 4;

type From = Pick<
  SpacesPorts,
  'store' | 'engine' | 'getAgent' | 'routeOf' | 'searchLibrary' | 'hash' | 'clock'
>;

/** Answers the newest message of a thread. */
export function createReplyTask(ports: From) {
  return defineTask({
    type: 'reply',
    subject: replyInputSchema,
    templateId: 'thread.reply',
    sample: {
      parameters: { instructions: 'Answer briefly.', prompt: sampleQuestion },
      texts: { sourceText: sampleQuestion, summary: sampleSummary },
    },
    isGrounded: false,
    begin: (run, input) => readThread(ports, run, input),
    answer: answerMessage,
    async save({ run, input, ports: { newId, log } }, { answer, provider, at }) {
      const { threadId, messageId } = input.subject;
      const { text, model } = answer;
      const tokens = (await loadTokenizer()).count(text);
      const newMessageId = messageIdSchema.parse(newId());
      const reply = { threadId, messageId, newMessageId, text, tokens, provider, model };
      const foldAhead = await planFoldAhead(ports, reply).catch((error: unknown) => {
        if (isOutage(error)) throw error;
        // The next message then plans its fold.
        log.warn({ threadId, err: error }, 'could not plan the next fold');
        return null;
      });
      return (tx) => ports.store.saveReply(tx, { ...reply, runId: run.id, at, foldAhead });
    },
    announces: ['threads'],
    cancelsAwaited: true,
  });
}

/** The thread as it is when the run begins. */
async function readThread(
  ports: From,
  run: Run,
  input: TaskInput<ReplyInput>,
): Promise<TaskInput<ReplyInput>> {
  const { threadId, messageId } = input.subject;
  const { thread, space } = await requireThreadInSpace(ports, threadId);
  const acting = await readAgent(ports, space);
  const { summaryThroughSeq: afterSeq, lastSeq: throughSeq } = thread;
  const messages = await readMessages(ports.store, { threadId, afterSeq, throughSeq });
  // A fold may have covered it in the meantime.
  const question = messages.find(({ id }) => id === messageId) ?? (await ports.store.getMessage(messageId));
  if (question === null) {
    throw new AppError('conflict', 'The message was edited or removed before it could be answered.');
  }
  const live = messages.filter(({ seq }) => seq < question.seq);
  // The offline model cannot converse: it quotes, and needs what to quote from.
  const passages =
    run.route[0] === acting.route.llm && acting.route.quotes
      ? await ports.searchLibrary({ text: question.text, limit: passageCount, exceptThread: threadId })
      : [];
  return {
    ...input,
    sourceText: question.text,
    subject: {
      ...input.subject,
      instructions: acting.instructions,
      summary: thread.summary,
      history: live.map(({ role, text }) => ({ role, text })),
      passages,
    },
  };
}

async function answerMessage(context: RunContext<ReplyInput>, model: Model): Promise<ModelAnswer> {
  const { run, input, log } = context;
  const { instructions, summary, history: live, passages } = input.subject;
  const { history, prompt } = alternateRoles(live, input.sourceText);
  const ask = {
    model,
    templateId: run.templateId,
    sourceText: input.sourceText,
    parameters: { instructions },
    passing: { prompt },
    texts: textsOf(summary),
    history,
    offline: async () => quotePassages(input.sourceText, passages),
    streamed: true,
  };
  const rendered = await renderPrompt(context, ask);
  await refuseTooLong(context, model, [rendered.system, rendered.prompt, ...history.map(({ text }) => text)]);
  log.emit({ type: 'progress', phase: 'writing', done: 0, total: 1 });
  return askModel(context, ask);
}

function textsOf(summary: string | null): Record<string, string> {
  return summary === null ? {} : { summary };
}

async function refuseTooLong({ ports, signal }: RunContext, model: Model, texts: string[]): Promise<void> {
  const room = inputTokensOf(model);
  if (texts.reduce((sum, text) => sum + boundTokens(text), 0) <= room) return;
  const tokens = await ports.textWork.run('countTokens', [texts], signal);
  if (tokens <= room) return;
  throw new AppError(
    'model_context_exceeded',
    `Instructions, summary and live messages take ${tokens} tokens; ${model.profile.name} accepts at most ${room}.`,
  );
}
